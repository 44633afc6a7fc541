import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40
const RP_ID = 'localhost'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')

/** A passkey as an authenticator creates it: it answers a server's options (WebAuthn, level 3) with its own key. */
export function softwarePasskey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  let counter = 0

  const clientData = (type: string, challenge: string, at = origin) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  function authenticatorData(flags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter++)
    return Buffer.concat([sha256(RP_ID), Buffer.from([flags]), count])
  }

  return {
    id: base64(id),

    /** The answer to the options of a registration, without an attestation. */
    create({ challenge }: { challenge: string }) {
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const data = Buffer.concat([authenticatorData(USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL), credential])
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')
      const attestationObject = Buffer.concat([head, Buffer.from([data.length >> 8, data.length & 255]), data])
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(clientData('webauthn.create', challenge)),
          attestationObject: base64(attestationObject),
          transports: ['internal'],
        },
      }
    },

    /** The answer to the options of a sign-in. */
    get({ challenge }: { challenge: string }, { isVerified = true, at = origin } = {}) {
      const data = authenticatorData(USER_PRESENT | (isVerified ? USER_VERIFIED : 0))
      const client = clientData('webauthn.get', challenge, at)
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}

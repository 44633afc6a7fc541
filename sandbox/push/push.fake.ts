import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'

export type ReceivedPush = { endpoint: string; text: string; subject: string; audience: string; ttl: number }
type Target = { endpoint: string; p256dh: string; auth: string }
type Browser = { target: Target; ecdh: ECDH; auth: Buffer; serverKey: string }

export type FakePushService = {
  origin: string
  host: string
  /** Its self-signed certificate. */
  ca: string
  /** A browser with a push subscription that is bound to a server's key. */
  subscribe(serverKey: string): { target: Target }
  /** The messages that browsers received, decrypted, oldest first. */
  received: ReceivedPush[]
  /** Answers the next push with this status. */
  failNext(status: number): void
  close(): Promise<void>
}

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')

/** A push service with its browsers: checks the sender (RFC 8292), and decrypts like a browser (RFC 8291, aes128gcm). */
export async function startFakePushService(): Promise<FakePushService> {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  const failures: number[] = []
  const ca = file('./push-service.crt')

  const server = createServer({ key: file('./push-service.key'), cert: ca }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const status = failures.shift() ?? take(request.url ?? '', request.headers, Buffer.concat(chunks))
      response.writeHead(status, status === 307 ? { location: `${origin}${request.url ?? ''}` } : {}).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `https://127.0.0.1:${portOf(server)}`

  function take(path: string, headers: NodeJS.Dict<string | string[]>, body: Buffer): number {
    const browser = browsers.get(path)
    if (!browser) return 404
    const sender = senderOf(String(headers['authorization']), browser.serverKey)
    if (!sender || sender.aud !== origin) return 403
    if (headers['content-encoding'] !== 'aes128gcm') return 400
    const text = decrypt(body, browser)
    if (text === null) return 400
    received.push({ endpoint: browser.target.endpoint, text, subject: sender.sub, audience: sender.aud, ttl: Number(headers['ttl']) })
    return 201
  }

  return {
    origin,
    host: new URL(origin).host,
    ca,
    received,
    subscribe(serverKey) {
      const ecdh = createECDH('prime256v1')
      ecdh.generateKeys()
      const auth = randomBytes(16)
      const path = `/push/${randomUUID()}`
      const target = { endpoint: `${origin}${path}`, p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') }
      browsers.set(path, { target, ecdh, auth, serverKey })
      return { target }
    },
    failNext: (status) => void failures.push(status),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

// A server that listens on TCP has an address object.
const portOf = (server: Server): number => (server.address() as AddressInfo).port

const claims = z.object({ aud: z.string(), sub: z.string(), exp: z.number() })

/** The sender's VAPID claims, if signed with the key of the subscription. */
function senderOf(authorization: string, serverKey: string): z.output<typeof claims> | null {
  const [, token, key] = /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(authorization) ?? []
  if (!token || key !== serverKey) return null
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33, 65).toString('base64url') }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  const isGood = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const parsed = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return isGood && parsed.success && parsed.data.exp * 1_000 > Date.now() ? parsed.data : null
}

const TAG_BYTES = 16

function decrypt(body: Buffer, { ecdh, auth }: Browser): string | null {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const shared = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(senderKey), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
  try {
    const decipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(sealed.subarray(-TAG_BYTES))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    // The text ends at the delimiter of the last record, a 2; zeros may follow.
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  } catch {
    // Encrypted for another browser.
    return null
  }
}

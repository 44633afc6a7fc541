import { generateKeyPairSync, type KeyPairKeyObjectResult, sign, verify } from 'node:crypto'

/**
 * An RSA key of a fake service that signs tokens, like those of OpenID Connect issuers.
 * @param kid the key's name in the issuer's list of keys
 */
export function createSigningKey(kid: string) {
  // Made at first use: it takes a tenth of a second, and many fake services never sign anything.
  let made: KeyPairKeyObjectResult | undefined
  const pair = () => (made ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))
  return {
    kid,
    /** The public half, for the issuer's list of keys. */
    jwk: () => ({ ...pair().publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }),
    /** The private half, in the format of a service account's key file. */
    privateKey: () => pair().privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    /** A signed token (RS256). `header` may contain false values, for tests. */
    sign(claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
      const text = `${part({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${part(claims)}`
      return `${text}.${sign('sha256', Buffer.from(text), pair().privateKey).toString('base64url')}`
    },

    /** The claims of a token that this key signed; null for anything else. Ignores the expiry. */
    read(token: string): Record<string, unknown> | null {
      const [header = '', claims = '', signature = '', ...more] = token.split('.')
      if (more.length > 0) return null
      const isOurs = verify('sha256', Buffer.from(`${header}.${claims}`), pair().publicKey, Buffer.from(signature, 'base64url'))
      if (!isOurs) return null
      // Only `sign` creates tokens with a valid signature, and its claims are an object.
      const payload: Record<string, unknown> = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
      return payload
    },
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

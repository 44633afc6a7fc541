import { generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'

/** An RSA key of a stand-in that signs tokens, as issuers of OpenID Connect have them. */
export type SigningKey = ReturnType<typeof createSigningKey>

/** @param kid the name under which the key stands in the issuer's list of keys */
export function createSigningKey(kid: string) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  // Exporting an RSA key as a JWK gives an object of texts; the type of the export knows more kinds of keys.
  const jwk: JsonWebKey = publicKey.export({ format: 'jwk' })
  return {
    kid,
    /** The public half, for the issuer's list of keys. */
    jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' },
    /** A signed token (RS256). `header` may claim what is not so, for tests. */
    sign(claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
      const text = `${part({ alg: 'RS256', typ: 'JWT', kid, ...header })}.${part(claims)}`
      return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`
    },
  }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

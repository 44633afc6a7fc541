import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

export type TokenClaims = {
  kind: 'access' | 'refresh'
  grant: string
  login: string
  scope: string
  issuedAt: number
  expiresAt: number
  serial: string
}

/**
 * Tokens with signed claims, so that an account stays connected when the fake service restarts. To the product they are opaque, like the
 * real ones.
 */
export function createTokenSigner(clientId: string) {
  const key = createHash('sha256').update(`stand-in for the application ${clientId}`).digest()
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  return {
    issue(claims: TokenClaims): string {
      const text = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return `${text}.${sign(text).toString('base64url')}`
    },
    /** The claims of a token that this fake service issued, expired or not; null for anything else. */
    read(token: string): TokenClaims | null {
      const [text = '', signature = ''] = token.split('.')
      const received = Buffer.from(signature, 'base64url')
      const expected = sign(text)
      if (received.length !== expected.length || !timingSafeEqual(received, expected)) return null
      // Only `issue` creates tokens with a valid signature.
      const claims: TokenClaims = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
      return claims
    },
  }
}

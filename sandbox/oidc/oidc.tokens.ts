import { createSigningKey } from '#sandbox/kit/signing-key.ts'
import { claimsOf } from './oidc.people.ts'

/** Ways in which the next id_token is invalid. */
export type Flaw = 'wrong-nonce' | 'no-nonce' | 'other-key' | 'wrong-audience' | 'wrong-issuer' | 'expired' | 'no-id-token'

export type IdTokenOptions = {
  clientId: string
  /** Unix time in milliseconds. */
  now: () => number
  /** Omits name and address, which are then only in `/userinfo`. */
  thin: boolean
}

const TOKEN_SECONDS = 3_600

export function createIdTokens({ clientId, now, thin }: IdTokenOptions) {
  let latest = createSigningKey('oidc-1')
  const keys = [latest]
  const flaws: Flaw[] = []

  function claims(issuer: string, login: string, nonce: string | null, flaw: Flaw | undefined) {
    const second = Math.floor(now() / 1000) - (flaw === 'expired' ? TOKEN_SECONDS * 2 : 0)
    const { sub, ...otherClaims } = claimsOf(login)
    return {
      iss: flaw === 'wrong-issuer' ? 'https://id.example' : issuer,
      aud: flaw === 'wrong-audience' ? 'another-client' : clientId,
      sub,
      iat: second,
      exp: second + TOKEN_SECONDS,
      ...(nonce === null || flaw === 'no-nonce' ? {} : { nonce: flaw === 'wrong-nonce' ? `${nonce}x` : nonce }),
      ...(thin ? {} : otherClaims),
    }
  }

  return {
    /** The identity in a token response. */
    answer({ issuer, login, nonce }: { issuer: string; login: string; nonce: string | null }): { id_token?: string } {
      const flaw = flaws.shift()
      if (flaw === 'no-id-token') return {}
      const key = flaw === 'other-key' ? createSigningKey(latest.kid) : latest
      return { id_token: key.sign(claims(issuer, login, nonce, flaw)) }
    },
    published: () => ({ keys: keys.map((key) => key.jwk()) }),
    /** Makes the next id_token invalid in that way. */
    flawNext: (flaw: Flaw): void => void flaws.push(flaw),
    /** From now on, tokens are signed with a new key. */
    rotateKey(): void {
      latest = createSigningKey(`oidc-${keys.length + 1}`)
      keys.push(latest)
    },
  }
}

import { normaliseLogin, type Listener } from '#sandbox/kit/listeners.ts'

/** Accounts that the login page offers. Any other name works too. */
export const suggestedPeople: readonly Listener[] = [
  { login: 'robin', displayName: 'Robin Vega', likes: {} },
  { login: 'noor', displayName: 'Noor Haddad', likes: {} },
  { login: 'unverified', displayName: 'An address nobody has checked', likes: {} },
  { login: 'secretive', displayName: 'Shares no address', likes: {} },
]

/** What the issuer says about somebody: the claims of its id_token and of `/userinfo`. */
export type Claims = { sub: string; name: string; email?: string; email_verified?: boolean }

/** The claims of whoever logs in by that name; typed as an e-mail address, it is theirs. */
export function claimsOf(typed: string): Claims {
  const login = normaliseLogin(typed)
  const sub = `oidc-${login}`
  const name = suggestedPeople.find((person) => person.login === login)?.displayName ?? login
  if (login === 'secretive') return { sub, name }
  return { sub, name, email: login.includes('@') ? login : `${login}@oidc.test`, email_verified: login !== 'unverified' }
}

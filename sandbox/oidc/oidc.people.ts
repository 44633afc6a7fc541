import { normalizeLogin, type Listener } from '#sandbox/kit/listeners.ts'

/** Accounts that the login page offers. Any other name works too. */
export const suggestedPeople: readonly Listener[] = [
  { login: 'robin', displayName: 'Robin Vega', likes: {} },
  { login: 'noor', displayName: 'Noor Haddad', likes: {} },
  { login: 'unverified', displayName: 'An address nobody has checked', likes: {} },
  { login: 'secretive', displayName: 'Shares no address', likes: {} },
]

/** The claims of a user in the id_token and in `/userinfo`. */
export type Claims = { sub: string; name: string; email?: string; email_verified?: boolean }

/** The claims of the user with that login. A login that is an email address is also the email. */
export function claimsOf(typed: string): Claims {
  const login = normalizeLogin(typed)
  const sub = `oidc-${login}`
  const name = suggestedPeople.find((person) => person.login === login)?.displayName ?? login
  if (login === 'secretive') return { sub, name }
  return { sub, name, email: login.includes('@') ? login : `${login}@oidc.test`, email_verified: login !== 'unverified' }
}

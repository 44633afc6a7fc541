/** What the guard looks at before a route change. */
export type GuardInput = {
  requiresAuth: boolean
  isSignedIn: boolean
  /** Whether the signed-in person has a profile; undefined until the server has said so. */
  exists: boolean | undefined
  /** The path that is asked for. */
  target: string
}

export const LOGIN = '/login'
export const SIGN_UP = '/sign-up'
export const ACCOUNT_SETUP = '/account-setup'

/**
 * Where the person has to go instead, or null when the way is free (spec, section 4).
 * An undefined `exists` never redirects.
 */
export function guard({ requiresAuth, isSignedIn, exists, target }: GuardInput): typeof LOGIN | typeof ACCOUNT_SETUP | null {
  if (requiresAuth && !isSignedIn) return LOGIN
  if (isSignedIn && exists === false && target !== ACCOUNT_SETUP) return ACCOUNT_SETUP
  return null
}

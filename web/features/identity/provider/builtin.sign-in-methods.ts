import { readUser } from './builtin.responses.ts'
import type { BuiltinCore } from './builtin.core.ts'
import { IdentityError, type SignInMethods, type IdentityUser } from './identity.provider.ts'

/** Persists values between requesting a link and opening it. */
export type ProviderStorage = { recall(name: string): string | null; keep(name: string, value: string | null): void }

/**
 * Opens another provider's window and resolves once the user has signed in there and our server has the session.
 * Must open the window before anything is awaited. With `subject` it re-authenticates that user: another account is rejected ('user-
 * mismatch') and not signed in.
 */
export type OpenPopup = (
  providerId: string,
  options: {
    subject?: string
    /** Called when the user signs in after the promise was rejected with 'popup-closed-by-user'. */
    onLate: () => void
  },
) => Promise<void>

const LINK_EMAIL = 'link-email'
const VERIFIER = 'custom-token-verifier'

export function createSignInMethods(
  core: BuiltinCore,
  { memory, openPopup }: { memory: ProviderStorage; openPopup: OpenPopup },
): SignInMethods {
  async function signInWithPopup(providerId: string, options: { subject?: string }): Promise<IdentityUser> {
    // A failed reload changes nothing; the next start loads the session.
    await openPopup(providerId, { ...options, onLate: () => void takeOver(options).catch(() => undefined) })
    return takeOver(options)
  }

  /** Loads the session that the popup created. */
  async function takeOver(options: { subject?: string }): Promise<IdentityUser> {
    const user = readUser(await core.request('/get-session'))
    if (!user) throw new IdentityError('popup-closed-by-user')
    if (options.subject !== undefined && user.subject !== options.subject) throw new IdentityError('user-mismatch')
    core.setUser(user)
    return user
  }

  return {
    async signUpWithPassword({ email, password, displayName = '' }) {
      const user = readUser(await core.request('/sign-up/email', { email, password, name: displayName }))
      if (user) core.setUser(user)
      return user
    },
    confirmSignUp: (input) => core.enter('/sign-up/confirm', input),
    signInWithPassword: ({ email, password }) => core.enter('/sign-in/email', { email, password }),

    async sendSignInLink({ email, returnTo }) {
      await core.request('/link/send', { email, return_to: returnTo })
      memory.keep(LINK_EMAIL, email)
    },
    isSignInLink: (url) => codeOf(url, 'link') !== null,
    emailOfSignInLink: () => memory.recall(LINK_EMAIL),
    async completeSignInLink({ url, email, otherDevice = false }) {
      const code = codeOf(url, 'link')
      if (code === null) throw new IdentityError('link-invalid-or-expired')
      const user = await core.enter('/link/complete', { code, email, other_device: otherDevice })
      memory.keep(LINK_EMAIL, null)
      return user
    },

    signInWithPopup: (providerId) => signInWithPopup(providerId, {}),

    customTokenChallenge: () => createChallenge(memory),
    signInWithCustomToken: (token) => withVerifier(memory, (verifier) => core.enter('/custom-token', { token, verifier })),

    async reauthenticate({ password, providerId }) {
      const { subject } = core.requireUser()
      if (providerId !== undefined) await signInWithPopup(providerId, { subject })
      else await core.enter('/reauthenticate', { password: password ?? '' })
    },
  }
}

/** Stores a new PKCE verifier on this device and returns its S256 challenge. */
export async function createChallenge(memory: ProviderStorage): Promise<string> {
  const verifier = base64Url(crypto.getRandomValues(new Uint8Array(32)))
  memory.keep(VERIFIER, verifier)
  return base64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

/** Runs `work` with the stored secret, which is deleted when that succeeds. @throws IdentityError 'invalid-custom-token' without one */
export async function withVerifier<T>(memory: ProviderStorage, work: (verifier: string) => Promise<T>): Promise<T> {
  const verifier = memory.recall(VERIFIER)
  if (verifier === null) throw new IdentityError('invalid-custom-token')
  const result = await work(verifier)
  memory.keep(VERIFIER, null)
  return result
}

/** The code of one of our links, or null. It is in the fragment, so that no server logs it. */
export function codeOf(url: string, mode: string): string | null {
  // The base makes relative URLs parseable; it is never requested.
  const parsed = URL.parse(url, 'https://here.invalid')
  const code = parsed?.hash.slice(1)
  return parsed?.searchParams.get('mode') === mode && code ? code : null
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/=+$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_')

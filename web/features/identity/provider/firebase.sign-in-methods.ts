import {
  type AuthProvider,
  createUserWithEmailAndPassword,
  EmailAuthProvider,
  GoogleAuthProvider,
  isSignInWithEmailLink,
  type PopupRedirectResolver,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  updateProfile,
} from '@firebase/auth'
import { readCustomToken } from './builtin.responses.ts'
import { type Fetch, requestBuiltin } from './builtin.request.ts'
import { createChallenge, type ProviderStorage, withVerifier } from './builtin.sign-in-methods.ts'
import type { FirebaseCore } from './firebase.core.ts'
import type { PasswordCheck } from './firebase.password.ts'
import { IdentityError, type IdentityErrorCode, type SignInMethods } from './identity.provider.ts'

export type FirebaseSignInOptions = {
  /** Sends requests to our own server. */
  fetch: Fetch
  memory: ProviderStorage
  /** The origin of this page, for links in emails. */
  origin: string
  /** Opens popups; undefined outside of browsers. */
  popups: PopupRedirectResolver | undefined
  withRules: PasswordCheck['withRules']
}

const LINK_EMAIL = 'link-email'
const providers: Record<string, () => AuthProvider> = { google: () => new GoogleAuthProvider() }
/** The SDK has no own code for a popup whose script or page could not be loaded. */
const inWindow: Record<string, IdentityErrorCode> = { 'internal-error': 'network-request-failed' }

export function createFirebaseSignInMethods(
  core: FirebaseCore,
  { fetch, memory, origin, popups, withRules }: FirebaseSignInOptions,
): SignInMethods {
  const { auth, run } = core

  function providerOf(id: string): AuthProvider {
    const make = providers[id]
    if (!make) throw new IdentityError('provider-not-configured')
    return make()
  }

  return {
    async signUpWithPassword({ email, password, displayName = '' }) {
      const { user } = await withRules(password, () => createUserWithEmailAndPassword(auth, email, password))
      // The account exists without it; the profile asks for the name again.
      if (displayName) await updateProfile(user, { displayName }).catch(() => undefined)
      return core.setSignedIn(user)
    },
    // Firebase signs new users in at once.
    confirmSignUp: () => Promise.reject(new IdentityError('provider-not-configured')),

    signInWithPassword: async ({ email, password }) =>
      core.setSignedIn((await run(() => signInWithEmailAndPassword(auth, email, password))).user),

    async sendSignInLink({ email, returnTo }) {
      const url = `${origin}/login?${new URLSearchParams({ return_to: returnTo }).toString()}`
      await run(() => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true }))
      memory.keep(LINK_EMAIL, email)
    },
    isSignInLink: (url) => isSignInWithEmailLink(auth, url),
    emailOfSignInLink: () => memory.recall(LINK_EMAIL),
    async completeSignInLink({ url, email, otherDevice = false }) {
      if (!isSignInWithEmailLink(auth, url)) throw new IdentityError('link-invalid-or-expired')
      // Firebase accepts a link on any device: a user who opened an attacker's link would be signed in to the attacker's account.
      if (memory.recall(LINK_EMAIL) === null && !otherDevice) throw new IdentityError('link-other-device')
      const { user } = await run(() => signInWithEmailLink(auth, email, url), { 'invalid-email': 'link-email-mismatch' })
      memory.keep(LINK_EMAIL, null)
      return core.setSignedIn(user)
    },

    async signInWithPopup(providerId) {
      const { user } = await run(() => signInWithPopup(auth, providerOf(providerId), popups), inWindow)
      return core.setSignedIn(user)
    },

    customTokenChallenge: () => createChallenge(memory),
    async signInWithCustomToken(token) {
      const customToken = await withVerifier(memory, async (verifier) =>
        readCustomToken(await requestBuiltin(fetch, '/custom-token/exchange', { token, verifier })),
      )
      return core.setSignedIn((await run(() => signInWithCustomToken(auth, customToken))).user)
    },

    async reauthenticate({ password, providerId }) {
      const user = core.requireUser()
      if (providerId === undefined) {
        const credential = EmailAuthProvider.credential(user.email ?? '', password ?? '')
        await run(() => reauthenticateWithCredential(user, credential))
      } else await run(() => reauthenticateWithPopup(user, providerOf(providerId), popups), inWindow)
      await core.setSignedIn(user)
    },
  }
}

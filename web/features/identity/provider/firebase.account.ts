import {
  applyActionCode,
  confirmPasswordReset,
  EmailAuthProvider,
  reauthenticateWithCredential,
  reload,
  sendEmailVerification,
  sendPasswordResetEmail,
  signOut,
  updatePassword,
  type User,
  verifyBeforeUpdateEmail,
} from '@firebase/auth'
import { identityCalls } from '#contract/identity/identity.ts'
import { type Fetch, requestCall } from './builtin.request.ts'
import type { FirebaseCore } from './firebase.core.ts'
import type { FirebaseDeletion } from './firebase.deletion.ts'
import type { PasswordCheck } from './firebase.password.ts'
import { IdentityError, type AccountManagement } from './identity.provider.ts'

export type FirebaseAccountOptions = {
  fetch: Fetch
  origin: string
  withRules: PasswordCheck['withRules']
  deletion: Pick<FirebaseDeletion, 'isPending' | 'run'>
}

/** Account management at Firebase, and of its data on our server. */
export function createFirebaseAccount(
  core: FirebaseCore,
  { fetch, origin, withRules, deletion }: FirebaseAccountOptions,
): AccountManagement {
  const { auth, run } = core
  /** Firebase's own pages return to this address. */
  const back = { url: `${origin}/login` }

  async function confirm(user: User, password: string): Promise<void> {
    await run(() => reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email ?? '', password)))
  }

  /** Applies an email's code to the signed-in account. */
  async function applyCode(code: string): Promise<void> {
    const user = core.requireUser()
    await run(() => applyActionCode(auth, code))
    // After a change of address the old sessions have ended, so the user signs in again.
    await reload(user).catch(() => undefined)
    await core.setSignedIn(user)
  }

  return {
    sendPasswordReset: (email) => run(() => sendPasswordResetEmail(auth, email, back)),
    confirmPasswordReset: ({ code, password }) => withRules(password, () => confirmPasswordReset(auth, code, password)),

    async changePassword({ current, next }) {
      const user = core.requireUser()
      await confirm(user, current)
      await withRules(next, () => updatePassword(user, next))
    },

    async lookupAccount() {
      const user = auth.currentUser
      if (!user) return null
      await run(() => reload(user))
      const providers = user.providerData.map(({ providerId }) => providerId.replace(/\.com$/, ''))
      return { ...(await core.setSignedIn(user)), providers, recoveryCodesLeft: null }
    },

    sendVerification: () => run(() => sendEmailVerification(core.requireUser(), back)),
    confirmEmail: applyCode,
    async changeEmail({ email, password }) {
      const user = core.requireUser()
      if (password !== undefined) await confirm(user, password)
      await run(() => verifyBeforeUpdateEmail(user, email, back))
    },
    confirmEmailChange: applyCode,

    // Firebase does not expose sessions to clients.
    listSessions: async () => [],
    async revokeSessions(input) {
      // Our server knows Firebase sessions only by time: it can end all of them, not one.
      if (input !== undefined) throw new IdentityError('provider-not-configured')
      await requestCall(fetch, identityCalls.revokeSessions, await core.getToken(), { which: 'all' })
      await signOut(auth)
    },

    exportData: async () => (await requestCall(fetch, identityCalls.exportAccount, await core.getToken())).url,

    async deleteAccount({ password } = {}) {
      const user = core.requireUser()
      if (password !== undefined) await confirm(user, password)
      // Deletes our data first: without the account its token would be invalid.
      const ours = deletion.isPending(user)
        ? null
        : await requestCall(fetch, identityCalls.deleteAccount, await core.getToken({ forceRefresh: true }))
      await deletion.run(user)
      return { filesPending: ours?.files_pending ?? 0 }
    },
  }
}

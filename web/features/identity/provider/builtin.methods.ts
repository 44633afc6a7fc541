import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import type { BuiltinCore } from './builtin.core.ts'
import { type Fetch, requestCall } from './builtin.request.ts'
import { createSignInMethods, type ProviderStorage } from './builtin.sign-in-methods.ts'
import { type AccountManagement, IdentityError, type IdentityMethods, type PasswordPolicy } from './identity.provider.ts'
import { createPopup, type PopupBrowser } from './popup.ts'
import { identityCalls } from '#contract/identity/identity.ts'
import { switchToNextAccount } from './builtin.accounts.ts'
import { readAccount } from './builtin.responses.ts'

export type BuiltinMethodsOptions = {
  fetch: Fetch
  /** The provider's password policy, from this installation's capabilities. */
  passwordPolicy: () => Promise<PasswordPolicy>
  memory?: ProviderStorage
  /** Whether the browser stores cookies: without them, a sign-in is lost at the next request. */
  storesCookies?: () => boolean
}

export function createMethods(core: BuiltinCore, options: BuiltinMethodsOptions): IdentityMethods {
  const { fetch, passwordPolicy, memory = { keep: writeStored, recall: readStored }, storesCookies = browserStoresCookies } = options
  /** Rejects before anything is sent: a sign-up would create an account that nobody can use here. */
  const withCookies =
    <Args extends unknown[], Result>(send: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> =>
      storesCookies() ? send(...args) : Promise.reject(new IdentityError('cookies-blocked'))
  const signInCore = { ...core, enter: withCookies(core.enter), request: withCookies(core.request) }
  return {
    ...createSignInMethods(signInCore, { memory, openPopup: withCookies(createPopup({ fetch, browser: popupBrowser })) }),
    ...createAccountManagement(core, { fetch }),

    secondFactor: async () => (await import('./builtin.second-factor.ts')).createSecondFactor(core),

    accounts: async () => (await import('./builtin.accounts.ts')).createBrowserAccounts(core),

    passkeys: async () => (await import('./builtin.passkeys.ts')).createPasskeys(signInCore),

    async checkPassword(password) {
      const { minLength, maxLength } = await passwordPolicy()
      const missing = [
        ...(password.length < minLength ? (['min_length'] as const) : []),
        ...(password.length > maxLength ? (['max_length'] as const) : []),
      ]
      return { ok: missing.length === 0, missing }
    },
  }
}

/** Undefined outside of browsers, where the caller has its own cookies. */
const browserStoresCookies = () => (navigator.cookieEnabled as boolean | undefined) !== false

/** Must equal the name in the server's final page. */
const CHANNEL = 'wl.popup'

/** The browser's windows, channel and timers. */
const popupBrowser: PopupBrowser = {
  open({ width, height }) {
    const left = Math.round(screenX + (outerWidth - width) / 2)
    const top = Math.round(screenY + (outerHeight - height) / 2)
    const opened = open('about:blank', '_blank', `popup,width=${width},height=${height},left=${left},top=${top}`)
    return (
      opened && {
        get closed() {
          return opened.closed
        },
        close: () => opened.close(),
        // Replaces the history entry: "back" in the popup must not open an empty page.
        goTo: (address) => opened.location.replace(address),
      }
    )
  },

  listen(listener) {
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = (event: MessageEvent<unknown>) => listener(event.data)
    return () => channel.close()
  },

  hasFocus: () => document.hasFocus(),

  newFlow: () => crypto.randomUUID(),

  startTimer(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

function createAccountManagement(core: BuiltinCore, { fetch }: { fetch: Fetch }): AccountManagement {
  const token = () => core.getToken()

  return {
    sendPasswordReset: async (email) => void (await core.request('/password/forgot', { email })),
    confirmPasswordReset: async (input) => void (await core.request('/password/reset', input)),
    // Returns a new session instead of this one; all others have ended.
    changePassword: async (input) => void (await core.enter('/password/change', input)),
    lookupAccount: async () => readAccount(await core.request('/account')),
    sendVerification: async () => void (await core.request('/email/verify/send', {})),
    confirmEmail: async (code) => void (await core.enter('/email/verify', { code })),
    changeEmail: async (input) => void (await core.request('/email/change', input)),
    confirmEmailChange: async (code) => void (await core.enter('/email/change/confirm', { code })),

    async listSessions() {
      const { sessions } = await requestCall(fetch, identityCalls.getSessions, await token())
      return sessions.map(({ created_at, last_seen_at, ...session }) => ({
        ...session,
        createdAt: new Date(created_at),
        lastSeenAt: new Date(last_seen_at),
      }))
    },

    async revokeSessions(input) {
      const which =
        input === undefined
          ? { which: 'all' as const }
          : 'id' in input
            ? { which: 'one' as const, id: input.id }
            : { which: 'others' as const }
      await requestCall(fetch, identityCalls.revokeSessions, await token(), which)
      if (which.which === 'all') await switchToNextAccount(core)
    },

    async exportData() {
      const { url } = await requestCall(fetch, identityCalls.exportAccount, await token())
      return url
    },

    async deleteAccount({ password } = {}) {
      if (password !== undefined) await core.enter('/reauthenticate', { password })
      const { files_pending: filesPending } = await requestCall(fetch, identityCalls.deleteAccount, await token())
      await switchToNextAccount(core)
      return { filesPending }
    },
  }
}

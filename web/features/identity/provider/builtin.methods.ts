import { readStored, writeStored } from '#web/platform/browser-storage.ts'
import { createAccountManagement } from './builtin.account.ts'
import type { BuiltinCore } from './builtin.core.ts'
import type { Fetch } from './builtin.request.ts'
import { createSignInMethods, type ProviderStorage } from './builtin.sign-in-methods.ts'
import type { IdentityMethods, PasswordPolicy } from './identity.provider.ts'
import { createPopup, type PopupBrowser } from './popup.ts'

export type BuiltinMethodsOptions = {
  fetch: Fetch
  /** The provider's password policy, from this installation's capabilities. */
  passwordPolicy: () => Promise<PasswordPolicy>
  memory?: ProviderStorage
}

/** The methods of the built-in provider. */
export function createMethods(core: BuiltinCore, options: BuiltinMethodsOptions): IdentityMethods {
  const { fetch, passwordPolicy, memory = { keep: writeStored, recall: readStored } } = options
  return {
    ...createSignInMethods(core, { memory, openPopup: createPopup({ fetch, browser: popupBrowser }) }),
    ...createAccountManagement(core, { fetch }),

    secondFactor: async () => (await import('./builtin.second-factor.ts')).createSecondFactor(core),

    accounts: async () => (await import('./builtin.accounts.ts')).createBrowserAccounts(core),

    passkeys: async () => (await import('./builtin.passkeys.ts')).createPasskeys(core),

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

  later(work, ms) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

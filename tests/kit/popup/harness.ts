/* A page with nothing on it but the ways through a sign-in window, made of the product's own adapter. It runs in the browser
   of a journey, on the product's server and under its headers. */
import { createBuiltinProvider } from '#web/features/identity/builtin.provider.ts'
import type { IdentityProvider } from '#web/features/identity/identity.provider.ts'
import { popupBrowser } from '#web/features/identity/popup.browser.ts'
import { createPopup } from '#web/features/identity/popup.ts'

const server = (address: string, init: RequestInit) => fetch(address, init)
const identity: IdentityProvider = createBuiltinProvider({
  fetch: server,
  passwordPolicy: async () => ({ minLength: 8, maxLength: 128 }),
  openPopup: createPopup({ fetch: server, browser: popupBrowser }),
})

function show(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

async function tell(work: Promise<unknown>): Promise<void> {
  show('outcome', 'waiting')
  show(
    'outcome',
    await work.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'an error without a code',
    ),
  )
}

identity.subscribe((user) => show('user', user?.email ?? 'nobody'))
document.getElementById('sign-in')?.addEventListener('click', () => void tell(identity.signInWithPopup('oidc')))
document.getElementById('confirm')?.addEventListener('click', () => void tell(identity.reauthenticate({ providerId: 'oidc' })))
await identity.start()

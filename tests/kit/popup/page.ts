import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'

/** Adds buttons for the sign-in windows of one provider to the page, and shows their results. */
export async function showOn(identity: IdentityProvider, providerId: string): Promise<void> {
  identity.subscribe((user) => show('user', user?.email ?? 'nobody'))
  const methods = await identity.methods()
  onClick('sign-in', () => methods.signInWithPopup(providerId))
  onClick('confirm', () => methods.reauthenticate({ providerId }))
  onClick('ask', async () => {
    const authorization = `Bearer ${await identity.getToken()}`
    show('server', String((await fetch('/app/auth/check-user-exist', { headers: { authorization } })).status))
  })
  await identity.start()
}

function onClick(id: string, act: () => Promise<unknown>): void {
  document.getElementById(id)?.addEventListener('click', () => void report(act()))
}

async function report(work: Promise<unknown>): Promise<void> {
  show('outcome', 'waiting')
  show(
    'outcome',
    await work.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? 'an error without a code',
    ),
  )
}

function show(id: string, text: string): void {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Capabilities } from '#contract/identity/identity.ts'
import { type Digest, notificationKinds } from '#contract/notifications.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { startSession } from '#web/features/identity/session.ts'
import { queryClient } from '#web/platform/query.ts'
import { NotificationsSection } from './NotificationsSection.tsx'

let stop = () => undefined as void
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

/** Shows the section. Returns the number of emails that were requested. */
function show({ digest, emailVerified }: { digest: Digest; emailVerified: boolean }): () => number {
  let sent = 0
  const all = { in_app: true, push: true, mail: true }
  const kinds = Object.fromEntries(notificationKinds.map((kind) => [kind, all]))
  const settings = { kinds, quiet: null, time_zone: 'UTC', push_shows_text: false, digest }
  const capabilities: Capabilities = {
    product: 'Wavelength',
    identity: {
      kind: 'builtin',
      methods: ['password'],
      popup: [],
      account: ['verify_email'],
      confirms_sign_up: false,
      password: { min_length: 8, max_length: 100, refuses_common: false },
    },
    sources: [],
    minimum_age: 16,
    preview: false,
  }
  vi.stubGlobal('fetch', async (...[address]: Parameters<typeof fetch>) => {
    const url = address instanceof Request ? address.url : String(address)
    return Response.json(url.includes('/offer') ? capabilities : settings)
  })
  const account = { subject: 'anna', email: 'anna@example.org', emailVerified, displayName: null, providers: [], recoveryCodesLeft: null }
  const methods = { lookupAccount: async () => account, sendVerification: async () => void sent++ }
  // The section uses nothing else of the provider.
  stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
    methods: async () => methods,
  } as unknown as IdentityProvider)
  useAuthStore.setState({ uid: '0199d3a0-0000-7000-8000-000000000001', user: account })
  renderInApp(<NotificationsSection />)
  return () => sent
}

test('a summary by email for an unconfirmed address asks to confirm it, and sends the link', async () => {
  const sent = show({ digest: 'daily', emailVerified: false })
  expect(await screen.findByText('Confirm your email address first')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText('Check your email: we’ve sent a link to anna@example.org.')).toBeTruthy()
  expect(sent()).toBe(1)
})

test.each([
  { digest: 'off', emailVerified: false },
  { digest: 'weekly', emailVerified: true },
] as const)('nothing has to be confirmed with %o', async (state) => {
  show(state)
  expect(await screen.findByText('Summary by email')).toBeTruthy()
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText('Confirm your email address first')).toBeNull()
})

import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { startSession } from '#web/features/identity/session.ts'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { queryClient } from '#web/platform/query.ts'
import { AuthReturn } from './AuthReturn.tsx'

let stop = () => undefined as void
afterEach(() => {
  stop()
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

/** Opens the return page of Spotify; the server answers with this error. */
async function titleAfter(code: string): Promise<string> {
  history.replaceState(null, '', `/__auth/spotify?code=abc&state=${code}`)
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { type: 'about:blank', title: 'x', status: 400, code },
      { status: 400, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  // The page uses nothing else of the provider.
  stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
  } as unknown as IdentityProvider)
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
          <MemoryRouter>
            <AuthReturn source="spotify" />
          </MemoryRouter>
        </I18nProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )
  const alert = await screen.findByRole('alert')
  return alert.querySelector('h3')?.textContent ?? ''
}

test.each([
  ['authorisation_code_rejected', 'The authorization code is wrong'],
  ['authorisation_failed', 'This attempt has expired'],
  ['account_in_use', 'That account is already in use'],
])('explains the error %s', async (code, title) => {
  expect(await titleAfter(code)).toBe(title)
})

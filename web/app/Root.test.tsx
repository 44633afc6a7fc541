import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'
import { takeWanted } from './wanted.ts'
import { Root } from './Root.tsx'

const uid = '0199d3a0-0000-4000-8000-000000000001'
const user = { subject: 's1', email: 'mira@example.org', emailVerified: true, displayName: null }

vi.mock('./live.ts', () => ({ startLive: () => () => undefined }))

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  useAuthStore.setState(useAuthStore.getInitialState(), true)
})
afterEach(() => {
  // While the clock is still the fake one, so that what components stop is what they started.
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Address() {
  const { pathname, search } = useLocation()
  return <output data-testid="address">{pathname + search}</output>
}

function open(path: string) {
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter initialEntries={[path]}>
            <Root />
            <Address />
          </MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
}
const address = () => screen.getByTestId('address').textContent

it('a signed-out visitor of a closed page is led to the login page, and it is remembered where they wanted to go', async () => {
  useAuthStore.getState().setUser(null)
  open('/find_buddies?filter=music')
  expect(address()).toBe('/login')
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect([takeWanted(), takeWanted()]).toEqual(['/find_buddies?filter=music', '/'])
})

it('somebody without a profile is led to account setup from any address, an open one too', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: false, uid })
  open('/privacy-policy')
  expect(address()).toBe('/account-setup')
})

it('while it is not known who is there, a closed page waits and nobody is sent away', async () => {
  open('/settings')
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect([address(), screen.queryByRole('alert')]).toEqual(['/settings', null])
})

it('after 3 seconds the offline shell offers another try, which waits again', async () => {
  useAuthStore.getState().setUser(user)
  open('/settings')
  await act(() => vi.advanceTimersByTimeAsync(3_100))
  expect(screen.getByRole('alert').textContent).toContain('We can’t reach the server')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect([screen.queryByRole('alert'), address()]).toEqual([null, '/settings'])
})

it('a page that was waited for is shown as soon as the server has said who is there', async () => {
  useAuthStore.getState().setUser(user)
  open('/settings')
  act(() => useAuthStore.getState().setProfile({ exists: true, uid }))
  expect(await screen.findByText('mira@example.org')).toBeTruthy()
})

it('signing out of a closed page leads to the login page', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/settings')
  act(() => useAuthStore.getState().setUser(null))
  expect(address()).toBe('/login')
})

it('Ctrl and K put the cursor into the search field', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/nowhere')
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  expect(document.activeElement).toBe(screen.getByRole('combobox'))
})

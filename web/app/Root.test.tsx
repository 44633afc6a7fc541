import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { i18n } from '#web/platform/i18n.ts'
import { queryClient } from '#web/platform/query.ts'
import { doorOf } from '#web/pages/shortcuts/keys.ts'
import { takeWanted } from '#web/features/identity/return-path.ts'
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

it('somebody whose own profile does not arrive has the way to it all the same', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/shortcuts')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  const ways = screen.getAllByRole('link', { name: 'Profile' }).map((link) => link.getAttribute('href'))
  // One of the places of the rail, and one's own name at its foot.
  expect(ways).toEqual([`/profile/${uid}`, `/profile/${uid}`])
})

it('signing out of a closed page leads to the login page', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/settings')
  act(() => useAuthStore.getState().setUser(null))
  expect(address()).toBe('/login')
})

it('Ctrl and K open the palette with the cursor in it, and Escape gives the focus back', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/shortcuts')
  const search = screen.getByRole('combobox', { name: 'Search' })
  search.focus()
  fireEvent.keyDown(search, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: /people, pages and actions/ })
  fireEvent.change(field, { target: { value: 'discov' } })
  expect(screen.getByRole('option', { name: /Discover/ }).id).toBe(field.getAttribute('aria-activedescendant'))
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true })
  expect([screen.queryByRole('dialog'), document.activeElement]).toEqual([null, search])
})

it('what is chosen in the palette is opened, and offered first the next time', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/shortcuts')
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  const field = await screen.findByRole('combobox', { name: /people, pages and actions/ })
  fireEvent.change(field, { target: { value: 'privacy' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeTruthy()
  expect(address()).toBe('/privacy-policy')
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  await screen.findByRole('combobox', { name: /people, pages and actions/ })
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Privacy policy')
})

it('a question mark opens the list of keys, but not where somebody writes, and not when it is switched off', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/nowhere')
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Search' }), { key: '?' })
  fireEvent.keyDown(document.body, { key: '?' })
  fireEvent.click(await screen.findByRole('switch', { name: /The \? key opens this list/ }))
  expect([doorOf(new KeyboardEvent('keydown', { key: '?' })), doorOf(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))]).toEqual([
    null,
    'palette',
  ])
})

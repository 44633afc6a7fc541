import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { overlayForKey } from '#web/pages/shortcuts/keys.ts'
import { useSaveDialog } from '#web/features/media/folders/save-dialog.store.ts'
import { consumeReturnPath } from '#web/features/identity/return-path.ts'
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
  useAuthStore.setState(useAuthStore.getInitialState(), true)
})
afterEach(() => {
  // Unmounts while fake timers are active, so that components clear the timers they started.
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function GoBack() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Go back
    </button>
  )
}

function open(path: string) {
  renderInApp(
    <>
      <Root />
      <GoBack />
    </>,
    { path },
  )
}

it('redirects a signed-out visitor of a protected page to the login page and saves the return path', async () => {
  useAuthStore.getState().setUser(null)
  open('/find_buddies?filter=music')
  expect(shownPath()).toBe('/login')
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeTruthy()
  expect([consumeReturnPath(), consumeReturnPath()]).toEqual(['/find_buddies?filter=music', '/'])
})

it('redirects a user without a profile to account setup from any address, public ones too', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: false, uid })
  open('/privacy-policy')
  expect(shownPath()).toBe('/account-setup')
})

it('shows an address in capital letters at its lowercase one, so that ids equal those of the server', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/Chat/0199D3A0-0000-4000-8000-00000000000A?at=3')
  expect(shownPath()).toBe('/chat/0199d3a0-0000-4000-8000-00000000000a?at=3')
})

it('waits on a protected page and does not redirect while the auth state is unknown', async () => {
  open('/settings')
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(2_900))
  expect([shownPath(), screen.queryByRole('alert')]).toEqual(['/settings', null])
})

it('shows the offline state with a retry button after 3 seconds, and waits again after a retry', async () => {
  useAuthStore.getState().setUser(user)
  open('/settings')
  await act(() => vi.advanceTimersByTimeAsync(3_100))
  expect(screen.getByRole('alert').textContent).toContain('We can’t reach the server')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect([screen.queryByRole('alert'), shownPath()]).toEqual([null, '/settings'])
})

it('shows the requested page as soon as the server confirms the user', async () => {
  useAuthStore.getState().setUser(user)
  open('/settings')
  act(() => useAuthStore.getState().setProfile({ exists: true, uid }))
  expect(await screen.findByText('mira@example.org')).toBeTruthy()
})

it("links to the user's profile even when it could not be loaded", async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/shortcuts')
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  const addresses = screen.getAllByRole('link', { name: 'Profile' }).map((link) => link.getAttribute('href'))
  // One link in the rail and one at the user's name below it.
  expect(addresses).toEqual([`/profile/${uid}`, `/profile/${uid}`])
  expect(screen.getByRole('link', { name: 'Your profile' }).getAttribute('href')).toBe(`/profile/${uid}`)
})

it('on the user’s own profile the top bar links to the settings, elsewhere to that profile', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open(`/profile/${uid}/buddies`)
  const bar = within(screen.getByRole('banner'))
  expect(bar.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/settings')
  expect(bar.queryByRole('link', { name: 'Your profile' })).toBeNull()
})

it.each([
  ['/shortcuts', 'Keyboard shortcuts'],
  ['/search?q=mira', 'Search'],
  ['/find-people', 'Find people'],
  ['/no/such/page', 'Page not found'],
  ['/discover_content', 'Discover'],
  ['/', 'Home'],
])('shows the name of %s in the top bar: %s', async (path, name) => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open(path)
  // The page has a header of its own, which is there at once when its code has loaded.
  const title = screen.getAllByRole('banner')[0]?.querySelector('.wl-top-title')
  await vi.waitFor(() => expect(title?.textContent).toBe(name), { timeout: 20_000 })
})

it('redirects to the login page after a sign-out on a protected page', () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/settings')
  act(() => useAuthStore.getState().setUser(null))
  expect(shownPath()).toBe('/login')
})

it('scrolls to the top-left on back and forward, and leaves no position for the browser to restore', async () => {
  history.scrollRestoration = 'auto'
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  useAuthStore.getState().setUser(null)
  open('/privacy-policy')
  fireEvent.click(screen.getByRole('link', { name: 'Terms' }))
  expect(shownPath()).toBe('/terms-of-service')
  scroll.mockClear()
  fireEvent.click(screen.getByRole('button', { name: 'Go back' }))
  expect([shownPath(), history.scrollRestoration]).toEqual(['/privacy-policy', 'manual'])
  expect(scroll).toHaveBeenCalledExactlyOnceWith({ left: 0, top: 0, behavior: 'instant' })
})

it('opens the palette with Ctrl+K, focuses its field, and restores the focus after Escape', async () => {
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

it('closes the palette and the choice of a folder when the browser goes back', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/shortcuts')
  const [link] = screen.getAllByRole('link', { name: 'Settings' })
  if (link) fireEvent.click(link)
  await vi.waitFor(() => expect(shownPath()).toBe('/settings'))
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  await screen.findByRole('dialog')
  act(() =>
    useSaveDialog
      .getState()
      .open({ link: { link: 'https://youtu.be/dQw4w9WgXcQ', platform: 'youtube', kind: 'video', id: 'dQw4w9WgXcQ' }, title: '' }),
  )
  await vi.waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
  fireEvent.click(screen.getByText('Go back'))
  await vi.waitFor(() => expect(shownPath()).toBe('/shortcuts'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows the palette field at once and keeps the typed text while the palette opens', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/shortcuts')
  const search = screen.getByRole('combobox', { name: 'Search' })
  search.focus()
  fireEvent.keyDown(search, { key: 'k', ctrlKey: true })
  const early = screen.getByRole('textbox', { name: /people, pages and actions/ })
  expect(document.activeElement).toBe(early)
  fireEvent.change(early, { target: { value: 'khru' } })
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /people, pages and actions/ })
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  expect([field.value, field.selectionStart, screen.queryByRole('textbox', { name: /people, pages/ })]).toEqual(['khru', 4, null])
  fireEvent.keyDown(field, { key: 'k', ctrlKey: true })
  expect(document.activeElement).toBe(search)
  fireEvent.keyDown(search, { key: 'k', ctrlKey: true })
  fireEvent.keyDown(screen.getByRole('textbox', { name: /people, pages and actions/ }), { key: 'Escape' })
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect([document.activeElement, screen.queryByRole('dialog')]).toEqual([search, null])
})

it.each([{ isSuspended: true }, { mustAcceptTerms: true }])(
  'shows only the page to users with %o, whose logo leads back',
  async (state) => {
    useAuthStore.getState().setUser(user)
    useAuthStore.getState().setProfile({ exists: true, uid })
    useAuthStore.setState(state)
    open('/terms-of-service')
    expect(await screen.findByRole('heading', { level: 1, name: 'Terms of service' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Search' })).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Wavelength' }))
    expect(shownPath()).toBe('/')
  },
)

it('opens the chosen palette entry, and lists it first the next time', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/shortcuts')
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  const field = await screen.findByRole('combobox', { name: /people, pages and actions/ })
  fireEvent.change(field, { target: { value: 'privacy' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeTruthy()
  expect(shownPath()).toBe('/privacy-policy')
  fireEvent.keyDown(document.body, { key: 'k', metaKey: true })
  await screen.findByRole('combobox', { name: /people, pages and actions/ })
  expect(screen.getAllByRole('option')[0]?.textContent).toContain('Privacy policy')
})

it('opens the shortcut list with a question mark, but not in text fields and not when shortcuts are off', async () => {
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid })
  open('/nowhere')
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Search' }), { key: '?' })
  fireEvent.keyDown(document.body, { key: '?' })
  fireEvent.click(await screen.findByRole('switch', { name: /The \? key opens this list/ }))
  expect([
    overlayForKey(new KeyboardEvent('keydown', { key: '?' })),
    overlayForKey(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true })),
  ]).toEqual([null, 'palette'])
})

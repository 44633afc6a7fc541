import { act, fireEvent, screen } from '@testing-library/react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pagePaths } from '#contract/pages.ts'
import { oddSegments } from '#tests/kit/odd-texts.ts'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { hasPage } from './route-guard.ts'
import { Root } from './Root.tsx'

const ID = '0197a0f0-0000-7000-8000-000000000001'
const user = { subject: 's1', email: 'mira@example.org', emailVerified: true, displayName: null }

vi.mock('./live.ts', () => ({ startLive: () => () => undefined }))

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: 'invalid_input', title: 'no', status: 400, type: 'about:blank' }, { status: 400 })),
  )
  localStorage.clear()
  useAuthStore.setState(useAuthStore.getInitialState(), true)
  useAuthStore.getState().setUser(user)
  useAuthStore.getState().setProfile({ exists: true, uid: ID })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let navigate: NavigateFunction

function Navigation() {
  const currentNavigate = useNavigate()
  useEffect(() => void (navigate = currentNavigate), [currentNavigate])
  return null
}

function open(path: string) {
  renderInApp(
    <>
      <Root />
      <Navigation />
    </>,
    { path },
  )
}

const heading = () => screen.findByRole('heading', { level: 1, name: 'Page not found' })
/** The same without a role: computing roles and names took most of the time of the many addresses below. */
const shownHeading = () => screen.findByText('Page not found', { selector: 'main h1' })
const withIds = pagePaths.filter((path) => path.includes(':') && path !== '/invite/:code')
const isUserName = (path: string, odd: string) => path.startsWith('/profile/:') && /^[a-z0-9_.]{3,24}$/i.test(odd)
const fillPath = (path: string, odd: string) => path.replaceAll(/:\w+\??/g, odd)

it('no page has an address with an invalid id', () => {
  const taken = withIds.flatMap((path) =>
    oddSegments.filter((odd) => !isUserName(path, odd) && hasPage(fillPath(path, odd))).map((odd) => fillPath(path, odd)),
  )
  expect(taken).toEqual([])
})

// The path and the text are independent, so each path gets some texts, and each text some paths.
it.each([0, 1, 2, 3])('all paths with an invalid id show the not-found page (%i)', async (round) => {
  const addresses = withIds
    .map((path, index) => [path, oddSegments[(round * withIds.length + index) % oddSegments.length] ?? ''] as const)
    .filter(([path, odd]) => !isUserName(path, odd))
    .map(([path, odd]) => fillPath(path, odd))
  open('/nowhere')
  await shownHeading()
  // The app stays mounted: mounting it for each address took half of the time of all component tests.
  for (const address of addresses) {
    await act(async () => navigate(address))
    expect(shownPath()).toBe(address)
    expect([address, (await shownHeading()).tagName]).toEqual([address, 'H1'])
  }
})

it('an invitation with an invalid code says so', async () => {
  open('/invite/part-of-a-code')
  expect(await screen.findByRole('heading', { name: 'This invitation isn’t valid' })).toBeDefined()
})

const queries = ['uid', 'post', 'as', 'tab', 'q', 'at', 'filter', 'mode', 'return_to', 'code', 'state']
const withQuery = [
  '/chat',
  `/chat/${ID}`,
  '/moments',
  `/moments/${ID}`,
  `/profile/${ID}`,
  '/search',
  `/search/${ID}`,
  '/find_buddies',
  '/find-people',
  '/unsubscribe',
  '/settings',
  '/__auth/spotify',
]

it.each(withQuery)('%s shows no error page for any odd query', async (path) => {
  open('/nowhere')
  await shownHeading()
  for (const odd of ['__proto__', 'constructor', '%E0%A4%A', '%00', '-1', 'a'.repeat(3_000)]) {
    await act(async () => navigate(`${path}?${queries.map((name) => `${name}=${odd}`).join('&')}`))
    await vi.waitFor(() => expect(document.querySelector('main')?.textContent).not.toMatch(/^(?:Loading)?$|Page not found/), {
      timeout: 15_000,
    })
    expect([odd, screen.queryByText('Something went wrong on this page')]).toEqual([odd, null])
    // The next navigation starts a new page.
    await act(async () => navigate('/nowhere'))
    await shownHeading()
  }
})

it('the page for unknown addresses searches', async () => {
  open('/nowhere')
  await heading()
  const field = screen.getAllByRole('searchbox', { name: 'Search' }).at(-1)
  if (!field) throw new Error('no search')
  fireEvent.change(field, { target: { value: ' Burial & more ' } })
  // The field renders its own form.
  fireEvent.submit((field as HTMLInputElement).form as HTMLFormElement)
  expect(shownPath()).toBe('/search?q=Burial+%26+more')
})

import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Source } from '#contract/taste/taste.ts'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { startSession } from '#web/features/identity/session.ts'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { queryClient } from '#web/platform/query.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { AuthReturn } from './AuthReturn.tsx'
import { putSource } from './sources.cache.ts'

let stop = () => undefined as void
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const spotify: Source = {
  source: 'spotify',
  status: 'syncing',
  account: 'Nova',
  verified: null,
  proof: null,
  synced_at: null,
  progress: { reading: 'artists', done: 12, total: 40 },
  counts: { artists: 12, tracks: 0, channels: 0, videos: 0 },
  shown_to: 'everyone',
  counts_for_matching: true,
  counts_silently: false,
  may_share: true,
  stand_in: false,
}

/** Opens the return page of Spotify with these responses of the server. */
function openPage(state: string, answer: (address: string) => Response): void {
  history.replaceState(null, '', `/__auth/spotify?code=abc&state=${state}`)
  vi.stubGlobal('fetch', async (request: string | URL | Request) => answer(request instanceof Request ? request.url : String(request)))
  // The page uses nothing else of the provider.
  stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
  } as unknown as IdentityProvider)
  renderInApp(<AuthReturn source="spotify" />)
}

test.each([
  ['authorization_code_rejected', 'The authorization code is wrong'],
  ['authorization_failed', 'This attempt has expired'],
  ['account_in_use', 'That account is already in use'],
])('explains the error %s', async (code, title) => {
  openPage(code, () =>
    Response.json(
      { type: 'about:blank', title: 'x', status: 400, code },
      { status: 400, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  const alert = await screen.findByRole('alert')
  expect(alert.querySelector('h3')?.textContent).toBe(title)
})

test('shows the first sync, and its end opens the new matches with the final counts', async () => {
  const notices: string[] = []
  const hide = setNoticeView(({ message }) => void notices.push(message))
  let now: Source = spotify
  openPage('fresh', (address) =>
    Response.json(address.endsWith('/finish') ? { source: now, return_to: '/social_connect' } : { sources: [now] }),
  )
  expect(await screen.findByText('Reading artists, 12 of 40')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See your matches now' })).toBeTruthy()
  now = { ...spotify, status: 'connected', progress: null, counts: { artists: 40, tracks: 9, channels: 0, videos: 0 } }
  putSource(queryClient, now)
  await vi.waitFor(() => expect(shownPath()).toBe('/find_buddies'))
  // The same notice again replaces the one before.
  expect([...new Set(notices)]).toEqual(['Spotify is in: 40 artists and 9 tracks.'])
  hide()
})

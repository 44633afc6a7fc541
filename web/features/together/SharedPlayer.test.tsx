import { act, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { defaultPlayerSettings, playerCalls } from '#contract/players.ts'
import type { TogetherCommand } from '#contract/together.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { usePlayersSettings } from '#web/features/media/players/players.settings.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { cacheResponse } from '#web/platform/query.ts'
import { useOpenSession } from './open-session.store.ts'
import { SharedPlayer } from './SharedPlayer.tsx'
import { aSession } from './together.test-session.ts'
import { playHere, sendCommand, useLocalPlayer, useTogether } from './together.store.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  usePlayersSettings.getState().leaveAccount()
})

const uid = '01890000-0000-7000-8000-000000000001'
const id = '01890000-0000-7000-8000-000000000002'
const session = aSession({
  id,
  chat_id: id,
  timeline: { item: id, position_ms: 0, rate: 0, at_ms: 0 },
  current: { id, side: 'video', title: 'Rain', by: '', spotify_id: null, youtube_id: 'a'.repeat(11), added_by: uid, votes: [] },
})

test('a member who hasn’t allowed the player is not waited for, and the platform’s player does not load', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () => Response.json({}))
  const sent = vi.spyOn(socketLink, 'send')
  vi.spyOn(socketLink, 'state').mockReturnValue({ name: 'open', uid })
  useAuthStore.setState({ uid })
  cacheResponse(playerCalls.getPlayerSettings, {}, { settings: { ...defaultPlayerSettings, youtube: 'ask' } })
  useTogether.setState({ sessions: { [id]: session } })
  useOpenSession.setState({ chatId: id })
  renderInApp(<SharedPlayer />)
  const commands = () =>
    sent.mock.calls.flatMap(([{ event }, data]) => (event === 'togetherCommand' ? [(data as { command: TogetherCommand }).command] : []))
  expect(commands()).toEqual([{ kind: 'cannot-play', item: id, why: 'consent' }])
  expect(document.querySelector('iframe')).toBeNull()
  const load = screen.getByRole('button', { name: 'Load the player' })
  load.focus()
  act(() => load.click())
  expect(commands()).toHaveLength(1)
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Shared player' }))
})

test('a player reports again that no member can play the item, so that the next one comes', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () => Response.json({}))
  const sent = vi.spyOn(socketLink, 'send')
  vi.spyOn(socketLink, 'state').mockReturnValue({ name: 'open', uid })
  useAuthStore.setState({ uid })
  const queue = session.current ? [{ ...session.current, id: '01890000-0000-7000-8000-000000000003' }] : []
  const mine = { uid, name: '', avatar: null, role: 'host' as const, platform: null, ready: true, in_sync: false }
  useTogether.setState({ sessions: { [id]: { ...session, queue, members: [{ ...mine, error: 'embedding' }] } } })
  playHere(id)
  const { unmount } = renderInApp(<SharedPlayer />)
  act(() => sendCommand(id, { kind: 'cannot-play', item: id, why: 'embedding' }))
  sent.mockClear()
  act(() => void vi.advanceTimersByTime(5_000))
  expect(
    sent.mock.calls.flatMap(([{ event }, data]) => (event === 'togetherCommand' ? [(data as { command: unknown }).command] : [])),
  ).toEqual([{ kind: 'cannot-play', item: id, why: 'embedding' }])
  unmount()
  vi.useRealTimers()
})

/** A session that waits for this user's consent, whose player is shown beside it. */
function renderQuestion(): HTMLElement {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () => Response.json({}))
  vi.spyOn(socketLink, 'send')
  vi.spyOn(socketLink, 'state').mockReturnValue({ name: 'open', uid })
  useAuthStore.setState({ uid })
  cacheResponse(playerCalls.getPlayerSettings, {}, { settings: { ...defaultPlayerSettings, youtube: 'ask' } })
  const mine = { uid, name: '', avatar: null, role: 'guest' as const, platform: null, ready: false, in_sync: false }
  useTogether.setState({ sessions: { [id]: { ...session, members: [{ ...mine, error: 'consent' }] } } })
  useOpenSession.setState({ chatId: id })
  renderInApp(
    <>
      <div data-testid="room" data-room tabIndex={-1} />
      <SharedPlayer />
    </>,
  )
  return screen.getByTestId('room')
}

test('the question for consent gets the focus of a user who joined by keyboard, also when the focus reaches the session later', () => {
  const room = renderQuestion()
  act(() => room.focus())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Shared player' }))
  // Only once: afterwards the user may return to the session.
  act(() => room.focus())
  expect(document.activeElement).toBe(room)
})

test('the question gets the focus only once it is visible: its place is measured after the first frame', () => {
  let measure: () => void = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(callback: () => void) {
        measure = callback
      }
      observe() {}
      disconnect() {}
    },
  )
  useLocalPlayer.setState({ slot: document.body })
  onTestFinished(() => useLocalPlayer.setState({ slot: null }))
  const room = renderQuestion()
  act(() => room.focus())
  expect(document.activeElement).toBe(room)
  act(() => measure())
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Shared player' }))
})

import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TogetherCommand, TogetherItem } from '#contract/together.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { playback } from '#web/features/media/players/playback.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { SyncedSpotify } from './SyncedPlayer.tsx'
import { aSession } from './together.test-session.ts'
import { serverClock, useLocalPlayer } from './together.store.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  useLocalPlayer.setState({ unblock: null })
})

const uid = '01890000-0000-7000-8000-000000000001'
const id = '01890000-0000-7000-8000-000000000002'
const item = {
  id,
  side: 'sound' as const,
  title: 'Gorilla',
  by: 'Little Simz',
  spotify_id: 'a'.repeat(22),
  youtube_id: null,
  added_by: uid,
  votes: [],
} satisfies TogetherItem
const session = aSession({
  id,
  chat_id: id,
  timeline: { item: id, position_ms: 0, rate: 1, at_ms: 0 },
  current: item,
})

/** Spotify's player of the session, in a browser whose worker ticks when the test calls it. */
function aPlayer() {
  const workers: { onmessage: (() => void) | null }[] = []
  vi.stubGlobal(
    'Worker',
    class {
      onmessage = null
      terminate = () => undefined
      constructor() {
        workers.push(this)
      }
    },
  )
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => uid })
  const called: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    called.push(address)
    return Response.json({})
  })
  const sent = vi.spyOn(socketLink, 'send')
  vi.spyOn(socketLink, 'state').mockReturnValue({ name: 'open', uid })
  serverClock.add(0, 0, 60_000)
  renderInApp(<SyncedSpotify session={session} item={item} />)
  const { contentWindow } = screen.getByTitle<HTMLIFrameElement>('Spotify player')
  return {
    called,
    report: (data: unknown) => act(() => void dispatchEvent(new MessageEvent('message', { data, origin: 'null', source: contentWindow }))),
    tick: () => act(() => workers[0]?.onmessage?.()),
    /** The kinds of the commands so far, with the reason of a rejection. */
    commands: () =>
      sent.mock.calls.map(([, data]) => {
        // Only commands are sent here.
        const { command } = data as { command: TogetherCommand }
        return command.kind === 'cannot-play' ? command.why : command.kind
      }),
  }
}
const playing = { type: 'playback_update', payload: { isPaused: false, position: 100, duration: 200_000 } }

test('a player that the browser had blocked stops the others and counts as played once the user has started it', async () => {
  const stopped = vi.fn<() => void>()
  playback.onOtherStarted('spotify', stopped)
  const { called, report, tick } = aPlayer()
  report({ type: 'ready' })
  tick()
  const { unblock } = useLocalPlayer.getState()
  expect(unblock).toBeTypeOf('function')
  act(() => unblock?.())
  expect(stopped).not.toHaveBeenCalled()
  report(playing)
  expect(stopped).toHaveBeenCalledOnce()
  await waitFor(() => expect(called).toEqual([expect.stringContaining('/app/auth/played-items')]))
})

test('a player that has failed is not reported as blocked, because a press doesn’t help', () => {
  const { report, tick, commands } = aPlayer()
  report({ type: 'ready' })
  report({ type: 'failed' })
  tick()
  expect(commands()).toEqual(['ready', 'unknown'])
  expect(useLocalPlayer.getState().unblock).toBeNull()
})

test('a track that doesn’t play although it may is reported as unavailable, and counts again once it plays', () => {
  const now = vi.spyOn(performance, 'now')
  const { report, tick, commands } = aPlayer()
  report({ type: 'ready' })
  tick()
  act(() => useLocalPlayer.getState().unblock?.())
  now.mockReturnValue(performance.now() + 9_000)
  tick()
  tick()
  expect(commands()).toEqual(['ready', 'blocked', 'ready', 'region'])
  report(playing)
  report({ ...playing, payload: { ...playing.payload, position: 1_100 } })
  expect(commands().at(-1)).toBe('ready')
})

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useMediaSession, type MediaSessionState } from './use-media-session.ts'

const handlers = new Map<string, MediaSessionActionHandler | null>()
const session = {
  metadata: null as { title: string } | null,
  playbackState: 'none',
  setActionHandler: (action: string, handler: MediaSessionActionHandler | null) => void handlers.set(action, handler),
  setPositionState: vi.fn<(state: MediaPositionState) => void>(),
}

beforeEach(() => {
  vi.stubGlobal(
    'MediaMetadata',
    class {
      title: string
      constructor({ title }: { title: string }) {
        this.title = title
      }
    },
  )
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true })
  URL.createObjectURL = () => 'blob:silence'
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaSession')
})

const sessionOf = (title: string, change: Partial<MediaSessionState> = {}): MediaSessionState => ({
  title,
  by: 'Mulatu Astatke',
  id: 'a'.repeat(11),
  isVideo: false,
  isPlaying: false,
  positionMs: 1_000,
  durationMs: 60_000,
  play: () => undefined,
  pause: () => undefined,
  seek: null,
  next: null,
  previous: null,
  ...change,
})
function Player(now: MediaSessionState) {
  useMediaSession(now)
  return null
}
const press = (action: MediaSessionAction, details = {}) => handlers.get(action)?.({ action, ...details })

test('the media controls show what plays, and their buttons and media keys control it', () => {
  const [pause, next, seek] = [vi.fn<() => void>(), vi.fn<() => void>(), vi.fn<(ms: number) => void>()]
  render(<Player {...sessionOf('Tezeta', { isPlaying: true, pause, next, seek })} />)
  expect([session.metadata?.title, session.playbackState]).toEqual(['Tezeta', 'playing'])
  expect(session.setPositionState).toHaveBeenLastCalledWith({ duration: 60, position: 1 })
  press('pause')
  press('nexttrack')
  press('seekto', { seekTime: 30 })
  press('seekforward')
  expect([pause.mock.calls.length, next.mock.calls.length, seek.mock.calls]).toEqual([1, 1, [[30_000], [11_000]]])
  expect(handlers.get('previoustrack')).toBeNull()
})

test('with two players, the controls belong to the one that started last', () => {
  const pause = vi.fn<() => void>()
  const { rerender } = render(<Player key="mine" {...sessionOf('Mine', { isPlaying: true })} />)
  const players = (isShared: boolean) => (
    <>
      <Player key="mine" {...sessionOf('Mine')} />
      {isShared && <Player {...sessionOf('Shared', { isPlaying: true, pause })} />}
    </>
  )
  rerender(players(true))
  expect([session.metadata?.title, session.playbackState]).toEqual(['Shared', 'playing'])
  press('pause')
  expect(pause).toHaveBeenCalledOnce()
  rerender(players(false))
  expect([session.metadata?.title, session.playbackState]).toEqual(['Mine', 'paused'])
})

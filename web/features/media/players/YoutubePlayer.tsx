import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { youtubeEmbed, youtubeListEmbed } from './embed-address.ts'
import { skip } from '../queue/play-queue.ts'
import { currentOf } from '../queue/queue.ts'
import { useQueue } from '../queue/queue.store.ts'
import { useNowPlaying } from './now-playing.store.ts'
import { playback } from './playback.ts'
import { readYoutubeMessage, type YoutubeMessage, type YoutubeState } from './frame-messages.ts'
import { PlayerFrame, PlayerMessage } from './PlayerFrame.tsx'
import { useCovered } from './use-covered.ts'
import { useFrame, type FrameStatus } from './use-frame.ts'

const ALLOW = 'accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture'
const LISTEN_EVERY_MS = 250
const PLAYING = 1
const ENDED = 0
const BUFFERING = 3

export type YoutubePlayerProps = {
  origin: string
  videoId: string
  /** A video playlist instead of one video; empty for none. */
  listId: string
  title: string
  /** Whether a selected video starts automatically (muted, as browsers require). */
  autoplay: boolean
  href: string
}

/** YouTube's player. Another video loads into the same iframe, so that the user's sound and speed settings stay. */
export function YoutubePlayer(props: YoutubePlayerProps) {
  const [round, setRound] = useState(0)
  return <LoadedPlayer key={round} {...props} onRetry={() => setRound(round + 1)} />
}

function LoadedPlayer({ origin, videoId, listId, title, autoplay, href, onRetry }: YoutubePlayerProps & { onRetry: () => void }) {
  const { i18n } = useLingui()
  const isRequested = useNowPlaying((now) => now.isRequested && now.platform === 'youtube')
  const starts = autoplay || isRequested
  const [first] = useState(() => {
    const how = { autoplay: starts, page: location.origin }
    return listId === '' ? youtubeEmbed(origin, videoId, how) : youtubeListEmbed(origin, listId, how)
  })
  const [isPlaying, setPlaying] = useState(false)
  const [errorCode, setErrorCode] = useState<number | null>(null)
  const [isLoaded, setLoaded] = useState(false)
  /** Paused because something covers the player. */
  const [isWaiting, setWaiting] = useState(false)
  /** Another player has started; this one waits until the user presses play. */
  const wasStopped = useRef(false)

  /** The sound is switched on once, when the first video plays. */
  const hasSound = useRef(false)

  const handleMessage = (message: YoutubeMessage) => {
    if (message.kind === 'error') return handleError(message.code)
    if (message.kind === 'ready') return sendHello()
    if (message.kind === 'info') reportInfo(message.info)
    if (message.state !== null) handleState(message.state)
  }
  function handleState(state: YoutubeState) {
    const plays = state === PLAYING
    if (plays && !isPlaying) {
      wasStopped.current = false
      playback.start('youtube')
      // Browsers let a video start by itself only without sound. After a press anywhere on the page they allow sound.
      if (!hasSound.current && navigator.userActivation?.hasBeenActive) command('unMute')
      hasSound.current = true
    }
    if (plays) setErrorCode(null)
    // Between two videos the player buffers, and neither plays nor pauses.
    if (state === BUFFERING) return
    setPlaying(plays)
    useNowPlaying.getState().report('youtube', { isPlaying: plays })
    if (state === ENDED && lastState.current !== ENDED) skip(1)
    lastState.current = state
  }
  function handleError(code: number) {
    setErrorCode(code)
    useNowPlaying.getState().report('youtube', { isPlaying: false })
  }
  const lastState = useRef<YoutubeState | null>(null)
  const { frame, status, send } = useFrame({ origin, read: readYoutubeMessage, onMessage: handleMessage })
  const sendMessage = (message: object) => send(JSON.stringify({ ...message, id: 1, channel: 'widget' }))
  const command = (func: string, ...args: unknown[]) => sendMessage({ event: 'command', func, args })

  function sendHello() {
    for (const event of ['onStateChange', 'onError']) command('addEventListener', event)
  }

  useLoadedVideo({ videoId, isRequested, starts, isPlaying, status, command, onLoad: () => setErrorCode(null) })
  useControls(status, command)
  useSkipAfterError(errorCode)
  useListening(isLoaded && status !== 'ready', () => sendMessage({ event: 'listening' }))
  const pauseForOther = useEffectEvent(() => {
    wasStopped.current = true
    setWaiting(false)
    if (isPlaying) command('pauseVideo')
  })
  useEffect(() => playback.onOtherStarted('youtube', () => pauseForOther()), [])
  useCovered(frame, status === 'ready' && (isPlaying || isWaiting), (isCovered) => {
    if (isCovered && isPlaying) command('pauseVideo')
    else if (!isCovered && isWaiting) command('playVideo')
    setWaiting(isCovered && isPlaying && !wasStopped.current)
  })

  return (
    <PlayerFrame
      frame={frame}
      src={first}
      title={i18n._({ id: 'player.youtube', message: 'YouTube player: {title}', values: { title } })}
      allow={ALLOW}
      status={status}
      href={href}
      platform="YouTube"
      onRetry={onRetry}
      onLoad={() => setLoaded(true)}
      instead={errorCode !== null && <PlayerMessage text={errorText(i18n, errorCode)} href={href} platform="YouTube" />}
    />
  )
}

type Command = (func: string, ...args: unknown[]) => void

type LoadedVideo = {
  videoId: string
  isRequested: boolean
  starts: boolean
  isPlaying: boolean
  status: FrameStatus
  command: Command
  onLoad: () => void
}

/** Loads a newly selected video, and plays one that was requested again. */
function useLoadedVideo({ videoId, isRequested, starts, isPlaying, status, command, onLoad }: LoadedVideo): void {
  const loaded = useRef(videoId)
  const load = useEffectEvent((id: string) => {
    loaded.current = id
    onLoad()
    useNowPlaying.getState().report('youtube', { positionMs: null, durationMs: null, title: '', by: '' })
    command(starts ? 'loadVideoById' : 'cueVideoById', id)
    useNowPlaying.getState().started()
  })
  const playRequested = useEffectEvent(() => {
    // A player that plays already reports no new state.
    if (isPlaying) useNowPlaying.getState().report('youtube', { isPlaying })
    else command('playVideo')
    useNowPlaying.getState().started()
  })
  useEffect(() => {
    if (status === 'ready' && loaded.current !== videoId) load(videoId)
  }, [status, videoId])
  useEffect(() => {
    if (status === 'ready' && isRequested && loaded.current === videoId) playRequested()
  }, [status, isRequested, videoId])
}

/** Connects the buttons of the player bar. */
function useControls(status: FrameStatus, command: Command): void {
  const run = useEffectEvent(command)
  useEffect(() => {
    if (status !== 'ready') return undefined
    return useNowPlaying.getState().attach('youtube', {
      play: () => run('playVideo'),
      pause: () => run('pauseVideo'),
      seek: (positionMs) => run('seekTo', positionMs / 1_000, true),
    })
  }, [status])
}

/** The player sends messages only after a `listening` message, so it is repeated until it answers. */
function useListening(isWaiting: boolean, send: () => void): void {
  const listen = useEffectEvent(send)
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(listen, LISTEN_EVERY_MS)
    return () => clearInterval(timer)
  }, [isWaiting])
}

function reportInfo({ positionMs, durationMs, title, author }: Extract<YoutubeMessage, { kind: 'info' }>['info']): void {
  useNowPlaying.getState().report('youtube', {
    ...(positionMs === null ? {} : { positionMs }),
    ...(durationMs === null ? {} : { durationMs }),
    ...(title === null ? {} : { title }),
    ...(author === null ? {} : { by: author }),
  })
}

/** A video that cannot play here is skipped after a moment, so that a queue does not stop. */
const SKIP_AFTER_MS = 3_000

function useSkipAfterError(code: number | null): void {
  // The same video may be queued twice in a row.
  const key = useQueue((queue) => currentOf(queue)?.key)
  useEffect(() => {
    if (code === null) return undefined
    const timer = setTimeout(() => {
      const isCurrent = currentOf(useQueue.getState())?.key === key && useNowPlaying.getState().platform === 'youtube'
      if (isCurrent) skip(1)
    }, SKIP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [code, key])
}

/** YouTube's error codes: 100 deleted, 101 and 150 not embeddable or not in this country, 153 no referrer, 2 and 5 player errors. */
function errorText(i18n: I18n, code: number): string {
  if (code === 101 || code === 150)
    return i18n._({ id: 'player.not-here', message: 'This video plays only on YouTube, or isn’t available in this country.' })
  if (code === 100) return i18n._({ id: 'player.gone', message: 'This video no longer exists.' })
  return i18n._({ id: 'player.failed', message: 'YouTube can’t play this video here.' })
}

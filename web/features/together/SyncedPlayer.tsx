import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { finalErrors, positionAt, type PlayError, type TogetherItem, type TogetherSession } from '#contract/together.ts'
import { spotifyFrame, youtubeEmbed } from '#web/features/media/players/embed-address.ts'
import {
  readSpotifyMessage,
  readYoutubeMessage,
  type SpotifyMessage,
  type YoutubeMessage,
} from '#web/features/media/players/frame-messages.ts'
import { markPlayed } from '#web/features/media/players/mark-played.ts'
import { playback } from '#web/features/media/players/playback.ts'
import { PlayerFrame } from '#web/features/media/players/PlayerFrame.tsx'
import { useCovered } from '#web/features/media/players/use-covered.ts'
import { OPAQUE, useFrame, type FrameStatus } from '#web/features/media/players/use-frame.ts'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { createSyncController, DEFAULT_LAG_MS, type SyncedPlayer as PlayerCommands, type SyncState } from './sync-controller.ts'
import { playHere, sendCommand, serverClock, useLocalPlayer } from './together.store.ts'

const TICK_MS = 100
/** If playback has not started by then, the browser blocked it. */
const BLOCKED_AFTER_MS = 3_500
const END_MS = 1_500
const ADVERT_AFTER_MS = 3_000
/** A player that may play but has not started after this time has failed. */
const DEAD_AFTER_MS = 8_000
/** Without an account, Spotify's player has previews of this length. */
const PREVIEW_MS = 30_500
const REPEAT_END_MS = 4_500
const PLAYING = 1
const ENDED = 0
const YOUTUBE_ALLOW = 'accelerometer; autoplay; clipboard-write; encrypted-media; gyroscope; picture-in-picture'
const SPOTIFY_ALLOW = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture'

type Props = { session: TogetherSession; item: TogetherItem; origin: string }

/** YouTube's player, kept on the session's timeline. */
export function SyncedYoutube({ session, item, origin }: Props & { item: TogetherItem & { youtube_id: string } }) {
  const { i18n } = useLingui()
  const [src] = useState(() => youtubeEmbed(origin, item.youtube_id, { autoplay: false, page: location.origin }))
  const [isLoaded, setLoaded] = useState(false)
  const isMoving = useRef(false)
  const hasSound = useRef(false)
  const durationMs = useRef<number | null>(null)
  const handleMessage = (message: YoutubeMessage & { rates: readonly number[] | null }) => {
    if (message.rates) sync.setRates(message.rates)
    if (message.kind === 'ready') for (const event of ['onStateChange', 'onError']) command('addEventListener', event)
    if (message.kind === 'error') return sync.failed(errorOf(message.code))
    const state = message.kind === 'state' || message.kind === 'info' ? message.state : null
    if (state !== null) isMoving.current = state === PLAYING
    // Browsers let a video start only without sound. After a press anywhere on the page they allow sound.
    if (state === PLAYING && !hasSound.current && navigator.userActivation?.hasBeenActive) {
      hasSound.current = true
      command('unMute')
    }
    if (state === ENDED) sync.ended()
    if (message.kind !== 'info') return
    durationMs.current = message.info.durationMs ?? durationMs.current
    if (message.info.positionMs !== null) sync.report(message.info.positionMs, isMoving.current, durationMs.current)
  }
  const { frame, status, send } = useFrame({ origin, read: readYoutube, onMessage: handleMessage })
  const sendMessage = (message: object) => send(JSON.stringify({ ...message, id: 1, channel: 'widget' }))
  const command = (func: string, ...args: unknown[]) => sendMessage({ event: 'command', func, args })
  const sync = useSync(session, item, status, {
    play: () => command('playVideo'),
    pause: () => command('pauseVideo'),
    seek: (positionMs) => command('seekTo', positionMs / 1_000, true),
    setRate: (rate) => command('setPlaybackRate', rate),
  })
  useCovered(frame, status === 'ready', sync.cover)
  const listen = useEffectEvent(() => sendMessage({ event: 'listening' }))
  useEffect(() => {
    if (!isLoaded || status === 'ready') return undefined
    return steadyInterval(listen, 250)
  }, [isLoaded, status])
  return (
    <PlayerFrame
      frame={frame}
      status={status}
      src={src}
      title={i18n._({ id: 'player.youtube', message: 'YouTube player: {title}', values: { title: item.title } })}
      allow={YOUTUBE_ALLOW}
      onRetry={() => location.reload()}
      href={`https://www.youtube.com/watch?v=${item.youtube_id}`}
      platform="YouTube"
      onLoad={() => setLoaded(true)}
    />
  )
}

/** Spotify's player, kept on the session's timeline only by seeking. */
export function SyncedSpotify({ session, item }: Omit<Props, 'origin'> & { item: TogetherItem & { spotify_id: string } }) {
  const { i18n } = useLingui()
  const [src] = useState(() => spotifyFrame('track', item.spotify_id))
  const lastMs = useRef(0)
  const handleMessage = (message: SpotifyMessage) => {
    if (message.kind === 'failed') return sync.failed('unknown')
    if (message.kind !== 'playback' || message.positionMs === null) return
    const { isPaused, positionMs, durationMs } = message
    if (durationMs !== null && durationMs > 0 && durationMs < PREVIEW_MS) sync.failed('account')
    const wasAtEnd = durationMs !== null && durationMs > 0 && lastMs.current > durationMs - END_MS - 1_000
    if (isPaused && positionMs === 0 && wasAtEnd) sync.ended()
    lastMs.current = positionMs
    sync.report(positionMs, !isPaused, durationMs)
  }
  const { frame, status, send } = useFrame({ origin: OPAQUE, read: readSpotifyMessage, onMessage: handleMessage })
  const sync = useSync(session, item, status, {
    play: () => send({ command: 'play' }),
    pause: () => send({ command: 'pause' }),
    seek: (positionMs) => send({ command: 'seek', seconds: positionMs / 1_000 }),
    setRate: null,
  })
  return (
    <PlayerFrame
      frame={frame}
      status={status}
      src={src}
      title={i18n._({ id: 'player.spotify', message: 'Spotify player' })}
      allow={SPOTIFY_ALLOW}
      onRetry={() => location.reload()}
      isOpaque
      href={`https://open.spotify.com/track/${item.spotify_id}`}
      platform="Spotify"
    />
  )
}

/** Runs the controller of one item: ticks, reports to the server, and the press that some browsers need. */
function useSync(session: TogetherSession, item: TogetherItem, status: FrameStatus, player: PlayerCommands) {
  const { chat_id: chatId, timeline } = session
  const platform = player.setRate ? 'youtube' : 'spotify'
  const commands = useEffectEvent((run: (player: PlayerCommands) => void) => run(player))
  const isCovered = useRef(false)
  const { reject, recover, rejection } = useRejection(chatId, item.id)
  const startWatch = useStartWatch(timeline, platform, reject)
  const progress = useRef({ positionMs: -1, atMs: 0 })
  const reportedInSync = useRef<boolean | null>(null)
  const endedAtMs = useRef(0)
  const state = useRef<SyncState | null>(null)
  const [controller] = useState(() =>
    createSyncController({
      lagMs: Number(readStored(lagKey(platform))) || DEFAULT_LAG_MS,
      player: {
        play: () => commands((target) => target.play()),
        pause: () => commands((target) => target.pause()),
        seek: (positionMs) => commands((target) => target.seek(positionMs)),
        setRate: player.setRate && ((rate) => commands((target) => target.setRate?.(rate))),
      },
    }),
  )
  useEffect(() => controller.setTimeline(timeline), [controller, timeline])
  // Each frame contains a new object, but only a new start time reopens the end.
  useEffect(() => void (endedAtMs.current = 0), [timeline.item, timeline.at_ms])
  useReadiness(status, chatId, item.id)
  const tick = useEffectEvent(() => {
    if (!serverClock.isKnown() || isCovered.current) return
    const serverMs = serverClock.now()
    controller.tick(performance.now(), serverMs)
    // A press does not help a video that is gone.
    if (!finalErrors.has(rejection.current ?? '')) startWatch.check(serverMs, unblock)
    // A single member can't end an item, so the end is reported again until the others' time is over.
    if (endedAtMs.current > 0) ended()
    const now = controller.state()
    if (now !== state.current) useLocalPlayer.setState({ sync: now })
    state.current = now
    if (now !== 'in-sync' && now !== 'catching-up') return
    const isInSync = now === 'in-sync'
    if (isInSync !== reportedInSync.current)
      sendCommand(chatId, { kind: 'sync', item: item.id, in_sync: isInSync, duration_ms: useLocalPlayer.getState().durationMs })
    reportedInSync.current = isInSync
  })
  useEffect(() => {
    if (status !== 'ready') return undefined
    const stopTicks = steadyInterval(tick, TICK_MS)
    return () => {
      stopTicks()
      writeStored(lagKey(platform), String(Math.round(controller.lagMs())))
    }
  }, [status, platform, controller])
  useEffect(() => {
    useLocalPlayer.setState({ sync: 'starting', unblock: null })
    return () => useLocalPlayer.setState({ unblock: null })
  }, [])
  function ended(): void {
    if (endedAtMs.current > 0 && performance.now() - endedAtMs.current < REPEAT_END_MS) return
    endedAtMs.current = performance.now()
    sendCommand(chatId, { kind: 'ended', item: item.id })
  }
  function unblock(): void {
    startWatch.pressed()
    recover()
    player.play()
  }
  /** During an advertisement the player plays, but its position does not move. */
  function watchProgress(positionMs: number, isPlaying: boolean): void {
    const nowMs = performance.now()
    const isMoving = positionMs !== progress.current.positionMs
    if (isMoving || !isPlaying) progress.current = { positionMs, atMs: nowMs }
    else if (nowMs - progress.current.atMs > ADVERT_AFTER_MS) reject('advert')
    // With 'account' the platform plays only a preview, which also advances.
    if (isMoving && isPlaying && rejection.current !== 'account') recover()
  }
  return {
    setRates: controller.setRates,
    failed: reject,
    ended,
    /** YouTube forbids covering a playing player: it waits behind a dialog or a menu, and then catches up. The others play on. */
    cover(isOn: boolean): void {
      isCovered.current = isOn
      if (isOn) return player.pause()
      startWatch.uncovered()
      controller.restart()
    },
    report(positionMs: number, isPlaying: boolean, durationMs: number | null): void {
      controller.report({ positionMs, isPlaying }, performance.now())
      watchProgress(positionMs, isPlaying)
      if (isPlaying && startWatch.playedFirst()) {
        playback.start('together')
        const id = platform === 'spotify' ? item.spotify_id : item.youtube_id
        if (id !== null) void markPlayed(platform, id)
      }
      if (durationMs !== null && durationMs > 0 && durationMs !== useLocalPlayer.getState().durationMs)
        useLocalPlayer.setState({ durationMs })
      const isLate =
        durationMs !== null && durationMs > 0 && serverClock.isKnown() && positionAt(timeline, serverClock.now()) > durationMs + END_MS
      if (isLate) ended()
    },
  }
}

/** Reports whether the player loads, and ends playing here when another player on this page or in another tab starts. */
function useReadiness(status: FrameStatus, chatId: string, itemId: string): void {
  useEffect(() => {
    if (status === 'ready') sendCommand(chatId, { kind: 'ready', item: itemId })
    if (status === 'unreachable') sendCommand(chatId, { kind: 'cannot-play', item: itemId, why: 'unknown' })
  }, [status, chatId, itemId])
  useEffect(() => playback.onOtherStarted('together', () => playHere(null)), [])
}

/** Reports to the others why this player can't play. */
function useRejection(chatId: string, itemId: string) {
  const rejection = useRef<PlayError | null>(null)
  return {
    rejection,
    /** Reports a reason once; the others continue. */
    reject(why: PlayError): void {
      if (rejection.current === why) return
      rejection.current = why
      sendCommand(chatId, { kind: 'cannot-play', item: itemId, why })
    },
    recover(): void {
      useLocalPlayer.setState({ unblock: null })
      if (rejection.current === null) return
      rejection.current = null
      sendCommand(chatId, { kind: 'ready', item: itemId })
    },
  }
}

/** Notices that the browser blocked playback, and that a player doesn't play although it may. */
function useStartWatch(timeline: TogetherSession['timeline'], platform: 'spotify' | 'youtube', reject: (why: PlayError) => void) {
  /** Whether the player has played, or a click has allowed it to: afterwards it isn't blocked. */
  const isAllowed = useRef(false)
  const hasPlayed = useRef(false)
  const pressedAtMs = useRef<number | null>(null)
  const uncoveredAtMs = useRef(Number.NEGATIVE_INFINITY)
  return {
    check(serverMs: number, unblock: () => void): void {
      const isLong = performance.now() > uncoveredAtMs.current + BLOCKED_AFTER_MS
      const shouldPlay = timeline.rate === 1 && serverMs > timeline.at_ms + BLOCKED_AFTER_MS && isLong
      if (shouldPlay && !isAllowed.current && !useLocalPlayer.getState().unblock) {
        useLocalPlayer.setState({ unblock })
        reject('blocked')
      }
      const isDead = pressedAtMs.current !== null && performance.now() - pressedAtMs.current > DEAD_AFTER_MS
      // Spotify's player doesn't say why; a track that isn't licensed in the country is the usual reason.
      if (shouldPlay && isDead && !hasPlayed.current) reject(platform === 'spotify' ? 'region' : 'unknown')
    },
    pressed(): void {
      isAllowed.current = true
      pressedAtMs.current = performance.now()
    },
    uncovered: () => void (uncoveredAtMs.current = performance.now()),
    /** Call while it plays. Returns true the first time. */
    playedFirst(): boolean {
      if (hasPlayed.current) return false
      isAllowed.current = true
      hasPlayed.current = true
      return true
    },
  }
}

const lagKey = (platform: string) => `together.lag.${platform}`

/** The reasons by which YouTube's player rejects a video. */
function errorOf(code: number): PlayError {
  if (code === 101 || code === 150) return 'embedding'
  return code === 100 ? 'missing' : 'unknown'
}

function readYoutube(data: unknown): (YoutubeMessage & { rates: readonly number[] | null }) | null {
  const message = readYoutubeMessage(data)
  return message && { ...message, rates: message.kind === 'info' ? ratesOf(data) : null }
}

/** The steps of the rate that the player offers. */
function ratesOf(data: unknown): readonly number[] | null {
  const found = /"availablePlaybackRates":\[([\d.,]+)\]/.exec(typeof data === 'string' ? data : '')?.[1]
  return found === undefined ? null : found.split(',').map(Number)
}

/**
 * Like `setInterval`, with the timer of a worker: in a background tab browsers run a page's own timers only once a second, and later
 * once a minute. Returns what ends it.
 */
function steadyInterval(run: () => void, everyMs: number): () => void {
  const program = `setInterval(() => postMessage(null), ${everyMs})`
  const address = URL.createObjectURL(new Blob([program], { type: 'text/javascript' }))
  const worker = new Worker(address)
  worker.onmessage = run
  return () => {
    worker.terminate()
    URL.revokeObjectURL(address)
  }
}

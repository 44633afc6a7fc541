import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { skip } from '../queue/play-queue.ts'
import { type SpotifyKind, spotifyEmbed, spotifyFrame, spotifyUri } from './embed-address.ts'
import { readSpotifyMessage, type SpotifyMessage } from './frame-messages.ts'
import { useLoadedPlayer } from './loaded-player.store.ts'
import { useNowPlaying } from './now-playing.store.ts'
import { playback } from './playback.ts'
import { PlayerFrame, PlayerMessage } from './PlayerFrame.tsx'
import { OPAQUE, useFrame } from './use-frame.ts'

const ALLOW = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture'
/** A track that stops this close to its end has ended. Spotify reports its position about once a second. */
const END_MS = 2_500

type Content = { kind: SpotifyKind; id: string; href: string }
type SpotifyPlayerProps = Content & { origin: string }

/**
 * Spotify's player, controlled through its public iFrame API. The API's script runs in our own frame without an origin. Where Spotify's
 * page does not start in that frame, its plain embed is loaded, which a user starts by hand.
 */
export function SpotifyPlayer({ origin, ...content }: SpotifyPlayerProps) {
  const [isPlain, setPlain] = useState(false)
  useLoadedArtist(content.kind === 'artist' ? content.id : '')
  if (!isPlain) return <ControlledPlayer {...content} onUnreachable={() => setPlain(true)} />
  return <PlainPlayer key={`${content.kind} ${content.id}`} {...content} origin={origin} onRetry={() => setPlain(false)} />
}

function ControlledPlayer({ kind, id, href, onUnreachable }: Content & { onUnreachable: () => void }) {
  const { i18n } = useLingui()
  const uri = spotifyUri(kind, id)
  const [first] = useState(() => spotifyFrame(kind, id))
  const loaded = useRef(uri)
  const reporter = useReporter()
  const handleMessage = (message: SpotifyMessage) => {
    if (message.kind === 'ready') return start()
    if (message.kind === 'failed') return onUnreachable()
    reporter.report(message)
  }
  const { frame, status, send } = useFrame({ origin: OPAQUE, read: readSpotifyMessage, onMessage: handleMessage })
  const isRequested = useNowPlaying((now) => now.isRequested && now.platform === 'spotify')

  /** Loads the requested content, and plays it if the user pressed Play. */
  function start(plays = isRequested) {
    if (loaded.current !== uri) {
      loaded.current = uri
      reporter.reset()
      send({ command: 'load', uri, plays })
    } else if (plays) send({ command: 'play' })
    if (plays) useNowPlaying.getState().started()
  }
  const follow = useEffectEvent((wanted: string, plays: boolean) => {
    if (wanted !== loaded.current || plays) start(plays)
  })
  useEffect(() => {
    if (status === 'ready') follow(uri, isRequested)
  }, [status, uri, isRequested])
  useControls(status === 'ready', {
    play: () => send({ command: 'play' }),
    pause: () => send({ command: 'pause' }),
    seek: (positionMs) => send({ command: 'seek', seconds: positionMs / 1_000 }),
  })
  const pauseForOther = useEffectEvent(() => send({ command: 'pause' }))
  useEffect(() => playback.onOtherStarted('spotify', () => pauseForOther()), [])
  const giveUp = useEffectEvent(onUnreachable)
  useEffect(() => {
    if (status === 'unreachable') giveUp()
  }, [status])

  return (
    <PlayerFrame
      frame={frame}
      src={first}
      title={i18n._({ id: 'player.spotify', message: 'Spotify player' })}
      allow={ALLOW}
      isOpaque
      status={status}
      href={href}
      platform="Spotify"
      onRetry={onUnreachable}
    />
  )
}

/** Spotify's plain embed. It is unloaded when another player starts, which is the only documented way to stop it. */
function PlainPlayer(props: SpotifyPlayerProps & { onRetry: () => void }) {
  const { i18n } = useLingui()
  const [isStopped, setStopped] = useState(false)
  if (!isStopped) return <PlainFrame {...props} onStop={() => setStopped(true)} />
  return (
    <div className="wl-player">
      <PlayerMessage
        text={i18n._({ id: 'player.stopped', message: 'Stopped because something else is playing.' })}
        href={props.href}
        platform="Spotify"
      >
        <Button onClick={() => setStopped(false)}>{i18n._({ id: 'player.again', message: 'Reload' })}</Button>
      </PlayerMessage>
    </div>
  )
}

type PlainFrameProps = SpotifyPlayerProps & { onStop: () => void; onRetry: () => void }

function PlainFrame({ origin, kind, id, href, onStop, onRetry }: PlainFrameProps) {
  const { i18n } = useLingui()
  /** Whether the user pressed Play since the player's last status message. */
  const wasPressed = useRef(false)
  const reporter = useReporter()
  const handleMessage = (message: SpotifyMessage) => {
    if (message.kind === 'ready') return send({ command: 'load_complete_ack' })
    if (message.kind === 'failed') return
    reporter.report(message)
    wasPressed.current = false
  }
  const { frame, status, send } = useFrame({ origin, read: readSpotifyMessage, onMessage: handleMessage })

  const pauseForOther = useEffectEvent(() => void ((reporter.isPlaying() || wasPressed.current) && onStop()))
  useEffect(() => playback.onOtherStarted('spotify', () => pauseForOther()), [])
  useEffect(() => {
    useNowPlaying.getState().started()
    // A click inside the iframe moves the focus out of our window.
    const listen = () => void (document.activeElement === frame.current && (wasPressed.current = true))
    addEventListener('blur', listen)
    return () => removeEventListener('blur', listen)
  }, [frame])

  return (
    <PlayerFrame
      frame={frame}
      src={spotifyEmbed(origin, kind, id)}
      title={i18n._({ id: 'player.spotify', message: 'Spotify player' })}
      allow={ALLOW}
      status={status}
      href={href}
      platform="Spotify"
      onRetry={onRetry}
    />
  )
}

type Playback = Extract<SpotifyMessage, { kind: 'playback' }>

/** Passes playback on to the mini player and the other players, and moves the queue on at the end of a track. */
function useReporter() {
  const last = useRef<Playback | null>(null)
  return {
    isPlaying: () => last.current?.isPaused === false,
    reset: () => void (last.current = null),
    report(message: Playback): void {
      const before = last.current
      last.current = message
      const { isPaused, positionMs, durationMs } = message
      if (!isPaused && before?.isPaused !== false) playback.start('spotify')
      useNowPlaying.getState().report('spotify', { isPlaying: !isPaused, positionMs, durationMs })
      if (isPaused && before?.isPaused === false && hasEnded(before, message)) skip(1)
    },
  }
}

/** Whether playback stopped at the end: the position is at the end, or has returned to the start from there. */
function hasEnded(before: Playback, now: Playback): boolean {
  const duration = now.durationMs ?? before.durationMs
  if (duration === null || duration === 0) return false
  const isNearEnd = (positionMs: number | null) => positionMs !== null && positionMs >= duration - END_MS
  return isNearEnd(now.positionMs) || (now.positionMs === 0 && isNearEnd(before.positionMs))
}

function useControls(isReady: boolean, controls: { play(): void; pause(): void; seek(positionMs: number): void }): void {
  const current = useEffectEvent(() => controls)
  useEffect(() => {
    if (!isReady) return undefined
    return useNowPlaying.getState().attach('spotify', {
      play: () => current().play(),
      pause: () => current().pause(),
      seek: (positionMs) => current().seek(positionMs),
    })
  }, [isReady])
}

/** Sets the second player state while this artist is loaded. */
function useLoadedArtist(artistId: string): void {
  useEffect(() => {
    const { reset, setArtistId } = useLoadedPlayer.getState()
    reset()
    setArtistId(artistId)
    return () => {
      reset()
      useLoadedPlayer.getState().toggle()
    }
  }, [artistId])
}

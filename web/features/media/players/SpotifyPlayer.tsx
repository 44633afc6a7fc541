import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Button } from '#web/ui/Button.tsx'
import { spotifyEmbed, type SpotifyKind } from './embed-address.ts'
import { floor } from './floor.ts'
import { readSpotifyMessage, type SpotifyMessage } from './frame-messages.ts'
import { useLoadedPlayer } from './loaded-player.store.ts'
import { PlayerFrame, PlayerWords } from './PlayerFrame.tsx'
import { useFrame } from './use-frame.ts'

const ALLOW = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture'

export type SpotifyPlayerProps = { origin: string; kind: SpotifyKind; id: string; href: string }

/** Spotify's player of a thing. When something else begins to play it is unloaded, which is the only sure way to stop it. */
export function SpotifyPlayer(props: SpotifyPlayerProps) {
  const { i18n } = useLingui()
  const [round, setRound] = useState(0)
  const [isStopped, setStopped] = useState(false)
  if (!isStopped) return <LoadedPlayer key={round} {...props} onStop={() => setStopped(true)} onRetry={() => setRound(round + 1)} />
  return (
    <div className="wl-player">
      <PlayerWords
        text={i18n._({ id: 'player.stopped', message: 'Stopped, because something else plays.' })}
        href={props.href}
        platform="Spotify"
      >
        <Button onClick={() => setStopped(false)}>{i18n._({ id: 'player.again', message: 'Load it again' })}</Button>
      </PlayerWords>
    </div>
  )
}

type LoadedPlayerProps = SpotifyPlayerProps & { onStop: () => void; onRetry: () => void }

function LoadedPlayer({ origin, kind, id, href, onStop, onRetry }: LoadedPlayerProps) {
  const { i18n } = useLingui()
  const isPlaying = useRef(false)
  /** Pressed, and has not told since what it does. */
  const wasPressed = useRef(false)
  const handleMessage = (message: SpotifyMessage) => {
    if (message.kind === 'ready') return send({ command: 'load_complete_ack' })
    if (!message.isPaused && !isPlaying.current) floor.take('spotify')
    isPlaying.current = !message.isPaused
    wasPressed.current = false
  }
  const { frame, status, send } = useFrame({ origin, read: readSpotifyMessage, onMessage: handleMessage })

  useMarkedAsLoaded(kind === 'artist' ? id : '')
  const giveWay = useEffectEvent(() => void ((isPlaying.current || wasPressed.current) && onStop()))
  useEffect(() => floor.whenTaken('spotify', () => giveWay()), [])
  useEffect(() => {
    // A press inside of the frame takes the focus out of our window.
    const listen = () => void (document.activeElement === frame.current && (wasPressed.current = true))
    addEventListener('blur', listen)
    return () => removeEventListener('blur', listen)
  }, [frame])

  return (
    <PlayerFrame
      frame={frame}
      src={spotifyEmbed(origin, kind, id)}
      title={i18n._({ id: 'player.spotify', message: 'Player of Spotify' })}
      allow={ALLOW}
      status={status}
      href={href}
      platform="Spotify"
      onRetry={onRetry}
    />
  )
}

/** The second player state says which artist is loaded, from when the frame is there until it is gone. */
function useMarkedAsLoaded(artistId: string): void {
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

import { useState, useEffect, useEffectEvent, useRef } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { unreachable } from '#contract/base/unreachable.ts'
import { FloatingPanel } from '#web/ui/panels/FloatingPanel.tsx'
import { useCollections, type MusicCollection } from '../items/collections.store.ts'
import { type SpotifyKind, spotifyEmbed } from './embed-address.ts'
import { OpenOutside } from '../items/OpenOutside.tsx'
import { useMusicPlayer } from './music-player.store.ts'
import { PlayerConsent } from './PlayerConsent.tsx'
import { Button } from '#web/ui/Button.tsx'
import { playback } from './playback.ts'
import { readSpotifyMessage, type SpotifyMessage } from './frame-messages.ts'
import { useLoadedPlayer } from './loaded-player.store.ts'
import { PlayerFrame, PlayerMessage } from './PlayerFrame.tsx'
import { useFrame } from './use-frame.ts'
import './ArtistPlayer.css'

const ALLOW = 'autoplay; clipboard-write; encrypted-media; fullscreen; picture-in-picture'

type SpotifyPlayerProps = { origin: string; kind: SpotifyKind; id: string; href: string }

/** Spotify's embedded player. It is unloaded when another player starts, which is the only reliable way to stop it. */
function SpotifyPlayer(props: SpotifyPlayerProps) {
  const { i18n } = useLingui()
  const [round, setRound] = useState(0)
  const [isStopped, setStopped] = useState(false)
  if (!isStopped) return <LoadedPlayer key={round} {...props} onStop={() => setStopped(true)} onRetry={() => setRound(round + 1)} />
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

type LoadedPlayerProps = SpotifyPlayerProps & { onStop: () => void; onRetry: () => void }

function LoadedPlayer({ origin, kind, id, href, onStop, onRetry }: LoadedPlayerProps) {
  const { i18n } = useLingui()
  const isPlaying = useRef(false)
  /** Pressed since the player's last status message. */
  const wasPressed = useRef(false)
  const handleMessage = (message: SpotifyMessage) => {
    if (message.kind === 'ready') return send({ command: 'load_complete_ack' })
    if (!message.isPaused && !isPlaying.current) playback.start('spotify')
    isPlaying.current = !message.isPaused
    wasPressed.current = false
  }
  const { frame, status, send } = useFrame({ origin, read: readSpotifyMessage, onMessage: handleMessage })

  useMarkedAsLoaded(kind === 'artist' ? id : '')
  const pauseForOther = useEffectEvent(() => void ((isPlaying.current || wasPressed.current) && onStop()))
  useEffect(() => playback.onOtherStarted('spotify', () => pauseForOther()), [])
  useEffect(() => {
    // A press inside the iframe moves the focus out of our window.
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

/** Sets the second player state while the iframe with this artist is mounted. */
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

/** The maximum width (spec, section 9); the embed is 352 high. */
const MAX_WIDTH = 500

export type PanelProps = { isOnTop: boolean; onTouch: () => void }

/** The floating artist player: Spotify's embed of an artist, or of a linked song or album. */
export function ArtistPlayer({ isOnTop, onTouch }: PanelProps) {
  const { i18n } = useLingui()
  const { artistId, songId, toggle } = useMusicPlayer()
  const [isLarge, setLarge] = useState(false)
  const collection = useCollections(({ music }) => music)
  const { kind, id } = shownOf({ artistId, songId, collection })
  const href = `https://open.spotify.com/${kind}/${encodeURIComponent(id)}`
  const title = i18n._({ id: 'player.music', message: 'Artist player' })
  return (
    <FloatingPanel
      name={title}
      title={titleOf(i18n, kind)}
      home="centre"
      maxWidth={MAX_WIDTH}
      isOnTop={isOnTop}
      onTouch={onTouch}
      onClose={toggle}
      fullscreen={{ isOn: isLarge, onToggle: () => setLarge(!isLarge) }}
      buttons={<OpenOutside href={href} platform="Spotify" />}
    >
      <div className="wl-artist-player">
        <PlayerConsent platform="spotify" href={href}>
          {(origin) => <SpotifyPlayer key={`${kind} ${id}`} origin={origin} kind={kind} id={id} href={href} />}
        </PlayerConsent>
      </div>
    </FloatingPanel>
  )
}

type Shown = { kind: SpotifyKind; id: string }

function shownOf({ artistId, songId, collection }: { artistId: string; songId: string; collection: MusicCollection | null }): Shown {
  if (collection) return { kind: collection.of, id: collection.id }
  return songId === '' ? { kind: 'artist', id: artistId } : { kind: 'track', id: songId }
}

function titleOf(i18n: I18n, kind: SpotifyKind): string {
  switch (kind) {
    case 'artist':
      return i18n._({ id: 'player.music', message: 'Artist player' })
    case 'track':
      return i18n._({ id: 'player.song', message: 'Song player' })
    case 'album':
      return i18n._({ id: 'player.album', message: 'Album player' })
    case 'playlist':
      return i18n._({ id: 'player.playlist', message: 'Playlist player' })
    case 'show':
      return i18n._({ id: 'player.show', message: 'Podcast player' })
    case 'episode':
      return i18n._({ id: 'player.episode', message: 'Episode player' })
    default:
      return unreachable(kind)
  }
}

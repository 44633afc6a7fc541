import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { FloatingPanel } from '#web/ui/FloatingPanel.tsx'
import { OpenOutside } from './OpenOutside.tsx'
import { useMusicPlayer } from './music-player.store.ts'
import { PlayerConsent } from './PlayerConsent.tsx'
import { SpotifyPlayer } from './SpotifyPlayer.tsx'
import './ArtistPlayer.css'

/** The most it is wide (spec, section 9); its embed is 352 high. */
const MAX_WIDTH = 500

export type PanelProps = { isOnTop: boolean; onTouch: () => void }

/** The floating artist player: Spotify's embed of an artist, or of a song. */
export function ArtistPlayer({ isOnTop, onTouch }: PanelProps) {
  const { i18n } = useLingui()
  const { artistId, songId, toggle } = useMusicPlayer()
  const [isLarge, setLarge] = useState(false)
  const kind = songId === '' ? 'artist' : 'track'
  const id = songId === '' ? artistId : songId
  const href = `https://open.spotify.com/${kind}/${encodeURIComponent(id)}`
  const title = i18n._({ id: 'player.music', message: 'Artist player' })
  return (
    <FloatingPanel
      name={title}
      title={kind === 'artist' ? title : i18n._({ id: 'player.song', message: 'Song player' })}
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

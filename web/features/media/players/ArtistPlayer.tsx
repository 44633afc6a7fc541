import { useState } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { unreachable } from '#contract/base/unreachable.ts'
import { FloatingPanel } from '#web/ui/panels/FloatingPanel.tsx'
import { useCollections, type MusicCollection } from '../items/collections.store.ts'
import type { SpotifyKind } from './embed-address.ts'
import { SpotifyPlayer } from './SpotifyPlayer.tsx'
import { OpenOutside } from '../items/OpenOutside.tsx'
import { useMusicPlayer } from './music-player.store.ts'
import { CreatorLink } from './CreatorLink.tsx'
import { PlayerConsent } from './PlayerConsent.tsx'
import { useFolded } from './use-folded.ts'
import './ArtistPlayer.css'

/** The maximum width (spec, section 9); the embed is 352 high. */
const MAX_WIDTH = 500

export type PanelProps = { isOnTop: boolean; onTouch: () => void }

/** The floating artist player: Spotify's embed of an artist, or of a linked song or album. */
export function ArtistPlayer({ isOnTop, onTouch }: PanelProps) {
  const { i18n } = useLingui()
  const { isFolded, fold } = useFolded('spotify')
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
      about={<CreatorLink href={href} />}
      home="centre"
      maxWidth={MAX_WIDTH}
      isOnTop={isOnTop}
      onTouch={onTouch}
      folded={isFolded ? 'frame' : null}
      onFold={() => fold(true, 'spotify')}
      onClose={toggle}
      fullscreen={{ isOn: isLarge, onToggle: () => setLarge(!isLarge) }}
      buttons={<OpenOutside href={href} platform="Spotify" />}
    >
      <div className="wl-artist-player">
        <PlayerConsent platform="spotify" href={href}>
          {(origin) => <SpotifyPlayer origin={origin} kind={kind} id={id} href={href} />}
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

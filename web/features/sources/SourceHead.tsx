import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import {
  IconBrandLastfm,
  IconBrandSpotify,
  IconBrandYoutube,
  IconFileMusic,
  IconFileTypeZip,
  IconHeadphones,
  IconHeart,
  type Icon,
} from '@tabler/icons-react'
import type { SourceName } from '#contract/taste/taste.ts'
import { sourceName } from './source.messages.ts'

const icons: Record<SourceName, Icon> = {
  spotify: IconBrandSpotify,
  youtube: IconBrandYoutube,
  listenbrainz: IconHeadphones,
  lastfm: IconBrandLastfm,
  spotify_file: IconFileMusic,
  youtube_file: IconFileTypeZip,
  listenbrainz_file: IconFileMusic,
  history_file: IconFileMusic,
  picks: IconHeart,
}

export type SourceHeadProps = {
  source: SourceName
  /** A line under the name; empty for none. */
  about: ReactNode
  /** Shown beside the name. */
  mark?: ReactNode
  /** Shown at the end. */
  aside?: ReactNode
}

/** Icon, name and description of a source. */
export function SourceHead({ source, about, mark, aside }: SourceHeadProps) {
  const { i18n } = useLingui()
  const SourceIcon = icons[source]
  return (
    <header className="wl-source-head">
      <span className="wl-source-tile" data-source={source} aria-hidden>
        <SourceIcon size={20} stroke={1.8} />
      </span>
      <div className="wl-source-who">
        <div className="wl-source-name">
          <h2 id={`source-${source}`}>{sourceName(i18n, source)}</h2>
          {mark}
        </div>
        {about && <div className="wl-muted wl-small">{about}</div>}
      </div>
      {aside !== undefined && <div className="wl-source-chips">{aside}</div>}
    </header>
  )
}

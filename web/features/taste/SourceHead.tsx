import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { IconBrandSpotify, IconBrandYoutube, IconHeart, type Icon } from '@tabler/icons-react'
import type { SourceName } from '#contract/taste.ts'
import { sourceName } from './source.words.ts'

const icons: Record<SourceName, Icon> = { spotify: IconBrandSpotify, youtube: IconBrandYoutube, picks: IconHeart }

/** Sign, name and a line about a source. */
export function SourceHead({ source, about, aside }: { source: SourceName; about: string; aside?: ReactNode }) {
  const { i18n } = useLingui()
  const SourceIcon = icons[source]
  return (
    <header className="wl-source-head">
      <span className="wl-source-tile" data-source={source} aria-hidden>
        <SourceIcon size={20} stroke={1.8} />
      </span>
      <div className="wl-source-who">
        <h2 id={`source-${source}`}>{sourceName(i18n, source)}</h2>
        {about && <p className="wl-muted wl-small">{about}</p>}
      </div>
      {aside !== undefined && <div className="wl-source-chips">{aside}</div>}
    </header>
  )
}

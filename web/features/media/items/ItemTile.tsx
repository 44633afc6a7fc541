import type { ReactNode } from 'react'
import type { Item } from '#contract/media.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { videoPicture } from './play.ts'
import { PlayItem } from './PlayItem.tsx'
import './ItemTile.css'

export type ItemTileProps = {
  item: Item
  /** What is said under a name that has no maker: a genre, a topic. */
  about?: string | undefined
  action?: ReactNode
  children?: ReactNode
}

/** One artist, track, channel or video with its artwork at full width. The way to play it stands beside the words, never on the artwork. */
export function ItemTile({ item, about, action, children }: ItemTileProps) {
  const line = item.by ?? about ?? null
  return (
    <article className="wl-tile">
      <Artwork id={item.id} kind={item.kind} src={item.kind === 'video' ? videoPicture(item.youtube_id) : null} />
      <div className="wl-tile-head">
        <div className="wl-tile-text">
          <h3 title={item.name}>{item.name}</h3>
          {line !== null && <p className="wl-line wl-dim wl-small">{line}</p>}
        </div>
        {action}
        <PlayItem item={item} />
      </div>
      {children}
    </article>
  )
}

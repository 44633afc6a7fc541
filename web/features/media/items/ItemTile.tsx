import type { ReactNode } from 'react'
import type { Item } from '#contract/media.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { lengthText } from './length-text.ts'
import { CreatorName, ItemName } from './ItemName.tsx'
import { videoPicture } from './play.ts'
import { PlayItem } from './PlayItem.tsx'
import { QueueMenu } from '../queue/QueueMenu.tsx'
import './ItemTile.css'

export type ItemTileProps = {
  item: Item
  /** Shown under a name without a creator: a genre or topic. */
  about?: string | undefined
  action?: ReactNode
  /** Where it was found, such as a person's name; the queue shows it. */
  from?: string | null
  children?: ReactNode
}

/** One artist, track, channel or video with full-width artwork. The play button is beside the text, never on the artwork. */
export function ItemTile({ item, about, action, from = null, children }: ItemTileProps) {
  const length = lengthText(item)
  return (
    <article className="wl-tile">
      <Artwork id={item.id} kind={item.kind} src={item.kind === 'video' ? videoPicture(item.youtube_id) : null} />
      <div className="wl-tile-head">
        <div className="wl-tile-text">
          <h3>
            <ItemName item={item} />
          </h3>
          {(item.by ?? about) !== undefined && (
            <p className="wl-line wl-dim wl-small">
              {item.by === null ? about : <CreatorName item={item} />}
              {length !== null && <span className="wl-tile-length"> · {length}</span>}
            </p>
          )}
        </div>
        {action}
        <QueueMenu item={item} from={from} />
        <PlayItem item={item} from={from} />
      </div>
      {children}
    </article>
  )
}

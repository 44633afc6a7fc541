import type { ReactNode } from 'react'
import type { Item } from '#contract/media.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import { CreatorName, ItemName } from './ItemName.tsx'
import { videoPicture } from './play.ts'
import { PlayItem } from './PlayItem.tsx'
import { QueueMenu } from '../queue/QueueMenu.tsx'
import './ItemRow.css'

export type ItemRowProps = {
  item: Item
  /** Shown after the creator; null for nothing. */
  about: ReactNode
  /** Shown beside the play button. */
  action?: ReactNode
  /** Where it was found, such as a person's name; the queue shows it. */
  from?: string | null
  /** Whether the play button has a text label where there is room. */
  withWord?: boolean
  /** `div` when the list component renders its own items. */
  as?: 'li' | 'div'
}

/** One artist, track, channel or video in a list: artwork, name, description, and a play button. */
export function ItemRow({ item, about, action, from = null, withWord = false, as: Row = 'li' }: ItemRowProps) {
  return (
    <Row className="wl-item-row">
      <span className="wl-item-row-art">
        <Artwork
          id={item.id}
          kind={item.kind}
          src={item.kind === 'video' ? videoPicture(item.youtube_id) : null}
          size={item.kind === 'video' ? 60 : 38}
        />
      </span>
      <span className="wl-item-row-text">
        <span className="wl-line wl-item-row-name">
          <ItemName item={item} />
        </span>
        <span className="wl-line wl-dim">
          <CreatorName item={item} />
          {item.by !== null && about !== null && ' · '}
          {about}
        </span>
      </span>
      {action}
      <QueueMenu item={item} from={from} />
      <PlayItem item={item} size="small" from={from} withWord={withWord} />
    </Row>
  )
}

import type { ReactNode } from 'react'
import type { LinkRecord } from '#contract/links.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shapeOfLink, sideOfLink } from './link-side.ts'
import './LinkCard.css'

export type LinkCardProps = {
  link: LinkRecord
  /** Plays what the link leads to, in place; null where nothing here can. Asked with the target of a short link. */
  play?: (target: LinkRecord) => ReactNode
  /** Stands where the sign of opening is otherwise, whatever becomes of the link: a button that removes the card, for example. */
  action?: ReactNode
  /** The picture of something to watch stands above the words, as a conversation has room for it. */
  isTall?: boolean
}

/** The shape of the card, from the link alone. */
export function LinkCardSkeleton({ link, isTall = false }: LinkCardProps) {
  return (
    <div className="wl-link-tile" data-side={sideOfLink(link)} data-shape={shapeOfLink(link)} data-tall={isTall || undefined} aria-hidden>
      <span className="wl-link-tile-art">
        <Skeleton shape="block" height="100%" />
      </span>
      <div className="wl-link-tile-text">
        <p className="wl-link-tile-kind">
          <Skeleton width="40%" height="0.8em" />
        </p>
        <p className="wl-link-tile-title">
          <Skeleton width="80%" height="0.8em" />
        </p>
        <p className="wl-link-tile-foot">
          <Skeleton width="55%" height="0.8em" />
        </p>
      </div>
    </div>
  )
}

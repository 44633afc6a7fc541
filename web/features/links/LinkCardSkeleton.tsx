import type { ReactNode } from 'react'
import type { LinkCardData } from '#contract/links/link-cards.ts'
import type { LinkRecord } from '#contract/links/links.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { shapeOfLink, sideOfLink } from './link-side.ts'
import './LinkCard.css'

export type LinkCardProps = {
  link: LinkRecord
  /**
   * Renders an inline player for the target; null without a player. Receives the target of a short link, its title and author, and
   * the same item on the other platform.
   */
  play?: (
    target: LinkRecord,
    names: { title: string | null; author: string | null; byPath?: string | null | undefined },
    otherSide: LinkCardData['other_side'],
  ) => ReactNode
  /** Replaces the open icon in every state: for example a button that removes the card. */
  action?: ReactNode
  /** Puts a video's picture above the text, for conversations. */
  isTall?: boolean
}

/** A placeholder with the card's shape, derived only from the link. */
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

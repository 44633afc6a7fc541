import { useEffect, useRef, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { WindowVirtualizer, type CustomContainerComponentProps, type CustomItemComponentProps, type WindowVirtualizerHandle } from 'virtua'
import type { Moment } from '#contract/moments.ts'
import { preloadLinkCard } from '#web/features/links/LinkCard.tsx'
import { useWhenSeen } from '#web/features/matching/use-when-seen.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { pressable } from '#web/ui/pressable.ts'
import { LoadingLabel, PersonSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import { FeedCard } from './FeedCard.tsx'
import { MomentCard } from './MomentCard.tsx'
import type { Feed } from '../moments.api.ts'
import { useCardKeys } from './use-card-keys.ts'
import { useNow } from '#web/ui/use-now.ts'
import './MomentFeed.css'

/** About as high as a card: until cards are measured, no more are drawn than fit. */
const CARD_PX = 260
/** As many cards are drawn, in turns of the browser, before the list knows how high the window is; then it draws what is missing at once. */
const FIRST_CARDS = 4

export type MomentFeedProps = {
  feed: Feed
  /** What stands here when there is nothing. */
  empty: ReactNode
  /** Opens one moment with its comments. Without it the cards are for looking alone: there is nothing to press. */
  onOpen?: (moment: Moment) => void
}

/** Moments newest first; only those near the screen are drawn, and further pages come when the end is seen. */
export function MomentFeed({ feed, empty, onOpen }: MomentFeedProps) {
  const now = useNow()
  const list = useRef<WindowVirtualizerHandle>(null)
  const moments = feed.status === 'ready' ? feed.moments : []
  const handleKey = useCardKeys(list, moments, onOpen)
  useEffect(preloadLinkCard, [])
  if (feed.status === 'loading') return <FeedSkeleton />
  if (feed.status === 'failed') return <ErrorState kind={feed.failure.kind} onRetry={feed.retry} />
  if (feed.moments.length === 0 && !feed.hasMore) return empty
  return (
    <>
      {/* Keys move between cards; each card's own links and buttons take theirs. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div className="wl-feed-frame" onKeyDown={handleKey}>
        <WindowVirtualizer ref={list} as={List} item={Item} data={feed.moments} itemSize={CARD_PX} ssrCount={FIRST_CARDS}>
          {(moment) => (
            <div key={moment.id} className="wl-feed-card" data-moment={moment.id}>
              {onOpen ? <FeedCard moment={moment} now={now} /> : <MomentCard moment={moment} now={now} heading="h2" />}
            </div>
          )}
        </WindowVirtualizer>
      </div>
      {feed.hasMore && <MoreMoments feed={feed} />}
    </>
  )
}

function List({ ref, style, children }: CustomContainerComponentProps) {
  const { i18n } = useLingui()
  return (
    <ul
      ref={ref}
      className="wl-feed"
      style={pressable(style)}
      aria-label={i18n._({ id: 'moments.feed', message: 'Moments, newest first' })}
    >
      {children}
    </ul>
  )
}

function Item({ ref, style, index, children }: CustomItemComponentProps) {
  return (
    // Most of the list is not drawn, and its end is not known: who hears it is told the place.
    <li ref={ref} style={style} aria-posinset={index + 1} aria-setsize={-1}>
      {children}
    </li>
  )
}

function MoreMoments({ feed }: { feed: Extract<Feed, { status: 'ready' }> }) {
  const { i18n } = useLingui()
  const end = useRef<HTMLDivElement>(null)
  const { isLoadingMore, moreFailed, loadMore } = feed
  useWhenSeen(end, loadMore, !isLoadingMore && moreFailed === null)
  return (
    <div className="wl-feed-more" ref={end}>
      {moreFailed && (
        <p className="wl-muted" role="alert">
          {i18n._({ id: 'moments.more.failed', message: 'The older moments did not arrive.' })}
        </p>
      )}
      <Button variant="default" loading={isLoadingMore} onClick={loadMore}>
        {moreFailed ? i18n._({ id: 'state.retry', message: 'Try again' }) : i18n._({ id: 'moments.more', message: 'Show older' })}
      </Button>
    </div>
  )
}

/** What stands where a feed will be. */
export function FeedSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'moments.loading', message: 'Loading moments' })} />
      <div className="wl-feed-frame" aria-hidden>
        {Array.from({ length: 3 }, (_, at) => (
          <div className="wl-feed-card wl-feed-skeleton" key={at}>
            <div className="wl-skeleton-row">
              <PersonSkeleton size={40} widths={['40%', '25%']} />
            </div>
            <Skeleton width={`${90 - at * 20}%`} />
            {at !== 1 && <Skeleton shape="block" height={90} />}
          </div>
        ))}
      </div>
    </>
  )
}

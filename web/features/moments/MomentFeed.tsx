import { useEffect, useRef, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { useWhenSeen } from '#web/features/taste/use-when-seen.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { MomentActions } from './MomentActions.tsx'
import { MomentCard } from './MomentCard.tsx'
import { MomentMenu } from './MomentMenu.tsx'
import type { Feed } from './moments.api.ts'
import { useNow } from './use-now.ts'
import './MomentFeed.css'

export type MomentFeedProps = {
  feed: Feed
  /** What stands here when there is nothing. */
  empty: ReactNode
  /** The moment that somebody came for; the feed goes there once it is read. */
  markedId?: string | null
}

/** Moments newest first; further pages come when the end is seen. */
export function MomentFeed({ feed, empty, markedId = null }: MomentFeedProps) {
  const { i18n } = useLingui()
  const now = useNow()
  const list = useMarked(feed, markedId)
  if (feed.status === 'loading') return <FeedSkeleton />
  if (feed.status === 'failed') return <ErrorState kind={feed.failure.kind} onRetry={feed.retry} />
  if (feed.moments.length === 0 && !feed.hasMore) return empty
  return (
    <>
      <ul className="wl-feed" ref={list} aria-label={i18n._({ id: 'moments.feed', message: 'Moments, newest first' })}>
        {feed.moments.map((moment) => (
          <li key={moment.id} data-moment={moment.id}>
            <MomentCard
              moment={moment}
              now={now}
              heading="h2"
              isMarked={moment.id === markedId}
              menu={<MomentMenu moment={moment} />}
              actions={<MomentActions moment={moment} />}
            />
          </li>
        ))}
      </ul>
      {feed.hasMore && <MoreMoments feed={feed} />}
    </>
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

/** How many further moments are read to find the one that somebody came for. */
const LOOK_THROUGH = 200

/** Goes to the marked moment once, reading on until it is found. Returns the reference for the list. */
function useMarked(feed: Feed, markedId: string | null) {
  const list = useRef<HTMLUListElement>(null)
  const reached = useRef<string | null>(null)
  useEffect(() => {
    if (markedId === null || feed.status !== 'ready' || reached.current === markedId) return
    const card = list.current?.querySelector<HTMLElement>(`[data-moment="${CSS.escape(markedId)}"] > article`)
    if (card) {
      reached.current = markedId
      card.scrollIntoView({ block: 'center' })
      card.focus({ preventScroll: true })
    } else if (feed.hasMore && !feed.isLoadingMore && feed.moreFailed === null && feed.moments.length < LOOK_THROUGH) {
      feed.loadMore()
    }
  }, [feed, markedId])
  return list
}

function FeedSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'moments.loading', message: 'Loading moments' })} />
      <div className="wl-feed" aria-hidden>
        {Array.from({ length: 3 }, (_, at) => (
          <div className="wl-feed-skeleton" key={at}>
            <div className="wl-skeleton-row">
              <Skeleton shape="round" width={40} />
              <div className="wl-skeleton-lines">
                <Skeleton width="40%" />
                <Skeleton width="25%" />
              </div>
            </div>
            <Skeleton width={`${90 - at * 20}%`} />
            {at !== 1 && <Skeleton shape="block" height={90} />}
          </div>
        ))}
      </div>
    </>
  )
}

import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { buddiesFeed } from '#web/features/moments/moments.cache.ts'
import { watchRemovals } from '#web/features/moments/moments.removals.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { useNow } from '#web/ui/text/use-now.ts'
import { Link } from 'react-router'

const MAX_MOMENTS = 4

/** The latest moments of buddies, without the viewer's own. */
export function LatestMoments() {
  const { i18n } = useLingui()
  const feed = useFeed(buddiesFeed)
  const now = useNow()
  useEffect(watchRemovals, [])
  if (feed.status === 'loading') return <CardSkeleton blockHeight={80} />
  if (feed.status === 'failed') return <ErrorState kind={feed.failure.kind} onRetry={feed.retry} />
  const moments = feed.moments.filter(({ mine }) => !mine).slice(0, MAX_MOMENTS)
  if (moments.length === 0) {
    return (
      <div className="wl-card wl-home-quiet">
        <p className="wl-muted">
          {i18n._({ id: 'home.moments.none', message: 'When your buddies share something, you’ll see it here. Or go first.' })}
        </p>
        <Button component={Link} to="/moments" variant="default">
          {i18n._({ id: 'home.moments.share', message: 'Share a moment' })}
        </Button>
      </div>
    )
  }
  return (
    <ul className="wl-home-moments">
      {moments.map((moment) => (
        <li key={moment.id} className="wl-card">
          <MomentCard moment={moment} now={now} actions={<MomentActions moment={moment} />} />
        </li>
      ))}
    </ul>
  )
}

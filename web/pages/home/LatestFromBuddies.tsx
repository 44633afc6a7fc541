import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { MomentActions } from '#web/features/moments/feed/MomentActions.tsx'
import { MomentCard } from '#web/features/moments/feed/MomentCard.tsx'
import { useFeed } from '#web/features/moments/moments.api.ts'
import { buddiesFeed } from '#web/features/moments/moments.cache.ts'
import { useNow } from '#web/ui/use-now.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { HomeSection } from './HomeSection.tsx'

const MOST = 4

/** What buddies shared last. One's own moments are known to oneself. */
export function LatestFromBuddies() {
  const { i18n } = useLingui()
  const feed = useFeed(buddiesFeed)
  const now = useNow()
  const moments = feed.status === 'ready' ? feed.moments.filter(({ mine }) => !mine).slice(0, MOST) : []
  return (
    <HomeSection
      title={i18n._({ id: 'home.moments', message: 'Latest moments' })}
      more={{ to: '/moments', label: i18n._({ id: 'profile.all-moments', message: 'All moments' }) }}
    >
      {feed.status === 'loading' && <CardSkeleton blockHeight={80} />}
      {feed.status === 'failed' && <ErrorState kind={feed.failure.kind} onRetry={feed.retry} />}
      {feed.status === 'ready' && moments.length === 0 && (
        <div className="wl-card wl-home-quiet">
          <p className="wl-muted">
            {i18n._({ id: 'home.moments.none', message: 'When your buddies share something, you hear it here. You can begin.' })}
          </p>
          <Button component={Link} to="/moments" variant="default">
            {i18n._({ id: 'home.moments.share', message: 'Share a moment' })}
          </Button>
        </div>
      )}
      {moments.length > 0 && (
        <ul className="wl-home-moments">
          {moments.map((moment) => (
            <li key={moment.id} className="wl-card">
              <MomentCard moment={moment} now={now} actions={<MomentActions moment={moment} />} />
            </li>
          ))}
        </ul>
      )}
    </HomeSection>
  )
}

import { useLingui } from '@lingui/react'
import { CardSkeleton, LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { MatchSkeleton } from './ProfileMatch.tsx'
import '#web/features/profiles/ProfileHead.css'

/** A profile that is on its way. */
export function ProfileSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-profile-page">
      <LoadingLabel label={i18n._({ id: 'profile.loading', message: 'Loading the profile' })} />
      <div className="wl-card wl-profile-head" aria-hidden>
        <div className="wl-profile-who">
          <Skeleton shape="round" width="clamp(72px, 17vw, 104px)" />
          <div className="wl-profile-text" aria-hidden>
            <Skeleton width="min(220px, 80%)" height="2.2rem" />
            <Skeleton width="min(260px, 90%)" />
            <Skeleton width="min(360px, 100%)" />
          </div>
        </div>
        <div className="wl-profile-aside">
          <MatchSkeleton />
        </div>
      </div>
      <CardSkeleton blockHeight={140} />
    </div>
  )
}

import { useLingui } from '@lingui/react'
import { CardSkeleton, LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { MatchSkeleton } from './ProfileMatch.tsx'
import '#web/features/profiles/ProfileHead.css'

/** The head of a profile that is on its way. */
export function ProfileHeadSkeleton() {
  const { i18n } = useLingui()
  return (
    <>
      <LoadingLabel label={i18n._({ id: 'profile.loading', message: 'Loading the profile' })} />
      <div className="wl-card wl-profile-head" aria-hidden>
        <div className="wl-profile-who">
          <span className="wl-profile-face">
            <Skeleton shape="round" />
          </span>
          <div className="wl-profile-text">
            <Skeleton width="min(220px, 80%)" height="2.2rem" />
            <Skeleton width="min(260px, 90%)" />
            <div className="wl-profile-bio">
              <Skeleton width="min(360px, 70vw)" />
            </div>
            <div className="wl-profile-actions">
              <Skeleton shape="block" width={150} height={44} />
            </div>
          </div>
        </div>
        <div className="wl-profile-aside">
          <MatchSkeleton />
        </div>
      </div>
    </>
  )
}

/** A profile that is on its way, while it is not known what it will show. */
export function ProfileSkeleton() {
  return (
    <div className="wl-profile-page">
      <ProfileHeadSkeleton />
      <CardSkeleton blockHeight={140} />
    </div>
  )
}

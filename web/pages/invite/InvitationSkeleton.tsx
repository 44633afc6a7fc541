import { useLingui } from '@lingui/react'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'

export function InvitationSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-card wl-invite">
      <LoadingLabel label={i18n._({ id: 'invite.loading', message: 'Loading the invitation' })} />
      <Skeleton width="40%" />
      <Skeleton width="70%" height="2.4rem" />
      <Skeleton shape="block" height={150} />
    </div>
  )
}

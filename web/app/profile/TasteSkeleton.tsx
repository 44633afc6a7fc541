import { useLingui } from '@lingui/react'
import { ListSkeleton, LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import './RoundItems.css'
import './TasteSections.css'

/** Round things and rows that are on their way. */
export function TasteSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-taste-sections">
      <LoadingLabel label={i18n._({ id: 'profile.taste.loading', message: 'Loading what they love' })} />
      <div className="wl-card wl-taste-section" aria-hidden>
        <div className="wl-round-items">
          {Array.from({ length: 12 }, (_, at) => (
            <div key={at} className="wl-round-item">
              <Skeleton shape="round" width={92} />
              <Skeleton width="70%" />
            </div>
          ))}
        </div>
      </div>
      <div className="wl-card wl-taste-section">
        <ListSkeleton rows={6} />
      </div>
    </div>
  )
}

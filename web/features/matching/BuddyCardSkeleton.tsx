import { PersonSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import './BuddyCard.css'

const chips = [92, 118, 74, 104]

export function BuddyCardSkeleton() {
  return (
    <div className="wl-card wl-buddy" aria-hidden>
      <div className="wl-buddy-head">
        <PersonSkeleton size={52} widths={['45%', '30%']} />
        <Skeleton width={64} height={30} />
      </div>
      <div className="wl-buddy-skeleton-print">
        {Array.from({ length: 26 }, (_, index) => (
          <Skeleton key={index} shape="block" height={`${18 + 74 * Math.abs(Math.sin(index * 0.8) * Math.cos(index * 0.31))}%`} />
        ))}
      </div>
      <div className="wl-chips">
        {chips.map((width) => (
          <Skeleton key={width} shape="block" width={width} height={28} />
        ))}
      </div>
      <div className="wl-buddy-foot">
        <Skeleton width="38%" />
        <Skeleton shape="block" width={150} height={38} />
      </div>
    </div>
  )
}

import { unreachable } from '#contract/base/unreachable.ts'
import { ListSkeleton, Skeleton } from '#web/ui/Skeleton.tsx'
import '#web/ui/SectionHeader.css'
import './ProfileOverview.css'
import './RoundItems.css'
import './TasteListSection.css'

const ROUND = 12
const TILES = 4

/** The layout of a list: round artworks, rows, or tiles with a wide picture. */
export type Look = 'round' | 'rows' | 'tiles'

/** Placeholders for a list's items in its layout. */
export function ItemsSkeleton({ look }: { look: Look }) {
  switch (look) {
    case 'round':
      return (
        <div className="wl-round-items" aria-hidden>
          {Array.from({ length: ROUND }, (_, index) => (
            <div className="wl-round-item" key={index}>
              <Skeleton shape="round" />
              <Skeleton width={`${85 - (index % 3) * 15}%`} />
            </div>
          ))}
        </div>
      )
    case 'rows':
      return <ListSkeleton rows={6} />
    case 'tiles':
      return (
        <div className="wl-taste-tiles" aria-hidden>
          {Array.from({ length: TILES }, (_, index) => (
            <div className="wl-taste-tile-skeleton" key={index}>
              <Skeleton shape="block" height="auto" />
              <Skeleton width="80%" />
              <Skeleton width="50%" />
            </div>
          ))}
        </div>
      )
    default:
      return unreachable(look)
  }
}

/** A placeholder for the overview: a card of round items beside one of rows. */
export function OverviewSkeleton() {
  return (
    <div className="wl-overview" aria-hidden>
      {(['round', 'rows'] as const).map((look) => (
        <div className="wl-card wl-overview-card" key={look}>
          <header className="wl-section-header">
            <Skeleton width={120} height="1.3rem" />
          </header>
          <ItemsSkeleton look={look} />
        </div>
      ))}
    </div>
  )
}

import './Skeleton.css'

export type SkeletonProps = {
  /** Any CSS length; left out, it fills its container. */
  width?: string | number
  height?: string | number
  shape?: 'line' | 'block' | 'round'
}

/** The shape of something that is on its way. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line' }: SkeletonProps) {
  return <span className="wl-skeleton" data-shape={shape} style={{ width, height: shape === 'round' ? undefined : height }} aria-hidden />
}

/** A card in the shape of a person: picture, two lines, and a block below. */
export function CardSkeleton({ blockHeight = 120 }: { blockHeight?: number }) {
  return (
    <div className="wl-card wl-skeleton-card" aria-hidden>
      <div className="wl-skeleton-row">
        <Skeleton shape="round" width={48} />
        <div className="wl-skeleton-lines">
          <Skeleton width="55%" />
          <Skeleton width="35%" />
        </div>
      </div>
      <Skeleton shape="block" height={blockHeight} />
    </div>
  )
}

/** Rows in the shape of a list of people or things. */
export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div className="wl-skeleton-list" aria-hidden>
      {Array.from({ length: rows }, (_, at) => (
        <div className="wl-skeleton-row" key={at}>
          <Skeleton shape="round" width={40} />
          <div className="wl-skeleton-lines">
            <Skeleton width={`${60 - (at % 3) * 12}%`} />
            <Skeleton width="30%" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Says to a screen reader that something loads; put it beside skeletons, once a page. */
export function LoadingLabel({ label }: { label: string }) {
  return <output className="wl-hidden">{label}</output>
}

import './Skeleton.css'

export type SkeletonProps = {
  /** Any CSS length; fills its container when omitted. */
  width?: string | number
  height?: string | number
  shape?: 'line' | 'block' | 'round'
}

/** A placeholder for loading content. */
export function Skeleton({ width = '100%', height = '1em', shape = 'line' }: SkeletonProps) {
  return <span className="wl-skeleton" data-shape={shape} style={{ width, height: shape === 'round' ? undefined : height }} aria-hidden />
}

/** A row with a picture, a name and a second line. Widths are any CSS lengths, `size` is in px. */
export function PersonSkeleton({ size, widths: [name, below] }: { size: number; widths: readonly [name: string, below: string] }) {
  return (
    <>
      <Skeleton shape="round" width={size} />
      <span className="wl-skeleton-lines">
        <Skeleton width={name} />
        <Skeleton width={below} />
      </span>
    </>
  )
}

/** A card in the shape of a person: picture, two lines, and a block below. */
export function CardSkeleton({ blockHeight = 120 }: { blockHeight?: number }) {
  return (
    <div className="wl-card wl-skeleton-card" aria-hidden>
      <div className="wl-skeleton-row">
        <PersonSkeleton size={48} widths={['55%', '35%']} />
      </div>
      <Skeleton shape="block" height={blockHeight} />
    </div>
  )
}

/** Rows in the shape of a list of people or items. @param label announces loading, unless the page does */
export function ListSkeleton({ rows = 5, label }: { rows?: number; label?: string }) {
  return (
    <>
      {label !== undefined && <LoadingLabel label={label} />}
      <div className="wl-skeleton-list" aria-hidden>
        {Array.from({ length: rows }, (_, index) => (
          <div className="wl-skeleton-row" key={index}>
            <PersonSkeleton size={40} widths={[`${60 - (index % 3) * 12}%`, '30%']} />
          </div>
        ))}
      </div>
    </>
  )
}

/** Announces loading to screen readers; put it beside skeletons, once per page. */
export function LoadingLabel({ label }: { label: string }) {
  return <output className="wl-hidden">{label}</output>
}

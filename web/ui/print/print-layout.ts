import type { PrintBar } from './print-bars.ts'

/** The space between the last bar of music and the first of video; TastePrint.css draws it. */
export const KIND_GAP_PX = 12
/** The least distance between two labels. */
const LABEL_GAP_PX = 8

/** The position of the first video bar if music bars precede it, or else -1. */
export function gapBefore(bars: readonly Pick<PrintBar, 'kind'>[]): number {
  const index = bars.findIndex(({ kind }) => kind === 'video')
  return index > 0 ? index : -1
}

const slotOf = (bars: readonly Pick<PrintBar, 'kind'>[], width: number): number =>
  (width - (gapBefore(bars) > 0 ? KIND_GAP_PX : 0)) / Math.max(1, bars.length)

/** The center of a bar in a drawing of this width. */
export function centerOf(bars: readonly Pick<PrintBar, 'kind'>[], index: number, width: number): number {
  const gap = gapBefore(bars)
  return (index + 0.5) * slotOf(bars, width) + (gap > 0 && index >= gap ? KIND_GAP_PX : 0)
}

/** The bar nearest to a point of a drawing of this width. */
export function barAt(bars: readonly Pick<PrintBar, 'kind'>[], x: number, width: number): number {
  let nearest = 0
  for (const at of bars.keys()) {
    if (Math.abs(centerOf(bars, at, width) - x) < Math.abs(centerOf(bars, nearest, width) - x)) nearest = at
  }
  return nearest
}

export type Label = { center: number; width: number }

/**
 * The left edges of labels under a drawing, most important first. Each stays inside the drawing; one that would touch an earlier one is
 * null.
 */
export function placeLabels(labels: readonly Label[], drawingWidth: number): (number | null)[] {
  const taken: { from: number; to: number }[] = []
  return labels.map(({ center, width }) => {
    const from = Math.max(0, Math.min(center - width / 2, drawingWidth - width))
    const to = from + width
    if (width > drawingWidth || taken.some((other) => from < other.to + LABEL_GAP_PX && to + LABEL_GAP_PX > other.from)) return null
    taken.push({ from, to })
    return from
  })
}

import type { PrintBar } from '#web/ui/print/print-bars.ts'
import { placeLabels } from '#web/ui/print/print-layout.ts'

/** The average width of a character of a label. */
const CHARACTER_PX = 6.4

export type PrintLabel = { bar: PrintBar; name: string; left: number; width: number; align: 'left' | 'center' | 'right' }

/** The labels that fit under a drawing, the most important first. */
export function labelsThatFit(candidates: readonly { bar: PrintBar; name: string; center: number }[], drawingWidth: number): PrintLabel[] {
  const sized = candidates.map((label) => ({ ...label, width: label.name.length * CHARACTER_PX }))
  const places = placeLabels(sized, drawingWidth)
  return sized.flatMap(({ bar, name, center, width }, at) => {
    const left = places[at]
    return left === null || left === undefined ? [] : [{ bar, name, left, width, align: alignmentOf(center - (left + width / 2)) }]
  })
}

// A label that was moved inside the drawing stays close to its bar.
function alignmentOf(offset: number): PrintLabel['align'] {
  if (Math.abs(offset) < 1) return 'center'
  return offset > 0 ? 'right' : 'left'
}

/** The names of bars under a drawing. */
export function PrintLabels({ labels }: { labels: readonly PrintLabel[] }) {
  return (
    <div className="wl-print-labels" aria-hidden>
      {labels.map(({ bar, name, left, width, align }) => (
        <span key={bar.name} className="wl-print-label" style={{ left, width, textAlign: align }}>
          {name}
        </span>
      ))}
    </div>
  )
}

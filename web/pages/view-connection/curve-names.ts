const GAP_PX = 10
const RISE_PX = 12

type Point = { x: number; y: number }
type Options = {
  /** The left and the right edge of the names. */
  edges: readonly [number, number]
  /** The points of the curve from left to right. */
  curve: readonly Point[]
  widthPx: (text: string) => number
}

/**
 * Names of marks above the curve: each as near to its mark as the edges allow, shortened when it's wider than their distance, and left
 * out when it would touch the name before it. `x` of the result is the middle of the name, `y` its baseline.
 */
export function placeNames(marks: readonly { x: number; text: string }[], { edges: [left, right], curve, widthPx }: Options) {
  let free = left
  return marks.flatMap(({ x, text }) => {
    const name = shortened(text, right - left, widthPx)
    const width = widthPx(name)
    const middle = Math.min(Math.max(x, left + width / 2), right - width / 2)
    const [start, end] = [middle - width / 2, middle + width / 2]
    if (start < free) return []
    free = end + GAP_PX
    return [{ key: text, text: name, x: middle, y: highest(curve, start, end) - RISE_PX }]
  })
}

function shortened(text: string, roomPx: number, widthPx: (text: string) => number): string {
  const graphemes = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  for (let count = graphemes.length; count > 1; count--) {
    const name = count === graphemes.length ? text : `${graphemes.slice(0, count).join('').trimEnd()}…`
    if (widthPx(name) <= roomPx) return name
  }
  return text
}

/** The smallest `y` of the curve between two places. */
function highest(curve: readonly Point[], start: number, end: number): number {
  const heights = curve.flatMap((point, index) => {
    const next = curve[index + 1] ?? point
    if (next.x < start || point.x > end) return []
    const yAt = (x: number) => (next.x === point.x ? point.y : point.y + ((next.y - point.y) * (x - point.x)) / (next.x - point.x))
    return [yAt(Math.max(start, point.x)), yAt(Math.min(end, next.x))]
  })
  return Math.min(...heights)
}

import { gradientOf } from '#web/ui/gradient.ts'
import './BlendCover.css'

/** One arc of the cover. `isWaiting`: the member has not joined, so only the outline of their arc is drawn. */
export type CoverArc = { id: string; bars: readonly { bar: number; height: number }[]; isWaiting?: boolean }

const SIZE = 250
const CENTER = SIZE / 2
const INNER = 46
const OUTER = 112
const MIN_LENGTH = 6
const BARS = 13
/** The part of an arc between two members, in bars. */
const GAP_BARS = 0.8
const LOGO = [10, 22, 34, 22, 10]

/** A blend's cover: each member has an equal arc with their tallest bars in the two colors of their avatar. Decorative. */
export function BlendCover({ arcs }: { arcs: readonly CoverArc[] }) {
  const span = (2 * Math.PI) / Math.max(1, arcs.length)
  return (
    <svg className="wl-blend-cover" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
      {arcs.map((arc, index) => (
        <Arc key={arc.id} arc={arc} from={index * span - Math.PI / 2} span={span} />
      ))}
      <circle className="wl-blend-cover-center" cx={CENTER} cy={CENTER} r={36} />
      {LOGO.map((height, index) => (
        <rect
          key={index}
          className="wl-blend-cover-logo"
          x={CENTER - 22 + index * 10}
          y={CENTER - height / 2}
          width={5}
          height={height}
          rx={2.5}
        />
      ))}
    </svg>
  )
}

function Arc({ arc: { id, bars, isWaiting = false }, from, span }: { arc: CoverArc; from: number; span: number }) {
  const { from: first, to: second } = gradientOf(id, 'person')
  const step = span / (BARS + GAP_BARS)
  if (isWaiting) {
    const radius = (INNER + OUTER) / 2
    const [start, end] = [point(from + step, radius).join(' '), point(from + span - step, radius).join(' ')]
    return (
      <path className="wl-blend-cover-waiting" stroke={first} d={`M${start} A${radius} ${radius} 0 ${span > Math.PI ? 1 : 0} 1 ${end}`} />
    )
  }
  return Array.from({ length: BARS }, (_, index) => {
    const height = bars[Math.floor((index * bars.length) / BARS)]?.height ?? 0
    const angle = from + step * (index + (1 + GAP_BARS) / 2)
    const length = MIN_LENGTH + height * (OUTER - INNER - MIN_LENGTH)
    const [x1, y1] = point(angle, INNER)
    const [x2, y2] = point(angle, INNER + length)
    return (
      <line
        key={index}
        x1={x1}
        y1={y1}
        x2={x2}
        y2={y2}
        stroke={`color-mix(in oklch, ${first} ${Math.round(100 - (index / (BARS - 1)) * 100)}%, ${second})`}
        strokeWidth={Math.min(6, Math.max(1.6, step * INNER * 1.3))}
        strokeLinecap="round"
      />
    )
  })
}

const point = (angle: number, radius: number): [x: string, y: string] => [
  (CENTER + Math.cos(angle) * radius).toFixed(1),
  (CENTER + Math.sin(angle) * radius).toFixed(1),
]

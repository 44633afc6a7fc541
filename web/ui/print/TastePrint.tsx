import { printBars, type PrintBar } from './print-bars.ts'
import './TastePrint.css'

const PITCH = 12
const BAR_WIDTH = 6.8
/** The gap between the two halves of a pair. */
const AXIS_GAP = 2.4
/** The minimum height of a bar, so that empty bars look like dots. */
const SHORTEST = 2.6
/** The margin at both ends for the round ends of full bars. */
const END_ROOM = 1

export type TastePrintProps = {
  /** Heights in the order of PRINT_BARS, 0 to 1. */
  mine: readonly number[]
  /** A second print is mirrored on the axis: mine above, theirs below. */
  theirs?: readonly number[]
  /** The accessible description. Empty when a text beside it says the same. */
  label: string
  /** The height in drawing units; the drawing is 468 wide and scales as a whole. */
  height?: number
  /** Animates the bars once. */
  grow?: boolean
}

/** The taste as a wave: one bar per genre, then one per topic. Bars that both users have get the match color. */
export function TastePrint({ mine, theirs, label, height = 130, grow = false }: TastePrintProps) {
  const bars = printBars(mine, theirs ?? null)
  const reach = theirs ? (height - AXIS_GAP) / 2 - END_ROOM : height - 2 * END_ROOM
  const naming = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <svg className="wl-print" data-grow={grow || undefined} viewBox={`0 0 ${bars.length * PITCH} ${height}`} {...naming}>
      {bars.map((bar, at) => (
        <Bar key={bar.name} bar={bar} x={at * PITCH + (PITCH - BAR_WIDTH) / 2} reach={reach} paired={theirs !== undefined} />
      ))}
    </svg>
  )
}

function Bar({ bar, x, reach, paired }: { bar: PrintBar; x: number; reach: number; paired: boolean }) {
  const above = Math.max(SHORTEST, bar.mine * reach)
  const below = Math.max(SHORTEST, bar.theirs * reach)
  return (
    <g className="wl-print-bar" data-kind={bar.kind} data-shared={bar.shared || undefined} data-bar={bar.name}>
      <HalfBar side="mine" x={x} y={END_ROOM + reach - above} height={above} />
      {paired && <HalfBar side="theirs" x={x} y={END_ROOM + reach + AXIS_GAP} height={below} />}
    </g>
  )
}

function HalfBar({ side, x, y, height }: { side: 'mine' | 'theirs'; x: number; y: number; height: number }) {
  return <rect className={`wl-print-${side}`} x={x} y={y} width={BAR_WIDTH} height={height} rx={Math.min(BAR_WIDTH, height) / 2.4} />
}

import { printBars, type PrintBar } from './print-bars.ts'
import { gapBefore } from './print-layout.ts'
import './TastePrint.css'

/** The width that heights relate to; the drawing scales as a whole. */
const DRAWING_WIDTH = 468

export type TastePrintProps = {
  /** Heights in the order of PRINT_BARS, 0 to 1. */
  mine: readonly number[]
  /** A second print is mirrored on the axis: mine above, theirs below. */
  theirs?: readonly number[]
  /** The accessible description. Empty when a text beside it says the same. */
  label: string
  /** The height of a drawing that is 468 wide. */
  height?: number
  /** Animates the bars once. */
  grow?: boolean
  /** The position of the bar that is being read; the others dim. */
  reading?: number | null
  /** Bars with a name below the drawing: a dotted line points to it. */
  named?: readonly PrintBar['name'][]
}

const noNames: readonly PrintBar['name'][] = []

/** The taste as a wave: one bar per genre, then one per topic. Bars that both users have get the match color. */
export function TastePrint({ mine, theirs, label, height = 130, grow = false, reading = null, named = noNames }: TastePrintProps) {
  const bars = printBars(mine, theirs ?? null)
  const gap = gapBefore(bars)
  const naming = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    <div
      className="wl-print"
      data-grow={grow || undefined}
      data-paired={theirs !== undefined || undefined}
      data-reading={reading !== null || undefined}
      style={{ aspectRatio: `${DRAWING_WIDTH} / ${height}` }}
      {...naming}
    >
      {bars.map((bar, index) => (
        <Bar
          key={bar.name}
          bar={bar}
          paired={theirs !== undefined}
          isRead={index === reading}
          isNamed={named.includes(bar.name)}
          startsVideo={index === gap}
        />
      ))}
    </div>
  )
}

type BarProps = { bar: PrintBar; paired: boolean; isRead: boolean; isNamed: boolean; startsVideo: boolean }

function Bar({ bar, paired, isRead, isNamed, startsVideo }: BarProps) {
  return (
    <span
      className="wl-print-bar"
      data-kind={bar.kind}
      data-shared={bar.shared || undefined}
      data-bar={bar.name}
      data-read={isRead || undefined}
      data-gap={startsVideo || undefined}
    >
      <span className="wl-print-mine" style={{ height: percent(bar.mine) }} />
      {paired && <span className="wl-print-theirs" style={{ height: percent(bar.theirs) }} />}
      {isNamed && <span className="wl-print-lead" style={{ top: percent(0.5 + bar.theirs / 2) }} />}
    </span>
  )
}

const percent = (height: number): string => `${Math.round(height * 1_000) / 10}%`

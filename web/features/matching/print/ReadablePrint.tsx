import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { printBars, type PrintBar } from '#web/ui/print/print-bars.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { barText, inferredBarText } from './bar-reading.messages.ts'
import { PrintTable } from './PrintTable.tsx'
import { useBarReading } from './use-bar-reading.ts'
import './ReadablePrint.css'

export type ReadablePrintProps = {
  mine: readonly number[]
  /** The text alternative of the drawing. */
  label: string
  height?: number
  grow?: boolean
  /** Indexes of inferred bars. */
  inferred?: readonly number[]
  /** Shown while no bar is selected, with the height of a bar's text. */
  idle?: ReactNode
}

/** One taste print that can be read bar by bar: by pointing, by arrow keys, and as a table. */
export function ReadablePrint({ mine, label, height, grow, inferred = [], idle = ' ' }: ReadablePrintProps) {
  const { i18n } = useLingui()
  const bars = printBars(mine, null)
  const textOf = (printBar: PrintBar) => inferredBarText(i18n, barText(i18n, printBar), inferred.includes(printBar.index))
  const { reading, bar, sliderProps } = useBarReading(bars, { label, textOf, idleText: label })
  return (
    <div className="wl-readable-print">
      <div className="wl-readable-print-drawing" {...sliderProps}>
        <TastePrint mine={mine} label="" {...(height ? { height } : {})} {...(grow ? { grow } : {})} reading={reading} />
      </div>
      <p className="wl-readable-print-words wl-small" data-kind={bar?.kind} aria-hidden dir="auto">
        {bar ? textOf(bar) : idle}
      </p>
      <PrintTable bars={bars} name={null} inferred={inferred} />
    </div>
  )
}

import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { printBars } from '#web/ui/print/print-bars.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { PrintTable } from './PrintTable.tsx'
import { barWords, sayBar } from './print.messages.ts'
import './ReadablePrint.css'

export type ReadablePrintProps = {
  mine: readonly number[]
  theirs?: readonly number[]
  /** Whose print hangs below the axis; null for a print that stands alone. */
  name: string | null
  /** What the drawing says, in words. */
  label: string
  height?: number
  grow?: boolean
  /** Places of bars that no source has told. */
  inferred?: readonly number[]
  /** Stands where the words of a bar will stand while none is read. */
  idle?: ReactNode
  /** Takes the focus when it appears: who asked for it by keyboard reads on. */
  focused?: boolean
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5 }

/** A taste print that can be read bar by bar: by pointing, by arrow keys, and as a table. */
export function ReadablePrint({ mine, theirs, name, label, height, grow, inferred = [], idle = ' ', focused }: ReadablePrintProps) {
  const { i18n } = useLingui()
  const [place, setPlace] = useState(0)
  const [isReading, setReading] = useState(false)
  const drawing = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (focused) drawing.current?.focus()
  }, [focused])
  const bars = printBars(mine, theirs ?? null)
  const last = bars.length - 1
  const at = bars[place]
  const words = at && sayBar(i18n, barWords(i18n, at.name, { ...at, theirs: theirs ? at.theirs : null }, name), inferred.includes(place))

  const handleKey = (event: KeyboardEvent) => {
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? last : place + (STEPS[event.key] ?? 0)
    if (!(event.key in STEPS) && event.key !== 'Home' && event.key !== 'End') return
    event.preventDefault()
    setPlace(Math.min(last, Math.max(0, next)))
  }
  const handlePointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    if (width === 0) return
    setPlace(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * bars.length))))
    setReading(true)
  }

  return (
    <div className="wl-readable-print">
      <div
        className="wl-readable-print-drawing"
        dir="ltr"
        // A range of HTML can't hold a drawing; this one has its keys and says its value in words.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        ref={drawing}
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={bars.length}
        aria-valuenow={place + 1}
        aria-valuetext={words}
        onKeyDown={handleKey}
        onFocus={() => setReading(true)}
        onBlur={() => setReading(false)}
        onPointerMove={handlePointer}
        onPointerDown={handlePointer}
        onPointerLeave={() => setReading(false)}
      >
        <TastePrint mine={mine} {...(theirs ? { theirs } : {})} label="" {...(height ? { height } : {})} {...(grow ? { grow } : {})} />
        {isReading && at && (
          <span
            className="wl-readable-print-mark"
            style={{ insetInlineStart: `${(place / bars.length) * 100}%`, width: `${100 / bars.length}%` }}
            aria-hidden
          />
        )}
      </div>
      <p className="wl-readable-print-words wl-small" data-kind={at?.kind} data-shared={at?.shared || undefined} aria-hidden dir="auto">
        {isReading && at ? words : idle}
      </p>
      <PrintTable bars={bars} name={theirs ? name : null} inferred={inferred} />
    </div>
  )
}

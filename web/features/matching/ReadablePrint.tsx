import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import { printBars, type PrintBar } from '#web/ui/print/print-bars.ts'
import { TastePrint } from '#web/ui/print/TastePrint.tsx'
import { barText, inferredBarText, barName, inHundredths } from './print.messages.ts'
import './ReadablePrint.css'

export type ReadablePrintProps = {
  mine: readonly number[]
  theirs?: readonly number[]
  /** The user below the axis; null for a single print. */
  name: string | null
  /** The text alternative of the drawing. */
  label: string
  height?: number
  grow?: boolean
  /** Indexes of inferred bars. */
  inferred?: readonly number[]
  /** Shown while no bar is selected, with the height of a bar's text. */
  idle?: ReactNode
  /** Takes the focus when it appears, for keyboard users who opened it. */
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
  const words =
    at && inferredBarText(i18n, barText(i18n, at.name, { ...at, theirs: theirs ? at.theirs : null }, name), inferred.includes(place))

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

export type PrintTableProps = {
  bars: readonly PrintBar[]
  /** The user in the second column; null for a single print. */
  name: string | null
  /** Indexes of inferred bars. */
  inferred: readonly number[]
}

/** The print as a table: every bar that either user has. */
export function PrintTable({ bars, name, inferred }: PrintTableProps) {
  const { i18n } = useLingui()
  const rows = bars
    .map((bar, place) => ({ ...bar, isInferred: inferred.includes(place) }))
    .filter(({ mine, theirs }) => mine > 0 || theirs > 0)
  return (
    <details className="wl-print-table">
      <summary className="wl-dim wl-small">{i18n._({ id: 'print.table', message: 'As a table' })}</summary>
      <table dir="auto">
        <thead>
          <tr>
            <th scope="col">{i18n._({ id: 'print.table.what', message: 'Kind' })}</th>
            <th scope="col">{i18n._({ id: 'print.table.you', message: 'You' })}</th>
            {name !== null && <th scope="col">{name}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((bar) => (
            <tr key={bar.name} data-shared={bar.shared || undefined}>
              <th scope="row">{inferredBarText(i18n, barName(i18n, bar.name), bar.isInferred)}</th>
              <td>{inHundredths(bar.mine)}</td>
              {name !== null && <td>{inHundredths(bar.theirs)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ isInferred }) => isInferred) && (
        <p className="wl-dim wl-small">
          {i18n._({
            id: 'print.inferred.note',
            message: 'Inferred: no source names a genre for these. We inferred it from what else their fans love.',
          })}
        </p>
      )}
    </details>
  )
}

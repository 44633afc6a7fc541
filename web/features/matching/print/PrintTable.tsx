import { useLingui } from '@lingui/react'
import type { PrintBar } from '#web/ui/print/print-bars.ts'
import { inferredBarText, inHundredths } from './bar-reading.messages.ts'
import { barName } from './print.messages.ts'
import './PrintTable.css'

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
  const rows = bars.map((bar) => ({ ...bar, isInferred: inferred.includes(bar.index) }))
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

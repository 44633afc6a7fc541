import { useLingui } from '@lingui/react'
import type { PrintBar } from '#web/ui/print/print-bars.ts'
import { barName, inHundredths, sayBar } from './print.messages.ts'

export type PrintTableProps = {
  bars: readonly PrintBar[]
  /** Whose heights stand in the second column; null for a print that stands alone. */
  name: string | null
  /** Places of bars that no source has told. */
  inferred: readonly number[]
}

/** The same as the drawing, as a table: every bar that anybody has. */
export function PrintTable({ bars, name, inferred }: PrintTableProps) {
  const { i18n } = useLingui()
  const told = bars
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
          {told.map((bar) => (
            <tr key={bar.name} data-shared={bar.shared || undefined}>
              <th scope="row">{sayBar(i18n, barName(i18n, bar.name), bar.isInferred)}</th>
              <td>{inHundredths(bar.mine)}</td>
              {name !== null && <td>{inHundredths(bar.theirs)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {told.some(({ isInferred }) => isInferred) && (
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

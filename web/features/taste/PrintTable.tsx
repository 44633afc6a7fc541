import { useLingui } from '@lingui/react'
import type { PrintBar } from '#web/ui/print-bars.ts'
import { barName, inHundredths } from './print.words.ts'

export type PrintTableProps = {
  bars: readonly PrintBar[]
  /** Whose heights stand in the second column; null for a print that stands alone. */
  name: string | null
}

/** The same as the drawing, as a table: every bar that anybody has. */
export function PrintTable({ bars, name }: PrintTableProps) {
  const { i18n } = useLingui()
  const told = bars.filter(({ mine, theirs }) => mine > 0 || theirs > 0)
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
              <th scope="row">{barName(i18n, bar.name)}</th>
              <td>{inHundredths(bar.mine)}</td>
              {name !== null && <td>{inHundredths(bar.theirs)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

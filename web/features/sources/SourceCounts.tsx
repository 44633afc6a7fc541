import { useLingui } from '@lingui/react'
import type { Source } from '#contract/taste.ts'
import { countWord, sourceCounts } from './source.messages.ts'

/** How much of each kind a source has brought. */
export function SourceCounts({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale)
  return (
    <ul className="wl-source-counts">
      {sourceCounts(source).map(({ kind, count }) => (
        <li key={kind}>
          <strong>{format.format(count)}</strong> <span className="wl-muted">{countWord(i18n, kind, count)}</span>
        </li>
      ))}
    </ul>
  )
}

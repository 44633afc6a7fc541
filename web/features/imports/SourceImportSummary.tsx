import { useLingui } from '@lingui/react'
import type { FileImport, ImportSummary } from '#contract/imports.ts'
import { addedSentence, importState, readSentence, skipWords } from './imports.messages.ts'

/** What was read of a file, what was new, and what was left out and why. */
export function SourceImportSummary({ one, summary }: { one: FileImport; summary: ImportSummary }) {
  const { i18n } = useLingui()
  const added = addedSentence(i18n, summary)
  const left = summary.skipped.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <div className="wl-import-summary wl-small">
      <p>
        {importState(i18n, one)}: {readSentence(i18n, summary)}
      </p>
      <p className="wl-muted">
        {added === ''
          ? i18n._({ id: 'import.nothing-new', message: 'Nothing in it was new.' })
          : i18n._({ id: 'import.new', message: 'New: {added}', values: { added } })}
      </p>
      {(left > 0 || summary.files.length > 0) && (
        <details>
          <summary>
            {left > 0
              ? i18n._({ id: 'import.left', message: '{left, plural, one {# row left out} other {# rows left out}}', values: { left } })
              : i18n._({ id: 'import.files', message: 'What was read' })}
          </summary>
          <Details summary={summary} />
        </details>
      )}
    </div>
  )
}

function Details({ summary: { skipped, files, other_files: others } }: { summary: ImportSummary }) {
  const { i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale)
  return (
    <>
      {skipped.length > 0 && (
        <dl className="wl-import-skipped">
          {skipped.map(({ why, rows }) => (
            <div key={why}>
              <dt>{format.format(rows)}</dt>
              <dd>{skipWords(i18n, why)}</dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="wl-import-files">
        {files.map(({ name, rows }) =>
          name === '' ? null : (
            <li key={name}>
              <bdi>{name}</bdi>{' '}
              <span className="wl-dim">
                {i18n._({ id: 'import.rows', message: '{rows, plural, one {# row} other {# rows}}', values: { rows } })}
              </span>
            </li>
          ),
        )}
        {others > 0 && (
          <li className="wl-dim">
            {i18n._({
              id: 'import.others',
              message: '{others, plural, one {# other file was not looked at} other {# other files were not looked at}}',
              values: { others },
            })}
          </li>
        )}
      </ul>
    </>
  )
}

import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconAlertTriangle, IconCheck, IconCopy, IconX, type Icon } from '@tabler/icons-react'
import type { FileImport, ImportSummary } from '#contract/imports.ts'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { ActionIcon } from '#web/ui/ActionIcon.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cancelImport, resumeUpload, type Upload } from './upload.ts'
import { fileSize, importState, addedSentence, readSentence, skipReason } from './imports.messages.ts'

/** Older imports are behind a button. */
const FIRST = 3

/** The file being uploaded or processed, with a cancel button. */
export function SourceImportRunning({ fileImport, upload }: { fileImport: FileImport; upload: Upload }) {
  const { i18n } = useLingui()
  const [isStopping, setStopping] = useState(false)
  const isMine = (upload.status === 'sending' || upload.status === 'stopped') && upload.id === fileImport.id
  const state = importState(i18n, fileImport)

  async function handleCancel() {
    setStopping(true)
    await cancelImport(fileImport.id)
    setStopping(false)
  }

  return (
    <div className="wl-import-running">
      <p className="wl-import-file">
        <bdi className="wl-line">{fileImport.file_name}</bdi> <span className="wl-dim wl-small">{fileSize(i18n, fileImport.bytes)}</span>
      </p>
      <progress
        className="wl-source-track"
        data-source={fileImport.source ?? 'import'}
        aria-label={fileImport.file_name}
        aria-valuetext={state}
        {...(fileImport.status === 'waiting' ? {} : { value: fileImport.progress, max: 1 })}
      />
      <output className="wl-small wl-muted">
        {fileImport.status === 'uploading' && !isMine
          ? i18n._({
              id: 'import.elsewhere',
              message: 'Sent from another tab or device, or interrupted. If nothing moves, cancel it and choose the file again.',
            })
          : upload.status === 'stopped' && isMine
            ? i18n._({ id: 'import.stopped', message: 'Connection lost. What was already sent is saved for an hour.' })
            : state}
      </output>
      <div className="wl-source-actions">
        {upload.status === 'stopped' && isMine && (
          <Button onClick={() => void resumeUpload()}>{i18n._({ id: 'import.go-on', message: 'Continue' })}</Button>
        )}
        <Button variant="default" loading={isStopping} onClick={() => void handleCancel()}>
          {i18n._({ id: 'import.cancel', message: 'Cancel' })}
        </Button>
        {fileImport.status !== 'uploading' && (
          <span className="wl-small wl-dim">{i18n._({ id: 'import.leave', message: 'You can leave this page.' })}</span>
        )}
      </div>
    </div>
  )
}

/** Finished imports, newest first. */
export function SourceImportHistory({ imports, onForget }: { imports: readonly FileImport[]; onForget: (id: string) => void }) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  if (imports.length === 0) return null
  return (
    <>
      <ul className="wl-import-list" aria-label={i18n._({ id: 'import.list', message: 'Your imports' })}>
        {(isWhole ? imports : imports.slice(0, FIRST)).map((entry) => (
          <FinishedImport key={entry.id} fileImport={entry} onForget={() => onForget(entry.id)} />
        ))}
      </ul>
      {!isWhole && imports.length > FIRST && (
        <Button variant="default" onClick={() => setWhole(true)}>
          {i18n._({ id: 'import.all', message: 'Show all {count, number}', values: { count: imports.length } })}
        </Button>
      )}
    </>
  )
}

const signs: Record<'done' | 'repeated' | 'failed' | 'cancelled', Icon> = {
  done: IconCheck,
  repeated: IconCopy,
  failed: IconAlertTriangle,
  cancelled: IconX,
}

function FinishedImport({ fileImport, onForget }: { fileImport: FileImport; onForget: () => void }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  const status =
    fileImport.status === 'done' || fileImport.status === 'repeated' || fileImport.status === 'failed' ? fileImport.status : 'cancelled'
  const Sign = signs[status]
  return (
    <li className="wl-import-over" data-status={status}>
      <Sign size={20} stroke={1.8} aria-hidden />
      <div>
        <p className="wl-import-file">
          <bdi className="wl-line">{fileImport.file_name}</bdi>{' '}
          <span className="wl-dim wl-small">{relativeTime(fileImport.finished_at ?? fileImport.begun_at, i18n.locale, nowMs)}</span>
        </p>
        {fileImport.summary ? (
          <SourceImportSummary fileImport={fileImport} summary={fileImport.summary} />
        ) : (
          <p className="wl-small">{importState(i18n, fileImport)}</p>
        )}
      </div>
      {status !== 'done' && (
        <ActionIcon
          icon={IconX}
          iconSize={18}
          size={36}
          aria-label={i18n._({ id: 'import.forget', message: 'Remove {file} from the list', values: { file: fileImport.file_name } })}
          onClick={onForget}
        />
      )}
    </li>
  )
}

/** What was read from a file, what was new, and what was skipped and why. */
function SourceImportSummary({ fileImport, summary }: { fileImport: FileImport; summary: ImportSummary }) {
  const { i18n } = useLingui()
  const added = addedSentence(i18n, summary)
  const left = summary.skipped.reduce((sum, { rows }) => sum + rows, 0)
  return (
    <div className="wl-import-summary wl-small">
      <p>
        {importState(i18n, fileImport)}: {readSentence(i18n, summary)}
      </p>
      <p className="wl-muted">
        {added === ''
          ? i18n._({ id: 'import.nothing-new', message: 'Nothing new in there.' })
          : i18n._({ id: 'import.new', message: 'New: {added}', values: { added } })}
      </p>
      {(left > 0 || summary.files.length > 0) && (
        <details>
          <summary>
            {left > 0
              ? i18n._({ id: 'import.left', message: '{left, plural, one {# row skipped} other {# rows skipped}}', values: { left } })
              : i18n._({ id: 'import.files', message: 'Files read' })}
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
              <dd>{skipReason(i18n, why)}</dd>
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
              message: '{others, plural, one {# other file was ignored} other {# other files were ignored}}',
              values: { others },
            })}
          </li>
        )}
      </ul>
    </>
  )
}

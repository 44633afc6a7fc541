import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { IconFileTypeZip } from '@tabler/icons-react'
import type { FileImport } from '#contract/imports.ts'
import { queryClient } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { FormMessage } from '#web/ui/inputs/FormMessage.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ConsentFields } from '#web/features/sources/ConsentControls.tsx'
import { isUnderWay, removeImport } from './imports.cache.ts'
import { uploadFile, useUpload } from './upload.ts'
import { tooLarge, uploadMessage } from './imports.messages.ts'
import { deleteImport, type Consent } from '#web/features/sources/sources.commands.ts'
import { SourceImportDrop } from './SourceImportDrop.tsx'
import { SourceImportHistory, SourceImportRunning } from './SourceImportRow.tsx'
import { useImports } from './use-source-imports.ts'
import '#web/features/sources/SourceCard.css'
import './SourceImport.css'

/** Imports data export files from other platforms, and shows the results. */
export function SourceImport() {
  const { i18n } = useLingui()
  const imports = useImports({ enabled: true })
  return (
    <section className="wl-card wl-source wl-source-wide" aria-labelledby="source-import">
      <ImportHead />
      {imports.data ? (
        <Ready imports={imports.data.imports} maxBytes={imports.data.max_bytes} />
      ) : imports.error ? (
        <ErrorState kind={imports.error.failure.kind} onRetry={() => void imports.refetch()} />
      ) : (
        <Skeleton shape="block" height={120} />
      )}
      <p className="wl-small wl-dim">
        {i18n._({
          id: 'import.promise',
          message: 'Read on this server and deleted right after. Addresses, devices and private sessions are never stored.',
        })}
      </p>
    </section>
  )
}

/** The same header for signed-out visitors. */
export function ImportHead() {
  const { i18n } = useLingui()
  return (
    <header className="wl-source-head">
      <span className="wl-source-tile" data-source="import" aria-hidden>
        <IconFileTypeZip size={20} stroke={1.8} />
      </span>
      <div className="wl-source-who">
        <h2 id="source-import">{i18n._({ id: 'import.title', message: 'Import a file' })}</h2>
        <p className="wl-muted wl-small">
          {i18n._({ id: 'import.kinds', message: 'Spotify, YouTube, Apple Music, Last.fm, ListenBrainz and more' })}
        </p>
      </div>
    </header>
  )
}

function Ready({ imports, maxBytes }: { imports: readonly FileImport[]; maxBytes: number }) {
  const { i18n } = useLingui()
  const upload = useUpload((state) => state.upload)
  const [consent, setConsent] = useState<Consent>({ shown_to: 'everyone', counts_for_matching: true })
  const [problem, setProblem] = useState<string | null>(null)
  const running = imports.find(isUnderWay)
  const over = imports.filter((entry) => !isUnderWay(entry))
  // The other file may be done by now.
  const isOutdated = upload.status === 'rejected' && upload.failure.code === 'import_running' && !running
  const message = problem ?? (isOutdated ? null : uploadMessage(i18n, upload, maxBytes))

  function handleFile(file: File) {
    setProblem(null)
    if (file.size === 0) return setProblem(i18n._({ id: 'import.nothing', message: 'That file is empty.' }))
    if (file.size > maxBytes) return setProblem(tooLarge(i18n, maxBytes))
    void uploadFile(file, consent)
  }

  async function handleForget(id: string) {
    if (await deleteImport(id)) removeImport(queryClient, id)
  }

  return (
    <div className="wl-import-parts">
      <div className="wl-import-part">
        {running ? (
          <SourceImportRunning fileImport={running} upload={upload} />
        ) : (
          <SourceImportDrop isBusy={upload.status === 'asking'} onFile={handleFile} />
        )}
        <FormMessage>{message}</FormMessage>
      </div>
      <div className="wl-import-part">
        {!running && <ConsentFields consent={consent} onChange={(change) => setConsent({ ...consent, ...change })} />}
        <SourceImportHistory imports={over} onForget={(id) => void handleForget(id)} />
        <SourceImportHelp />
      </div>
    </div>
  )
}

/** Explains where users get their export files. */
export function SourceImportHelp() {
  const { i18n } = useLingui()
  const places = [
    {
      name: 'Spotify',
      href: 'https://www.spotify.com/account/privacy/',
      how: i18n._({
        id: 'import.how.spotify',
        message:
          'On the privacy page of your account, ask for the extended streaming history (up to 30 days) or the account data (about 5 days).',
      }),
    },
    {
      name: 'YouTube',
      href: 'https://takeout.google.com/',
      how: i18n._({
        id: 'import.how.youtube',
        message: 'In Google Takeout, choose only YouTube, with history, subscriptions and your music library. Both JSON and HTML work.',
      }),
    },
    {
      name: 'ListenBrainz',
      href: 'https://listenbrainz.org/settings/export/',
      how: i18n._({ id: 'import.how.listenbrainz', message: 'In your ListenBrainz settings, under Export.' }),
    },
    {
      name: 'Apple Music',
      href: 'https://privacy.apple.com/',
      how: i18n._({
        id: 'import.how.apple',
        message: 'Ask for a copy of your Apple Media Services data, unpack it, and choose the file Apple Music Play Activity.csv.',
      }),
    },
    {
      name: 'Last.fm',
      href: 'https://www.last.fm/settings/applications',
      how: i18n._({
        id: 'import.how.lastfm',
        message: 'The quickest way needs no file: link Last.fm by your username. Exports as CSV or JSON work as well.',
      }),
    },
    {
      name: 'Libre.fm, Maloja, Pano Scrobbler, .scrobbler.log',
      href: null,
      how: i18n._({ id: 'import.how.others', message: 'Choose the file just as the program saved it.' }),
    },
  ]
  return (
    <details className="wl-import-help">
      <summary>{i18n._({ id: 'import.how', message: 'How do I get this file?' })}</summary>
      <ul>
        {places.map(({ name, href, how }) => (
          <li key={name}>
            {href === null ? (
              name
            ) : (
              <a className="wl-link" href={href} target="_blank" rel="noopener noreferrer">
                {name}
                <span className="wl-hidden"> {i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
              </a>
            )}
            <p className="wl-small wl-muted">{how}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}

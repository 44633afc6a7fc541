import { useId, useState, type ReactNode } from 'react'
import type { I18n } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { IconChevronDown } from '@tabler/icons-react'
import { type Source, nameSources, fileSources, connectableSources } from '#contract/taste/taste.ts'
import { longDate, relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { ConsentControls, ConsentDraft } from './ConsentControls.tsx'
import { progressText, sourceName, sourceOffer, sourceProblemMessage, pauseMessage, countLabel, sourceCounts } from './source.messages.ts'
import type { Consent } from './sources.commands.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConnectSourceButton, SourceActions } from './SourceActions.tsx'
import { SourceHead } from './SourceHead.tsx'
import { SourceLink, SourceProof } from './SourceLink.tsx'
import './SourceCard.css'

/** One taste source: its data, status and consent. Until it is connected, an account is one compact row. */
export function SourceCard({ source }: { source: Source }) {
  return source.status === 'not_connected' && source.source !== 'picks' ? <AccountRow source={source} /> : <FullCard source={source} />
}

/** An account that is not connected. Consent is shown before anything is read, and changed in the part that opens below. */
function AccountRow({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [consent, setConsent] = useState<Consent>(() => ({ shown_to: source.shown_to, counts_for_matching: source.counts_for_matching }))
  const panel = useId()
  const name = sourceName(i18n, source.source)
  const connectable = connectableSources.find((entry) => entry === source.source)
  const isLinked = nameSources.some((entry) => entry === source.source)
  const disclosure = { 'aria-expanded': isOpen, 'aria-controls': isOpen ? panel : undefined }
  const toggle = () => setOpen(!isOpen)
  return (
    <section className="wl-card wl-source" data-compact aria-labelledby={`source-${source.source}`}>
      <SourceHead
        source={source.source}
        about={
          <button type="button" className="wl-source-consent" {...disclosure} onClick={toggle}>
            {consentSummary(i18n, source, consent)}
            <IconChevronDown size={16} stroke={1.8} aria-hidden />
          </button>
        }
        mark={source.stand_in && <FakeServiceLabel />}
        aside={
          connectable ? (
            <ConnectSourceButton source={connectable} consent={consent} isShort />
          ) : isLinked && !isOpen ? (
            <Button
              aria-label={i18n._({ id: 'source.add-name', message: 'Add your {source} username', values: { source: name } })}
              onClick={toggle}
            >
              {i18n._({ id: 'source.add', message: 'Add' })}
            </Button>
          ) : null
        }
      />
      {isOpen && (
        <div id={panel} className="wl-source-panel">
          <p className="wl-muted">{sourceOffer(i18n, source.source)}</p>
          <ConsentDraft source={source} consent={consent} onChange={setConsent} />
          {isLinked && <SourceLink source={source} consent={consent} />}
        </div>
      )}
    </section>
  )
}

/** Who will see the data, and whether it counts, in one line. */
function consentSummary(i18n: I18n, { may_share }: Source, consent: Consent): string {
  const { shown_to, counts_for_matching } = may_share ? consent : { shown_to: 'only_me' as const, counts_for_matching: false }
  const audience = {
    everyone: i18n._({ id: 'source.seen.everyone', message: 'Everyone sees it' }),
    buddies: i18n._({ id: 'source.seen.buddies', message: 'Buddies see it' }),
    only_me: i18n._({ id: 'source.seen.only-me', message: 'Only you see it' }),
  }[shown_to]
  const counts = counts_for_matching
    ? i18n._({ id: 'source.row.counts', message: 'counts for matching' })
    : i18n._({ id: 'source.row.counts-not', message: 'doesn’t count for matching' })
  return `${audience} · ${counts}`
}

function FullCard({ source }: { source: Source }) {
  const isConnected = source.status !== 'not_connected'
  return (
    <section className="wl-card wl-source" aria-labelledby={`source-${source.source}`}>
      <SourceHead
        source={source.source}
        about={useStatusText(source)}
        mark={source.stand_in && <FakeServiceLabel />}
        aside={<StatusChip source={source} />}
      />
      <SourceBody source={source} />
      {isConnected && <ConsentControls source={source} />}
      {isConnected && source.verified === false && source.proof !== null && <SourceProof source={source} />}
      <SourceActions source={source} />
    </section>
  )
}

function SourceBody({ source }: { source: Source }): ReactNode {
  const { i18n } = useLingui()
  const name = sourceName(i18n, source.source)
  switch (source.status) {
    case 'not_connected':
      return <p className="wl-muted">{sourceOffer(i18n, source.source)}</p>
    case 'syncing':
      return (
        <div className="wl-source-progress">
          <SourceProgress source={source} />
          <p className="wl-small wl-dim">
            {i18n._({ id: 'source.syncing.note', message: 'Items appear as they arrive. You can leave this page.' })}
          </p>
        </div>
      )
    case 'connected':
      return (
        <>
          {source.resumes_at && <p className="wl-small wl-dim">{pauseMessage(i18n, source.resumes_at, source.source)}</p>}
          {source.kept_until && <p className="wl-source-trouble">{keptUntilText(i18n, source)}</p>}
          <SourceCounts source={source} />
        </>
      )
    case 'reconnect':
      return (
        <>
          <p className="wl-source-trouble">
            {i18n._({ id: 'source.reconnect.why', message: '{source} asks you to allow access again.', values: { source: name } })}{' '}
            {keptUntilText(i18n, source)}
          </p>
          <SourceCounts source={source} />
        </>
      )
    case 'failed':
      return (
        <>
          <p className="wl-source-trouble">
            {failureText(i18n, source)} {keptUntilText(i18n, source)}
          </p>
          <SourceCounts source={source} />
        </>
      )
  }
}

function failureText(i18n: I18n, { source, problem, resumes_at }: Source): string {
  const why = problem && sourceProblemMessage(i18n, problem, source)
  // This version has no text for the reason of a newer server.
  if (why) return why
  if (resumes_at) return pauseMessage(i18n, resumes_at, source)
  return i18n._({ id: 'source.failed.why', message: 'The last sync was interrupted. What we had read before is still here.' })
}

/** Until when the data of an account that doesn't sync anymore counts; empty for all others. */
function keptUntilText(i18n: I18n, { kept_until }: Source): string {
  if (!kept_until) return ''
  return i18n._({
    id: 'source.kept-until',
    message: 'What we’ve read so far counts until {date}, then it’s deleted.',
    values: { date: longDate(kept_until, i18n.locale) },
  })
}

function SourceProgress({ source: { source, progress } }: { source: Source }) {
  const { i18n } = useLingui()
  // Without a total the progress bar is indeterminate.
  const value = progress?.total ? { value: Math.min(progress.done, progress.total), max: progress.total } : {}
  return (
    <progress
      className="wl-source-track"
      data-source={source}
      aria-label={sourceName(i18n, source)}
      aria-valuetext={progressText(i18n, progress)}
      {...value}
    />
  )
}

/** The line under the name. */
function useStatusText({ source, status, account, synced_at, progress, verified }: Source): string {
  const { i18n } = useLingui()
  const nowMs = useNow()
  if (status === 'syncing') return progressText(i18n, progress)
  if (status === 'not_connected') return ''
  const isFile = fileSources.some((name) => name === source)
  const parts = [
    account === null
      ? ''
      : verified === null
        ? i18n._({ id: 'source.account', message: 'Connected as {account}', values: { account } })
        : i18n._({ id: 'source.linked', message: 'Linked to {account}', values: { account } }),
    synced_at === null
      ? ''
      : isFile
        ? i18n._({ id: 'source.brought-when', message: 'imported {when}', values: { when: relativeTime(synced_at, i18n.locale, nowMs) } })
        : source === 'picks'
          ? i18n._({ id: 'source.changed-when', message: 'changed {when}', values: { when: relativeTime(synced_at, i18n.locale, nowMs) } })
          : i18n._({ id: 'source.synced-when', message: 'synced {when}', values: { when: relativeTime(synced_at, i18n.locale, nowMs) } }),
  ]
  return parts.filter(Boolean).join(' · ')
}

function FakeServiceLabel() {
  const { i18n } = useLingui()
  return (
    <span
      className="wl-source-fake"
      title={i18n._({ id: 'source.stand-in.why', message: 'A fake version of the real service, for trying things out.' })}
    >
      <Chip>{i18n._({ id: 'source.stand-in', message: 'Demo' })}</Chip>
    </span>
  )
}

function StatusChip({ source: { source, status, verified, resumes_at } }: { source: Source }) {
  const { i18n } = useLingui()
  if (resumes_at) return <Chip>{i18n._({ id: 'source.paused', message: 'Paused' })}</Chip>
  if (status === 'connected' && verified === false) return <Chip>{i18n._({ id: 'source.unverified', message: 'Not verified' })}</Chip>
  if (status === 'connected' && verified === true) return <Chip kind="match">{i18n._({ id: 'source.verified', message: 'Verified' })}</Chip>
  if (status === 'connected' && fileSources.some((name) => name === source))
    return <Chip kind="match">{i18n._({ id: 'source.imported', message: 'Imported' })}</Chip>
  if (status === 'reconnect') return <Chip kind="music">{i18n._({ id: 'source.reconnect', message: 'Connect again' })}</Chip>
  if (status === 'failed') return <Chip kind="music">{i18n._({ id: 'source.failed', message: 'Sync failed' })}</Chip>
  if (status === 'connected' && source !== 'picks')
    return <Chip kind="match">{i18n._({ id: 'source.connected', message: 'Connected' })}</Chip>
  return null
}

/** How many items of each kind a source provided. */
function SourceCounts({ source }: { source: Source }) {
  const { i18n } = useLingui()
  const format = new Intl.NumberFormat(i18n.locale)
  return (
    <ul className="wl-source-counts">
      {sourceCounts(source).map(({ kind, count }) => (
        <li key={kind}>
          <strong>{format.format(count)}</strong> <span className="wl-muted">{countLabel(i18n, kind, count)}</span>
        </li>
      ))}
    </ul>
  )
}

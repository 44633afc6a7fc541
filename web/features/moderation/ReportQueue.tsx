import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { moderationCalls, type ReportRow } from '#contract/moderation.ts'
import { relativeTime } from '#web/ui/text/relative-time.ts'
import { useNow } from '#web/ui/text/use-now.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton } from '#web/ui/Skeleton.tsx'
import { ShowMore } from '#web/ui/ShowMore.tsx'
import { reasonsText, reportedName, reportKindText, reportStateText, reportsText } from './moderation.messages.ts'
import './moderation.css'

/** Open reports, oldest first, or decided reports, latest first. */
export function ReportQueue({ state }: { state: 'open' | 'decided' }) {
  const { i18n } = useLingui()
  const queue = useCallPages(moderationCalls.getReports, { query: { state } })
  if (queue.status === 'failed') return <ErrorState kind={queue.failure.kind} onRetry={queue.retry} />
  if (queue.status === 'loading')
    return (
      <div className="wl-card wl-moderation-list">
        <ListSkeleton rows={5} />
      </div>
    )
  const reports = queue.pages.flatMap((page) => page.reports)
  if (reports.length === 0)
    return (
      <EmptyState>
        {state === 'open'
          ? i18n._({ id: 'moderation.empty', message: 'No open reports. All good.' })
          : i18n._({ id: 'moderation.empty.decided', message: 'Nothing decided yet.' })}
      </EmptyState>
    )
  return (
    <>
      <ul className="wl-card wl-moderation-list">
        {reports.map((report) => (
          <QueueRow key={report.id} report={report} />
        ))}
      </ul>
      <ShowMore more={queue.more} />
    </>
  )
}

function QueueRow({ report }: { report: ReportRow }) {
  const { i18n } = useLingui()
  const nowMs = useNow()
  const { about, kind, at, state, same } = report
  return (
    <li>
      <Link className="wl-moderation-row" to={`/moderation?report=${report.id}`}>
        {about && <Avatar person={about} size={40} />}
        <span className="wl-moderation-what">
          <strong className="wl-moderation-name">
            {reportKindText(i18n, kind)} · <bdi className="wl-line">{reportedName(i18n, report)}</bdi>
          </strong>
          <span className="wl-line wl-muted wl-small">{reasonsText(i18n, report)}</span>
        </span>
        <span className="wl-dim wl-small">
          {state !== 'open' && `${reportStateText(i18n, report)} · `}
          {same > 1 && `${reportsText(i18n, same)} · `}
          {relativeTime(at, i18n.locale, nowMs)}
        </span>
      </Link>
    </li>
  )
}

import type { I18n } from '@lingui/core'
import { useEffect, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { moderationCalls, type Report } from '#contract/moderation.ts'
import { blobOfDataUrl } from '#web/features/uploads/upload-picture.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { CardSkeleton } from '#web/ui/Skeleton.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { LogList } from './LogList.tsx'
import { reasonsText, reportedName, reportKindText, reportStateText, reportsText } from './moderation.messages.ts'
import { Picture } from '#web/ui/Picture.tsx'
import './moderation.css'

/** One report with a copy of the reported content and the possible actions. Nothing else of a private chat is included. */
export function ReportView({ id }: { id: string }) {
  const { i18n } = useLingui()
  const report = useCall(moderationCalls.getReport, { params: { id } })
  return (
    <>
      <p className="wl-moderation-back">
        <Link className="wl-link" to="/moderation">
          {i18n._({ id: 'moderation.back', message: 'All reports' })}
        </Link>
      </p>
      {report.data && <ReportDetails report={report.data} />}
      {report.error && <ErrorState kind={report.error.failure.kind} onRetry={() => void report.refetch()} />}
      {report.isPending && <CardSkeleton blockHeight={160} />}
    </>
  )
}

function ReportDetails({ report }: { report: Report }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-moderation-report" data-decides>
      <section className="wl-card wl-moderation-part">
        <About report={report} />
        <h3>{i18n._({ id: 'moderation.evidence', message: 'As it was when reported' })}</h3>
        <Evidence evidence={report.evidence} />
        {report.later_evidence.map((copy, index) => (
          // The copies have no other identity than their order.
          // oxlint-disable-next-line react/no-array-index-key
          <Evidence key={index} evidence={copy} />
        ))}
        {report.texts.length > 0 && (
          <>
            <h3>
              {i18n._({
                id: 'moderation.said',
                message: '{count, plural, one {What the report says} other {What the reports say}}',
                values: { count: report.texts.length },
              })}
            </h3>
            {report.texts.map((text, index) => (
              // oxlint-disable-next-line react/no-array-index-key
              <p key={index} className="wl-moderation-text" dir="auto">
                {text}
              </p>
            ))}
          </>
        )}
      </section>
      {report.state === 'open' ? <DecisionForm report={report} /> : <Decided key={report.state} report={report} />}
      <section className="wl-card wl-moderation-part">
        <h3>{i18n._({ id: 'moderation.history', message: 'History' })}</h3>
        <LogList log={report.log} />
      </section>
    </div>
  )
}

/** The decision. It can be changed, so that a mistake is corrected without an appeal. */
function Decided({ report }: { report: Report }) {
  const { i18n } = useLingui()
  const [isChanging, setChanging] = useState(false)
  return (
    <div className="wl-moderation-decided">
      <section className="wl-card wl-moderation-part">
        <p>{reportStateText(i18n, report)}</p>
        <div className="wl-moderation-actions">
          <Button variant="default" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)}>
            {i18n._({ id: 'moderation.change', message: 'Change decision' })}
          </Button>
        </div>
        {isChanging && report.about && report.state !== 'dismissed' && <p className="wl-muted wl-small">{takeBackText(i18n, report)}</p>}
      </section>
      {isChanging && <DecisionForm report={report} />}
    </div>
  )
}

/** The consequences of changing a decision. Content stays hidden unless the report is dismissed. */
function takeBackText(i18n: I18n, { state, can_hide: canHide }: Report): string {
  if (state === 'hidden')
    return i18n._({
      id: 'moderation.change.hidden',
      message: 'If you dismiss it, the content is shown again, unless another report about it is upheld.',
    })
  return canHide
    ? i18n._({
        id: 'moderation.change.suspended',
        message:
          'Any other decision lifts the suspension, and if you dismiss it, the content is shown again, unless another report is upheld.',
      })
    : i18n._({
        id: 'moderation.change.suspended-only',
        message: 'Any other decision lifts the suspension, unless another report upholds it.',
      })
}

function About({ report }: { report: Report }) {
  const { i18n } = useLingui()
  const { about, kind, same, upheld_before: upheld, is_suspended: isSuspended } = report
  return (
    <header className="wl-moderation-about">
      {about && <Avatar person={about} size={52} />}
      <div>
        <h2>
          {reportKindText(i18n, kind)} · <bdi>{reportedName(i18n, report)}</bdi>
        </h2>
        <p className="wl-muted wl-small">
          {about && `@${about.user_name} · `}
          {reasonsText(i18n, report)}
          {same > 1 && ` · ${reportsText(i18n, same)}`}
          {isSuspended && ` · ${i18n._({ id: 'moderation.is-suspended', message: 'suspended now' })}`}
        </p>
        {upheld > 0 && (
          <p className="wl-small">
            {i18n._({
              id: 'moderation.upheld',
              message: '{upheld, plural, one {# earlier report upheld} other {# earlier reports upheld}}',
              values: { upheld },
            })}
          </p>
        )}
      </div>
    </header>
  )
}

/** The recording as a blob: the content policy allows no media from data: URLs. */
function ReportedVoice({ voice }: { voice: string }) {
  const { i18n } = useLingui()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(blobOfDataUrl(voice))
    // oxlint-disable-next-line react/set-state-in-effect -- the address exists only while this is shown
    setUrl(created)
    return () => URL.revokeObjectURL(created)
  }, [voice])
  // There is no transcript.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio controls src={url} aria-label={i18n._({ id: 'moderation.voice', message: 'Reported voice message' })} />
}

function Evidence({ evidence }: { evidence: Report['evidence'] }) {
  const { i18n } = useLingui()
  if (!evidence)
    return <p className="wl-muted">{i18n._({ id: 'moderation.evidence.gone', message: 'The copy was deleted after 90 days.' })}</p>
  return (
    <blockquote className="wl-moderation-evidence">
      {evidence.text !== '' && (
        <p className="wl-moderation-text" dir="auto">
          {evidence.text}
        </p>
      )}
      {evidence.pictures.map((picture, index) => (
        // The picture is being judged, so there is no description of it.
        // oxlint-disable-next-line react/no-array-index-key
        <Picture
          key={index}
          src={picture}
          alt={i18n._({ id: 'moderation.picture', message: 'Reported picture {at}', values: { at: index + 1 } })}
        />
      ))}
      {evidence.voice !== undefined && <ReportedVoice voice={evidence.voice} />}
    </blockquote>
  )
}

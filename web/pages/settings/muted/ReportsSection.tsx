import { useLingui } from '@lingui/react'
import { moderationCalls, type OwnReport, type ReportKind } from '#contract/moderation.ts'
import { reasonLabel } from '#web/features/connections/report.messages.ts'
import { useCall } from '#web/platform/query.ts'
import { SettingsCard } from '../SettingsCard.tsx'

/** The user's reports and their results; renders nothing without reports. */
export function ReportsSection() {
  const { i18n } = useLingui()
  const { data } = useCall(moderationCalls.getOwnReports)
  if (!data || data.reports.length === 0) return null
  return (
    <SettingsCard title={i18n._({ id: 'reports.title', message: 'Your reports' })}>
      {data.reports.map((report) => (
        <div className="wl-settings-row" key={report.id}>
          <div>
            <p>
              {kindName(i18n, report.kind)} · {reasonLabel(i18n, report.reason)}
            </p>
            <p className="wl-muted wl-small">{stateText(i18n, report)}</p>
          </div>
        </div>
      ))}
    </SettingsCard>
  )
}

type I18n = ReturnType<typeof useLingui>['i18n']

function stateText(i18n: I18n, { outcome, at, decided_at: decidedAt }: OwnReport): string {
  const values = { day: i18n.date(decidedAt ?? at, { dateStyle: 'medium' }) }
  if (outcome === 'open') return i18n._({ id: 'reports.open', message: 'Reported on {day}. A moderator will review it.', values })
  return outcome === 'upheld'
    ? i18n._({ id: 'reports.upheld', message: 'Moderators acted on it on {day}.', values })
    : i18n._({ id: 'reports.dismissed', message: 'Reviewed on {day}. It’s not against the rules.', values })
}

function kindName(i18n: I18n, kind: ReportKind): string {
  const names: Record<ReportKind, string> = {
    person: i18n._({ id: 'reports.person', message: 'A person' }),
    moment: i18n._({ id: 'reports.moment', message: 'A moment' }),
    comment: i18n._({ id: 'reports.comment', message: 'A comment' }),
    message: i18n._({ id: 'reports.message', message: 'A message' }),
    group: i18n._({ id: 'reports.group', message: 'A group' }),
  }
  return names[kind]
}

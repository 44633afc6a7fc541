import type { I18n } from '@lingui/core'
import type { ReportKind, ReportReason } from '#contract/moderation.ts'

export function reasonLabel(i18n: I18n, reason: ReportReason): string {
  const labels: Record<ReportReason, string> = {
    spam: i18n._({ id: 'report.reason.spam', message: 'Spam or fraud' }),
    harassment: i18n._({ id: 'report.reason.harassment', message: 'Harassment or insults' }),
    hate: i18n._({ id: 'report.reason.hate', message: 'Hate against a group of people' }),
    sexual: i18n._({ id: 'report.reason.sexual', message: 'Sexual content nobody asked for' }),
    violence: i18n._({ id: 'report.reason.violence', message: 'Violence or threats' }),
    self_harm: i18n._({ id: 'report.reason.self-harm', message: 'Self-harm' }),
    impersonation: i18n._({ id: 'report.reason.impersonation', message: 'Pretending to be someone else' }),
    other: i18n._({ id: 'report.reason.other', message: 'Something else' }),
  }
  return labels[reason]
}

export function reportTitle(i18n: I18n, kind: ReportKind): string {
  const labels: Record<ReportKind, string> = {
    person: i18n._({ id: 'report.title.person', message: 'Report this person' }),
    moment: i18n._({ id: 'report.title.moment', message: 'Report this moment' }),
    comment: i18n._({ id: 'report.title.comment', message: 'Report this comment' }),
    message: i18n._({ id: 'report.title.message', message: 'Report this message' }),
    group: i18n._({ id: 'report.title.group', message: 'Report this group' }),
  }
  return labels[kind]
}

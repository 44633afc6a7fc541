import type { Uid } from '#contract/base/ids.ts'
import type { LogEntry, OwnDecision, OwnReport, ReportKind, ReportRow, Suspension } from '#contract/moderation.ts'
import type { PersonCard } from '#contract/people.ts'
import type { LoggedAction, ReportSummary, StoredReport, StoredSuspension } from './moderation.types.ts'

type Cards = ReadonlyMap<Uid, PersonCard>

export function presentReport(report: StoredReport, cards: Cards, { count, reasons }: ReportSummary): ReportRow {
  return {
    id: report.id,
    kind: report.kind,
    reasons,
    at: report.createdAt.toISOString(),
    state: report.state,
    about: (report.about && cards.get(report.about)) || null,
    same: count,
  }
}

export function presentLogEntry(act: LoggedAction, cards: Cards): LogEntry {
  return {
    id: act.id,
    at: act.at.toISOString(),
    moderator: (act.moderator && cards.get(act.moderator)) || null,
    act: act.act,
    report_id: act.reportId,
    about: (act.about && cards.get(act.about)) || null,
    note: act.note,
  }
}

/** Null for an action that is no decision about the user. Names the content only if it was hidden, and no moderator. */
export function presentOwnDecision(
  { id, at, act, note }: LoggedAction,
  hidden: { kind: ReportKind; excerpt: string } | null,
): OwnDecision | null {
  if (act === 'looked' || act === 'dismissed' || act === 'upheld') return null
  const content = (act === 'hid' || act === 'restored') && hidden
  return {
    id,
    at: at.toISOString(),
    act,
    kind: content ? content.kind : null,
    reason: note,
    excerpt: content ? content.excerpt : '',
  }
}

export function presentSuspension(suspension: StoredSuspension): Suspension {
  return {
    reason: suspension.reason,
    since: suspension.since.toISOString(),
    appeal:
      suspension.appealText !== null && suspension.appealedAt
        ? { text: suspension.appealText, at: suspension.appealedAt.toISOString() }
        : null,
    answer:
      suspension.answerText !== null && suspension.answeredAt
        ? { text: suspension.answerText, at: suspension.answeredAt.toISOString() }
        : null,
  }
}

/** A report for its reporter: whether moderators acted on it, and not what they did. */
export const presentOwnReport = ({ id, kind, reason, createdAt, state, decidedAt }: StoredReport): OwnReport => ({
  id,
  kind,
  reason,
  at: createdAt.toISOString(),
  outcome: state === 'open' || state === 'dismissed' ? state : 'upheld',
  decided_at: decidedAt?.toISOString() ?? null,
})

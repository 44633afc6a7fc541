import * as z from 'zod/mini'
import { defineCall } from './base/call.ts'
import { cursor, empty, isoDate, queryNumber, uid } from './base/ids.ts'
import { limits } from './limits.ts'
import { personCard } from './people.ts'
import { freeText } from './base/text.ts'

export const reportKind = z.enum(['person', 'moment', 'comment', 'message', 'group'])
export type ReportKind = z.output<typeof reportKind>

export const reportReasons = ['spam', 'harassment', 'hate', 'sexual', 'violence', 'self_harm', 'impersonation', 'other'] as const
export const reportReason = z.enum(reportReasons)
export type ReportReason = z.output<typeof reportReason>

export const moderationLimits = { reportText: { max: 1_000 }, reason: { max: 500 }, appeal: { max: 2_000 } } as const

/** The decision of a moderator; `open` until there is one. */
export const reportState = z.enum(['open', 'dismissed', 'hidden', 'suspended'])
export type ReportState = z.output<typeof reportState>

/**
 * What a moderator does, and the state of the report after it. `uphold` is for reports about deleted accounts, where nothing is left to
 * hide and nobody to suspend.
 */
export const decisionStates = { dismiss: 'dismissed', uphold: 'hidden', hide: 'hidden', suspend: 'suspended' } as const satisfies Record<
  string,
  ReportState
>
export type DecisionAct = keyof typeof decisionStates

/** The reports about one content that are open or were decided together, without the content. */
export const reportRow = z.object({
  /** Of the first report. */
  id: z.uuid(),
  kind: reportKind,
  /** The most frequent first. */
  reasons: z.array(reportReason),
  at: isoDate,
  state: reportState,
  /** The reported person; null after they delete their account. */
  about: z.nullable(personCard),
  /** The number of these reports. */
  same: z.int(),
})
export type ReportRow = z.output<typeof reportRow>

/**
 * A report as its reporter sees it: `upheld` if moderators acted on it. The action itself is visible only to them and the reported person.
 */
export const ownReport = z.object({
  id: z.uuid(),
  kind: reportKind,
  reason: reportReason,
  at: isoDate,
  outcome: z.enum(['open', 'upheld', 'dismissed']),
  decided_at: z.nullable(isoDate),
})
export type OwnReport = z.output<typeof ownReport>

/** A decision about the viewer. What it was about is shown only for hidden content: a message would give away who reported it. */
export const ownDecision = z.object({
  id: z.uuid(),
  at: isoDate,
  act: z.enum(['hid', 'restored', 'suspended', 'lifted', 'kept']),
  kind: z.nullable(reportKind),
  /** The moderator's reason or answer; may be empty. */
  reason: z.string(),
  /** The start of the hidden content; empty after 90 days. */
  excerpt: z.string(),
})
export type OwnDecision = z.output<typeof ownDecision>

export const logEntry = z.object({
  id: z.uuid(),
  at: isoDate,
  moderator: z.nullable(personCard),
  act: z.enum(['looked', 'dismissed', 'upheld', 'hid', 'restored', 'suspended', 'lifted', 'kept']),
  report_id: z.nullable(z.uuid()),
  about: z.nullable(personCard),
  note: z.string(),
})
export type LogEntry = z.output<typeof logEntry>

/** The content at the time of a report. Pictures and the recording of a voice message are data: URLs. */
const evidence = z.object({ text: z.string(), pictures: z.array(z.string()), voice: z.optional(z.string()) })

/** Reports with their evidence: the encrypted copies, decrypted for the moderator, and nothing else of a private chat. */
export const report = z.object({
  ...reportRow.shape,
  /** The texts of the reporters. Their identity stays on the server. */
  texts: z.array(z.string()),
  /** Null after 90 days. */
  evidence: z.nullable(evidence),
  /** Other copies, of content that changed between the reports. */
  later_evidence: z.array(evidence),
  can_hide: z.boolean(),
  /** Earlier upheld reports about this person. */
  upheld_before: z.int(),
  is_suspended: z.boolean(),
  log: z.array(logEntry),
})
export type Report = z.output<typeof report>

export const suspension = z.object({
  reason: z.string(),
  since: isoDate,
  appeal: z.nullable(z.object({ text: z.string(), at: isoDate })),
  /** The moderator's answer to a rejected appeal. When a suspension is lifted, its row is deleted. */
  answer: z.nullable(z.object({ text: z.string(), at: isoDate })),
})
export type Suspension = z.output<typeof suspension>

export const appeal = z.object({ person: personCard, suspension })
export type Appeal = z.output<typeof appeal>

const ofReport = z.object({ id: z.uuid() })
const reasonText = freeText({ min: 1, max: moderationLimits.reason.max })
/** The state that the moderator saw: a second moderator's decision must not replace the first one unseen. */
const was = z._default(reportState, 'open')
const page = { cursor: z.optional(cursor), limit: z.optional(queryNumber(1, limits.pageSize.max)) }

export const moderationCalls = {
  report: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/reports',
    summary: 'Report a person or content that the viewer can see; idempotent',
    body: z.object({
      kind: reportKind,
      id: z.uuid(),
      reason: reportReason,
      text: z._default(freeText(moderationLimits.reportText), ''),
    }),
    response: empty,
  }),
  getOwnReports: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/reports',
    summary: 'The viewer’s own reports of the last year and what became of them, the latest first',
    response: z.object({ reports: z.array(ownReport) }),
  }),
  getOwnDecisions: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/reports/about-me',
    summary: 'Moderators’ decisions about the viewer in the last year, with their reasons, the latest first',
    response: z.object({ decisions: z.array(ownDecision) }),
  }),
  getModeration: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moderation',
    summary: 'Whether the viewer is a moderator, and the number of open reports and appeals; 0 for other users',
    response: z.object({ is_moderator: z.boolean(), waiting: z.int() }),
  }),
  getReports: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moderation/reports',
    summary: 'Moderators: reports, the oldest open ones first, or the latest decided ones',
    query: z.object({ state: z.optional(z.enum(['open', 'decided'])), ...page }),
    response: z.object({ reports: z.array(reportRow), next: z.nullable(cursor), open: z.int(), appeals: z.int() }),
  }),
  getReport: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moderation/reports/:id',
    summary: 'Moderators: the reports about one content with their evidence; each access is logged',
    params: ofReport,
    response: report,
  }),
  decideReport: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moderation/reports/:id/decide',
    summary:
      'Moderators: dismiss, hide the content, or suspend the person, or change such a decision; for all reports about the same content. About a deleted account: dismiss or uphold',
    params: ofReport,
    /** `reason` is shown to the person. */
    body: z.discriminatedUnion('act', [
      z.object({ act: z.enum(['dismiss', 'uphold']), was }),
      z.object({ act: z.literal('hide'), was, reason: reasonText }),
      z.object({ act: z.literal('suspend'), was, reason: reasonText }),
    ]),
    response: report,
  }),
  getAppeals: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moderation/appeals',
    summary: 'Moderators: open appeals, the oldest first',
    response: z.object({ appeals: z.array(appeal) }),
  }),
  answerAppeal: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/moderation/appeals/:uid',
    summary: 'Moderators: answer an appeal: lift the suspension or keep it, with a reason',
    params: z.object({ uid }),
    body: z.object({ lift: z.boolean(), text: reasonText }),
    response: empty,
  }),
  getModerationLog: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/moderation/log',
    summary: 'Moderators: the moderation log, the latest first',
    query: z.object(page),
    response: z.object({ log: z.array(logEntry), next: z.nullable(cursor) }),
  }),
  getSuspension: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/suspension',
    summary: 'Why the viewer is suspended; null when they are not',
    response: z.object({ suspension: z.nullable(suspension) }),
    whileSuspended: true,
  }),
  appealSuspension: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/suspension/appeal',
    summary: 'The one appeal of a suspended person',
    body: z.object({ text: freeText({ min: 1, max: moderationLimits.appeal.max }) }),
    response: suspension,
    whileSuspended: true,
  }),
}

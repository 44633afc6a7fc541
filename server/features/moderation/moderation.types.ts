import type { Uid } from '#contract/base/ids.ts'
import type { LogEntry, ReportKind, ReportReason, ReportState } from '#contract/moderation.ts'

export type StoredReport = {
  id: string
  kind: ReportKind
  targetId: string
  about: Uid
  reporter: Uid | null
  reason: ReportReason
  text: string
  evidenceSealed: string | null
  state: ReportState
  createdAt: Date
  decidedAt: Date | null
}

export type StoredSuspension = {
  uid: Uid
  reason: string
  since: Date
  appealText: string | null
  appealedAt: Date | null
  answerText: string | null
  answeredAt: Date | null
}

export type LoggedAction = {
  id: string
  at: Date
  moderator: Uid | null
  act: LogEntry['act']
  reportId: string | null
  about: Uid | null
  note: string
}

/** Where a page of reports or acts ended. */
export type PageCursor = { at: Date; id: string }

/** What was reported, as the one who reports sees it. Pictures are ids of uploads. */
export type Evidence = { author: Uid; text: string; pictures: readonly string[] }

/** One kind of thing that can be reported, as the feature that has it offers it. */
export type Reportable = {
  /** Null when that person can't see such a thing. */
  evidence(viewer: Uid, id: string): Promise<Evidence | null>
  /** Takes it down for everybody; missing where there is nothing to take down. */
  hide?(id: string): Promise<void>
}

import type { Uid } from '#contract/base/ids.ts'
import type { LogEntry, ReportKind, ReportReason, ReportState } from '#contract/moderation.ts'
import type { AfterCommit, Db } from '#server/platform/db/database.ts'

export type StoredReport = {
  id: string
  kind: ReportKind
  targetId: string
  /** Null after that account was deleted. */
  about: Uid | null
  reporter: Uid | null
  reason: ReportReason
  text: string
  evidenceSealed: string | null
  state: ReportState
  createdAt: Date
  decidedAt: Date | null
}

/** How many reports about one content there are, and why. */
export type ReportSummary = { count: number; reasons: ReportReason[] }

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

/** Reported content as the reporter sees it. Pictures and the recording are ids of uploads. */
export type Evidence = { author: Uid; text: string; pictures: readonly string[]; voice?: string }

/** One kind of content that can be reported, implemented by its feature. */
export type Reportable = {
  /** Null when the viewer can't see it. */
  evidence(viewer: Uid, id: string): Promise<Evidence | null>
  /** Hides it from all users in `tx`. Missing for kinds that can't be hidden. */
  hide?(tx: Db, id: string): Promise<AfterCommit>
  /** Undoes `hide` in `tx`. */
  restore?(tx: Db, id: string): Promise<AfterCommit>
}

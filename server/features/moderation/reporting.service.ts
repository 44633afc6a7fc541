import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { OwnDecision, OwnReport, ReportKind, ReportReason } from '#contract/moderation.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { openEvidence, sealEvidence, type PictureReader, type RecordingReader, type Sealer } from './evidence.ts'
import { presentOwnDecision, presentOwnReport } from './moderation.present.ts'
import type { Reportable } from './moderation.types.ts'
import { createNotices, type NoticeDeps } from './moderators-notices.ts'
import { createReportStore } from './reports.store.ts'
import { createSuspensionStore } from './suspensions.store.ts'

export const REPORTS_PER_DAY = 20
const DAY_MS = 24 * 3_600_000
/** How long evidence is stored. */
export const EVIDENCE_MS = 90 * DAY_MS
/** How long a reporter sees their reports. */
const OWN_REPORTS_MS = 365 * DAY_MS
const MAX_OWN_REPORTS = 100
const DECISIONS = ['hid', 'restored', 'suspended', 'lifted', 'kept'] as const
const EXCERPT_LENGTH = 200

export type ReportingDeps = NoticeDeps & {
  clock: Clock
  newId: () => string
  /** The implementation for each kind of content. */
  reportables: Record<ReportKind, Reportable>
  readPicture: PictureReader
  readRecording: RecordingReader
  sealer: Sealer
  log: Log
}

/** Reporting, for all users, and the removal of old evidence. */
export function createReporting(deps: ReportingDeps) {
  const { db, clock, newId, reportables, readPicture, readRecording, sealer, log } = deps
  const store = createReportStore(db)
  const { notifyModerators, endNotices } = createNotices(deps)
  return {
    /**
     * Stores a report with an encrypted copy of the content. Repeating it is harmless; a new text is added to the report.
     * @throws AppError 'not_found' for content that the viewer can't see, 'invalid_input' for their own, 'rate_limited'
     */
    async report(
      viewer: Uid,
      { kind, id, reason, text }: { kind: ReportKind; id: string; reason: ReportReason; text: string },
    ): Promise<void> {
      const evidence = await reportables[kind].evidence(viewer, id)
      if (!evidence) throw new AppError('not_found', { kind, id })
      if (evidence.author === viewer) throw new AppError('invalid_input', { kind, id }, [{ field: 'id', message: 'This is your own.' }])
      const now = clock.now()
      if ((await store.countBy(viewer, new Date(now.getTime() - DAY_MS))) >= REPORTS_PER_DAY) throw new AppError('rate_limited', { viewer })
      const reportId = newId()
      const added = { kind, targetId: id, reporter: viewer, text: storable(text, 'text') }
      const isNew = await store.add({
        ...added,
        id: reportId,
        about: evidence.author,
        reason,
        evidenceSealed: await sealEvidence(reportId, evidence, { viewer, readPicture, readRecording, sealer }),
        state: 'open',
        createdAt: now,
        decidedAt: null,
      })
      if (!isNew) return store.addText(added)
      log.info({ report: reportId, kind, reason }, 'report created')
      // Neither a reported moderator nor the reporter is notified.
      await notifyModerators('reports-waiting', [evidence.author, viewer])
    },

    /** The viewer's own reports, latest first. */
    async ownReports(viewer: Uid): Promise<OwnReport[]> {
      const found = await store.listBy(viewer, new Date(clock.now().getTime() - OWN_REPORTS_MS), MAX_OWN_REPORTS)
      return found.map(presentOwnReport)
    },

    /** Moderators' decisions about the viewer, with their reasons, latest first. */
    async ownDecisions(viewer: Uid): Promise<OwnDecision[]> {
      const since = new Date(clock.now().getTime() - OWN_REPORTS_MS)
      const entries = await createSuspensionStore(db).logAbout(viewer, DECISIONS, since, MAX_OWN_REPORTS)
      const reports = await store.findMany(entries.flatMap((entry) => entry.reportId ?? []))
      return entries.flatMap((entry) => {
        const report = reports.get(entry.reportId ?? '')
        const text = report && openEvidence(report.id, report.evidenceSealed, sealer)?.text
        return presentOwnDecision(entry, report ? { kind: report.kind, excerpt: (text ?? '').slice(0, EXCERPT_LENGTH) } : null) ?? []
      })
    },

    /** Deletes evidence older than 90 days, and then also reports about deleted accounts. */
    async removeOldEvidence(): Promise<void> {
      const before = new Date(clock.now().getTime() - EVIDENCE_MS)
      await store.deleteEvidence(before)
      if (await store.deleteAboutDeleted(before)) await endNotices()
    },
  }
}

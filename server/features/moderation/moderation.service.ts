import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import {
  decisionStates,
  type Appeal,
  type DecisionAct,
  type LogEntry,
  type Report,
  type ReportRow,
  type Suspension,
} from '#contract/moderation.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { decodeTimeCursor, encodeTimeCursor, pageOf } from '#server/platform/page-cursor.ts'
import { presentLogEntry, presentReport, presentSuspension } from './moderation.present.ts'
import { createDecisions, type Decision } from './decisions.ts'
import type { LoggedAction, StoredReport } from './moderation.types.ts'
import { type EvidenceCopy, openEvidence } from './evidence.ts'
import { createNotices } from './moderators-notices.ts'
import { createReporting, type ReportingDeps } from './reporting.service.ts'
import { createReportStore } from './reports.store.ts'
import type { Suspensions } from './suspensions.service.ts'
import { createSuspensionStore, type LogQuery } from './suspensions.store.ts'

const LOG_LIMIT = 50
/** More reports about one content say nothing new. They are counted. */
const MAX_TOGETHER = 50

export type ModerationDeps = ReportingDeps & {
  profiles: Pick<Profiles, 'cards'>
  suspensions: Suspensions
}

type PageQuery = { cursor?: string | undefined; limit?: number | undefined }

export type Moderation = ReturnType<typeof createModeration>

/**
 * Reports and moderators' actions. Moderators' calls throw 'not_found' for other users. Reports about a moderator don't exist for that
 * moderator, so that they don't learn of the report or of its reporter.
 */
export function createModeration(deps: ModerationDeps) {
  const { profiles, suspensions } = deps
  const { store, actions, assertModerator, addLogEntry, requireFound, rows, logOf, fullReport } = createSteps(deps)
  const { notifyModerators, endNotices } = createNotices(deps)
  const decisions = createDecisions({ ...deps, endNotices })

  return {
    ...createReporting(deps),
    endNotices,

    /** Whether the user is a moderator, and the number of open reports and appeals that wait for them. */
    async status(viewer: Uid): Promise<{ is_moderator: boolean; waiting: number }> {
      if (!(await store.isModerator(viewer))) return { is_moderator: false, waiting: 0 }
      const [open, appeals] = await Promise.all([store.countOpen(viewer), suspensions.appeals()])
      return { is_moderator: true, waiting: open + appeals.length }
    },

    /** Open reports, oldest first, or decided reports, latest first. */
    async reports(
      viewer: Uid,
      { state = 'open', cursor, limit = limits.pageSize.default }: PageQuery & { state?: 'open' | 'decided' | undefined },
    ) {
      await assertModerator(viewer)
      const after = decodeTimeCursor(cursor)
      const [found, open, appeals] = await Promise.all([
        state === 'open' ? store.open(viewer, after, limit + 1) : store.listDecided(viewer, after, limit + 1),
        store.countOpen(viewer),
        suspensions.appeals(),
      ])
      const { shown, next } = pageOf(found, limit, ({ id, decidedAt, createdAt }) => encodeTimeCursor({ at: decidedAt ?? createdAt, id }))
      return { reports: await rows(shown), next, open, appeals: appeals.length }
    },

    /** The reports about one content with their evidence. The first view of each moderator is logged. @throws AppError 'not_found' */
    async getReport(viewer: Uid, id: string): Promise<Report> {
      await assertModerator(viewer)
      const found = await requireFound(viewer, id)
      if (!(await actions.hasViewed(viewer, found.id)))
        await addLogEntry({ moderator: viewer, act: 'looked', reportId: found.id, about: found.about, note: '' })
      return fullReport(viewer, found)
    },

    /**
     * Decides all open reports about the same content, or changes an earlier decision about them. Notifies its author and the reporters.
     * Of reports about deleted accounts, only the reporters are notified. `was` is the state that the moderator saw.
     * @throws AppError 'not_found'; 'wrong_state' when another moderator was faster; 'invalid_input' for content that can't be hidden, and
     *   for `hide` and `suspend` without an account or `uphold` with one
     */
    async decide(viewer: Uid, id: string, { was = 'open', ...decision }: Decision & { was?: StoredReport['state'] }): Promise<Report> {
      await assertModerator(viewer)
      const found = await requireFound(viewer, id)
      assertPossible(found, decision.act, deps.reportables)
      const state = decisionStates[decision.act]
      if (found.state !== was || found.state === state) throw new AppError('wrong_state', { report: id, state: found.state })
      await decisions.decide(viewer, found, decision)
      return fullReport(viewer, await requireFound(viewer, id))
    },

    /** The one appeal of a suspended user. @throws AppError 'not_found' for a user who is not suspended, 'wrong_state' after the first */
    async appeal(viewer: Uid, text: string): Promise<Suspension> {
      const appealed = await suspensions.appeal(viewer, text)
      await notifyModerators('appeals-waiting', [viewer])
      return appealed
    },

    /** Open appeals, oldest first. */
    async appeals(viewer: Uid): Promise<Appeal[]> {
      await assertModerator(viewer)
      const open = await suspensions.appeals()
      const cards = await profiles.cards(open.map((report) => report.uid))
      return open.flatMap((report) => {
        const person = cards.get(report.uid)
        return person ? [{ person, suspension: presentSuspension(report) }] : []
      })
    },

    /** Lifts or upholds a suspension. @throws AppError 'wrong_state' when another moderator answered first */
    async answerAppeal(viewer: Uid, uid: Uid, { lift, text }: { lift: boolean; text: string }): Promise<void> {
      await assertModerator(viewer)
      if (uid === viewer) throw new AppError('invalid_input', { uid }, [{ field: 'uid', message: 'This is yourself.' }])
      await decisions.answerAppeal(viewer, uid, { lift, text: storable(text, 'text') })
    },

    /** The moderators' actions, latest first, without those about the viewer. */
    async log(viewer: Uid, { cursor, limit = limits.pageSize.default }: PageQuery): Promise<{ log: LogEntry[]; next: string | null }> {
      await assertModerator(viewer)
      const { found, entries } = await logOf({ viewer, after: decodeTimeCursor(cursor), limit: limit + 1 })
      return { log: entries.slice(0, limit), next: pageOf(found, limit, encodeTimeCursor).next }
    },
  }
}

/** Steps that the moderators' calls share. */
function createSteps({ db, clock, newId, profiles, reportables, sealer, suspensions }: ModerationDeps) {
  const store = createReportStore(db)
  const actions = createSuspensionStore(db)

  async function assertModerator(viewer: Uid): Promise<void> {
    if (!(await store.isModerator(viewer))) throw new AppError('not_found', { viewer, moderator: false })
  }

  const addLogEntry = (act: Omit<LoggedAction, 'id' | 'at'>): Promise<void> => actions.addLogEntry({ id: newId(), at: clock.now(), ...act })

  async function requireFound(viewer: Uid, id: string): Promise<StoredReport> {
    const found = await store.find(id)
    if (!found || found.about === viewer) throw new AppError('not_found', { report: id })
    // The first one stands for all about the same content, also in the log.
    return (await store.listDecidedTogether(found, 1))[0] ?? found
  }

  async function rows(reports: readonly StoredReport[]): Promise<ReportRow[]> {
    const [cards, summaries] = await Promise.all([
      profiles.cards([...new Set(reports.flatMap((report) => report.about ?? []))]),
      store.summaries(reports),
    ])
    return reports.map((report) => presentReport(report, cards, summaries.get(report.id) ?? { count: 1, reasons: [report.reason] }))
  }

  async function logOf(query: LogQuery): Promise<{ found: LoggedAction[]; entries: LogEntry[] }> {
    const found = await actions.log(query)
    const people = found.flatMap(({ moderator, about }) => [moderator, about].filter((uid) => uid !== null))
    const cards = await profiles.cards([...new Set(people)])
    return { found, entries: found.map((act) => presentLogEntry(act, cards)) }
  }

  async function fullReport(viewer: Uid, report: StoredReport): Promise<Report> {
    const reports = await store.listDecidedTogether(report, MAX_TOGETHER)
    const [evidence = null, ...later] = evidenceOf(reports, sealer)
    const [[row], upheld, { entries }] = await Promise.all([
      rows([report]),
      report.about === null ? 0 : store.countUpheld(report.about, report.targetId),
      logOf({ viewer, after: null, limit: LOG_LIMIT, reportIds: reports.map(({ id }) => id) }),
    ])
    if (!row) throw new AppError('not_found', { report: report.id })
    return {
      ...row,
      texts: reports.map(({ text }) => text).filter((text) => text !== ''),
      evidence,
      later_evidence: later,
      can_hide: report.about !== null && reportables[report.kind].hide !== undefined,
      upheld_before: upheld,
      is_suspended: report.about !== null && suspensions.isSuspended(report.about),
      log: entries,
    }
  }

  return { store, actions, assertModerator, addLogEntry, requireFound, rows, logOf, fullReport }
}

/** @throws AppError 'invalid_input' for content that can't be hidden, and for actions that need an account or a deleted one */
function assertPossible({ kind, about }: StoredReport, act: DecisionAct, reportables: ModerationDeps['reportables']): void {
  const isAboutDeleted = about === null
  if (act === 'hide' && !isAboutDeleted && !reportables[kind].hide)
    throw new AppError('invalid_input', { kind }, [{ field: 'act', message: 'This can’t be hidden.' }])
  if (act !== 'dismiss' && (act === 'uphold') !== isAboutDeleted)
    throw new AppError('invalid_input', { act }, [{ field: 'act', message: 'This isn’t possible for this report.' }])
}

/** The different copies of the content, the first report's first. */
function evidenceOf(reports: readonly StoredReport[], sealer: ModerationDeps['sealer']): EvidenceCopy[] {
  const copies = reports.flatMap(({ id, evidenceSealed }) => openEvidence(id, evidenceSealed, sealer) ?? [])
  return [...new Map(copies.map((copy) => [JSON.stringify(copy), copy])).values()]
}

import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { Appeal, LogEntry, OwnReport, Report, ReportKind, ReportReason, ReportRow } from '#contract/moderation.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { DomainEvents } from '#server/platform/domain-events.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { Profiles } from '#server/features/profiles/profiles.service.ts'
import { decodeCursor, encodeCursor } from '#server/platform/page-cursor.ts'
import { presentLogEntry, presentOwnReport, presentReport, presentSuspension } from './moderation.present.ts'
import type { PageCursor, Reportable, LoggedAction, StoredReport, Evidence } from './moderation.types.ts'
import { createReportStore } from './reports.store.ts'
import type { Suspensions } from './suspensions.service.ts'
import { createSuspensionStore } from './suspensions.store.ts'
import * as z from 'zod/mini'

export const REPORTS_PER_DAY = 20
const DAY_MS = 24 * 3_600_000
/** How long evidence is stored. */
export const EVIDENCE_MS = 90 * DAY_MS
const LOG_LIMIT = 50
/** How long a reporter sees their reports. */
const OWN_REPORTS_MS = 365 * DAY_MS
const MAX_OWN_REPORTS = 100

export type ModerationDeps = {
  db: Db
  clock: Clock
  newId: () => string
  facts: Pick<DomainEvents, 'publish'>
  profiles: Pick<Profiles, 'cards'>
  /** For each kind of content, its feature's part. */
  reportables: Record<ReportKind, Reportable>
  readPicture: PictureReader
  readRecording: RecordingReader
  sealer: Sealer
  suspensions: Suspensions
  log: Log
}

export type Decision = { act: 'dismiss' } | { act: 'hide' | 'suspend'; reason: string }
type PageQuery = { cursor?: string | undefined; limit?: number | undefined }

export type Moderation = ReturnType<typeof createModeration>

/** Reports and moderators' actions. Moderators' calls throw 'not_found' for other users. */
export function createModeration(deps: ModerationDeps) {
  const { clock, newId, facts, profiles, suspensions } = deps
  const { store, actions, mustModerate, addLogEntry, mustFind, rows, logOf, fullReport, apply } = createSteps(deps)

  return {
    ...createReporting(deps),

    /** Whether the user is a moderator, and the number of open reports and appeals. */
    async status(viewer: Uid): Promise<{ is_moderator: boolean; waiting: number }> {
      if (!(await store.isModerator(viewer))) return { is_moderator: false, waiting: 0 }
      const [open, appeals] = await Promise.all([store.countOpen(), suspensions.appeals()])
      return { is_moderator: true, waiting: open + appeals.length }
    },

    /** Open reports, oldest first, or decided reports, latest first. */
    async reports(
      viewer: Uid,
      { state = 'open', cursor, limit = limits.pageSize.default }: PageQuery & { state?: 'open' | 'decided' | undefined },
    ) {
      await mustModerate(viewer)
      const after = readCursor(cursor)
      const [found, open, appeals] = await Promise.all([
        state === 'open' ? store.open(after, limit + 1) : store.decided(after, limit + 1),
        store.countOpen(),
        suspensions.appeals(),
      ])
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      const next = last ? writeCursor({ at: last.decidedAt ?? last.createdAt, id: last.id }) : null
      return { reports: await rows(shown), next, open, appeals: appeals.length }
    },

    /** One report with its evidence. The first view of each moderator is logged. @throws AppError 'not_found' */
    async getReport(viewer: Uid, id: string): Promise<Report> {
      await mustModerate(viewer)
      const found = await mustFind(id)
      if (!(await actions.hasViewed(viewer, id)))
        await addLogEntry({ moderator: viewer, act: 'looked', reportId: id, about: found.about, note: '' })
      return fullReport(found)
    },

    /**
     * Closes all open reports about the same content and notifies its author and the reporters.
     * @throws AppError 'not_found'; 'wrong_state' when it is decided already; 'invalid_input' for content that can't be hidden, and about oneself
     */
    async decide(viewer: Uid, id: string, decision: Decision): Promise<Report> {
      await mustModerate(viewer)
      const found = await mustFind(id)
      if (found.about === viewer) throw new AppError('invalid_input', { id }, [{ field: 'id', message: 'This is about yourself.' }])
      if (found.state !== 'open') throw new AppError('wrong_state', { report: id, state: found.state })
      await apply(found, decision)
      const { state, act } = outcomes[decision.act]
      const reporters = await store.decide(found.kind, found.targetId, state, clock.now())
      await addLogEntry({ moderator: viewer, act, reportId: id, about: found.about, note: 'reason' in decision ? decision.reason : '' })
      if (decision.act === 'hide')
        facts.publish({ kind: 'moderation.decided', to: found.about, about: `hidden-${found.kind}`, reportId: id })
      const about = decision.act === 'dismiss' ? 'report-dismissed' : 'report-upheld'
      for (const reporter of reporters) facts.publish({ kind: 'moderation.decided', to: reporter, about, reportId: id })
      return fullReport(await mustFind(id))
    },

    /** Open appeals, oldest first. */
    async appeals(viewer: Uid): Promise<Appeal[]> {
      await mustModerate(viewer)
      const open = await suspensions.appeals()
      const cards = await profiles.cards(open.map((it) => it.uid))
      return open.flatMap((it) => {
        const person = cards.get(it.uid)
        return person ? [{ person, suspension: presentSuspension(it) }] : []
      })
    },

    /** Lifts or upholds a suspension. @throws AppError 'wrong_state' when another moderator answered first */
    async answerAppeal(viewer: Uid, uid: Uid, { lift, text }: { lift: boolean; text: string }): Promise<void> {
      await mustModerate(viewer)
      if (uid === viewer) throw new AppError('invalid_input', { uid }, [{ field: 'uid', message: 'This is yourself.' }])
      await (lift ? suspensions.lift(uid) : suspensions.uphold(uid, storable(text, 'text')))
      await addLogEntry({ moderator: viewer, act: lift ? 'lifted' : 'kept', reportId: null, about: uid, note: text })
      if (lift) facts.publish({ kind: 'moderation.decided', to: uid, about: 'lifted', reportId: newId() })
    },

    /** The moderators' actions, latest first. */
    async log(viewer: Uid, { cursor, limit = limits.pageSize.default }: PageQuery): Promise<{ log: LogEntry[]; next: string | null }> {
      await mustModerate(viewer)
      const { found, entries } = await logOf({ after: readCursor(cursor), limit: limit + 1 })
      const last = found.length > limit ? found[limit - 1] : undefined
      return { log: entries.slice(0, limit), next: last ? writeCursor(last) : null }
    },
  }
}

/** Reporting, for all users, and the removal of old evidence. */
function createReporting({ db, clock, newId, reportables, readPicture, readRecording, sealer, log }: ModerationDeps) {
  const store = createReportStore(db)
  return {
    /**
     * Stores a report with an encrypted copy of the content. Repeating it is harmless.
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
      const isNew = await store.add({
        id: reportId,
        kind,
        targetId: id,
        about: evidence.author,
        reporter: viewer,
        reason,
        text: storable(text, 'text'),
        evidenceSealed: await sealEvidence(reportId, evidence, { viewer, readPicture, readRecording, sealer }),
        state: 'open',
        createdAt: now,
        decidedAt: null,
      })
      if (isNew) log.info({ report: reportId, kind, reason }, 'report created')
    },

    /** The viewer's own reports, latest first. */
    async ownReports(viewer: Uid): Promise<OwnReport[]> {
      const found = await store.listBy(viewer, new Date(clock.now().getTime() - OWN_REPORTS_MS), MAX_OWN_REPORTS)
      return found.map(presentOwnReport)
    },

    /** Deletes evidence older than 90 days. */
    removeOldEvidence: (): Promise<void> => store.deleteEvidence(new Date(clock.now().getTime() - EVIDENCE_MS)),
  }
}

/** Steps that the moderators' calls share. */
function createSteps({ db, clock, newId, profiles, reportables, sealer, suspensions }: ModerationDeps) {
  const store = createReportStore(db)
  const actions = createSuspensionStore(db)

  async function mustModerate(viewer: Uid): Promise<void> {
    if (!(await store.isModerator(viewer))) throw new AppError('not_found', { viewer, moderator: false })
  }

  const addLogEntry = (act: Omit<LoggedAction, 'id' | 'at'>): Promise<void> => actions.addLogEntry({ id: newId(), at: clock.now(), ...act })

  async function mustFind(id: string): Promise<StoredReport> {
    const found = await store.find(id)
    if (!found) throw new AppError('not_found', { report: id })
    return found
  }

  async function rows(reports: readonly StoredReport[]): Promise<ReportRow[]> {
    const [cards, same] = await Promise.all([
      profiles.cards([...new Set(reports.map((it) => it.about))]),
      store.sameOpen(reports.map((it) => it.targetId)),
    ])
    return reports.map((it) => presentReport(it, cards, same.get(it.targetId) ?? 0))
  }

  async function logOf(query: {
    after: PageCursor | null
    limit: number
    reportId?: string
  }): Promise<{ found: LoggedAction[]; entries: LogEntry[] }> {
    const found = await actions.log(query)
    const people = found.flatMap(({ moderator, about }) => [moderator, about].filter((uid) => uid !== null))
    const cards = await profiles.cards([...new Set(people)])
    return { found, entries: found.map((act) => presentLogEntry(act, cards)) }
  }

  async function fullReport(report: StoredReport): Promise<Report> {
    const [[row], upheld, { entries }] = await Promise.all([
      rows([report]),
      store.upheld(report.about, report.targetId),
      logOf({ after: null, limit: LOG_LIMIT, reportId: report.id }),
    ])
    if (!row) throw new AppError('not_found', { report: report.id })
    return {
      ...row,
      text: report.text,
      evidence: openEvidence(report.id, report.evidenceSealed, sealer),
      can_hide: reportables[report.kind].hide !== undefined,
      upheld_before: upheld,
      is_suspended: suspensions.isSuspended(report.about),
      log: entries,
    }
  }

  /** Runs before the decision is saved, so that a decision that failed stays open. */
  async function apply(report: StoredReport, decision: Decision): Promise<void> {
    if (decision.act === 'dismiss') return
    const { hide } = reportables[report.kind]
    if (decision.act === 'hide' && !hide)
      throw new AppError('invalid_input', { kind: report.kind }, [{ field: 'act', message: 'This can’t be hidden.' }])
    await hide?.(report.targetId)
    if (decision.act === 'suspend') await suspensions.suspend(report.about, decision.reason)
  }

  return { store, actions, mustModerate, addLogEntry, mustFind, rows, logOf, fullReport, apply }
}

const outcomes = {
  dismiss: { state: 'dismissed', act: 'dismissed' },
  hide: { state: 'hidden', act: 'hid' },
  suspend: { state: 'suspended', act: 'suspended' },
} as const satisfies Record<Decision['act'], { state: StoredReport['state']; act: LogEntry['act'] }>

/** Encrypts texts that only this installation can read. */
type Sealer = { seal(text: string, context: string): string; open(sealed: string, context: string): string | null }
/** A picture that the viewer may see, as WebP. @throws AppError 'not_found' */
type PictureReader = (viewer: Uid, id: string) => Promise<Uint8Array>

/** A recording that the viewer may play. @throws AppError 'not_found' */
type RecordingReader = (viewer: Uid, id: string) => Promise<{ bytes: Uint8Array; mimeType: string }>

const copy = z.object({ text: z.string(), pictures: z.array(z.string()), voice: z.optional(z.string()) })
type EvidenceCopy = z.output<typeof copy>

const contextOf = (reportId: string) => `report ${reportId}`

/** Copies reported content with its pictures and its recording, so that it can be judged after its deletion. Encrypted for moderators' calls. */
async function sealEvidence(
  reportId: string,
  { text, pictures, voice }: Evidence,
  {
    viewer,
    readPicture,
    readRecording,
    sealer,
  }: { viewer: Uid; readPicture: PictureReader; readRecording: RecordingReader; sealer: Sealer },
): Promise<string> {
  const bytes = await Promise.all(pictures.map((id) => readPicture(viewer, id).catch(() => null)))
  const recording = voice === undefined ? null : await readRecording(viewer, voice).catch(() => null)
  const copied: EvidenceCopy = {
    text,
    pictures: bytes.flatMap((it) => (it ? [dataUrl('image/webp', it)] : [])),
    ...(recording ? { voice: dataUrl(recording.mimeType, recording.bytes) } : {}),
  }
  return sealer.seal(JSON.stringify(copied), contextOf(reportId))
}

const dataUrl = (mimeType: string, bytes: Uint8Array) => `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`

/** The copy; null when it or its key was deleted. */
function openEvidence(reportId: string, sealed: string | null, sealer: Sealer): EvidenceCopy | null {
  const text = sealed === null ? null : sealer.open(sealed, contextOf(reportId))
  return text === null ? null : copy.parse(JSON.parse(text))
}

const writeCursor = ({ at, id }: PageCursor): string => encodeCursor(`${at.getTime()}_${id}`)

/** Null for the first page. @throws AppError 'invalid_input' for anything that `writeCursor` did not write. */
function readCursor(cursor: string | undefined): PageCursor | null {
  if (cursor === undefined) return null
  const [ms, id = ''] = decodeCursor(cursor, /^(\d{1,15})_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/)
  return { at: new Date(Number(ms)), id }
}

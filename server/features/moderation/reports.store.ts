import { type RawBuilder, sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import { moderationLimits, type ReportReason } from '#contract/moderation.ts'
import { fromColumns, type Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ReportSummary, StoredReport } from './moderation.types.ts'
import type { TimeCursor } from '#server/platform/page-cursor.ts'

type ReportTables = {
  reports: Columns<StoredReport>
  moderators: { uid: Uid; added_at: Date }
}

/** In characters, of all texts of one report together. */
const MAX_TEXT = 5 * moderationLimits.reportText.max

/** Whether two reports are about the same content and author, and are both open or were decided together. */
const isSame = (one: RawBuilder<unknown>, other: RawBuilder<unknown>) => sql<boolean>`
  ${one}.kind = ${other}.kind and ${one}.target_id = ${other}.target_id and ${one}.about is not distinct from ${other}.about
  and ${one}.state = ${other}.state and ${one}.decided_at is not distinct from ${other}.decided_at`

/** Whether no such report is older. */
const isFirst = sql<boolean>`not exists (
  select 1 from reports earlier
  where ${isSame(sql`earlier`, sql`reports`)} and (earlier.created_at, earlier.id) < (reports.created_at, reports.id))`

/** Reports, and the users who may moderate them. */
export const createReportStore = (db: Db) => ({ ...moderatorQueries(db), ...reportQueries(db), ...countQueries(db) })

function moderatorQueries(plain: Db) {
  const db = plain.withTables<ReportTables>()
  return {
    async isModerator(uid: Uid): Promise<boolean> {
      return (await db.selectFrom('moderators').select('uid').where('uid', '=', uid).executeTakeFirst()) !== undefined
    },

    /** @returns false when the user already is a moderator */
    async addModerator(uid: Uid, now: Date): Promise<boolean> {
      const result = await db
        .insertInto('moderators')
        .values({ uid, added_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** @returns false when the user was no moderator */
    async removeModerator(uid: Uid): Promise<boolean> {
      return (await db.deleteFrom('moderators').where('uid', '=', uid).executeTakeFirst()).numDeletedRows > 0n
    },

    /** Moderators without an open report, apart from reports about themselves. */
    async moderatorsWithoutOpen(): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select uid from moderators
        where not exists (select 1 from reports where state = 'open' and about is distinct from moderators.uid)`.execute(db)
      return rows.map(({ uid }) => uid)
    },

    moderators: async (): Promise<Uid[]> =>
      (await db.selectFrom('moderators').select('uid').orderBy('added_at').execute()).map((row) => row.uid),
  }
}

function reportQueries(plain: Db) {
  const db = plain.withTables<ReportTables>()
  const inReports = db.selectFrom('reports').selectAll()
  return {
    /** @returns false when the user's report about the same target is still open */
    async add(report: StoredReport): Promise<boolean> {
      const result = await db
        .insertInto('reports')
        .values(toRow(report))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
    },

    /** Adds text to the reporter's open report about a target, unless it is already there. Of long texts the end remains. */
    async addText({ reporter, kind, targetId, text }: Pick<StoredReport, 'reporter' | 'kind' | 'targetId' | 'text'>): Promise<void> {
      await db
        .updateTable('reports')
        .set({ text: sql`right(concat_ws(e'\n\n', nullif(text, ''), ${text}::text), ${MAX_TEXT}::int)` })
        .where('reporter', '=', reporter)
        .where('kind', '=', kind)
        .where('target_id', '=', targetId)
        .where('state', '=', 'open')
        .where(sql<boolean>`strpos(text, ${text}::text) = 0`)
        .execute()
    },

    async countBy(reporter: Uid, since: Date): Promise<number> {
      const { count } = await db
        .selectFrom('reports')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('reporter', '=', reporter)
        .where('created_at', '>', since)
        .executeTakeFirstOrThrow()
      return count
    },

    /** Reports by a user since `since`, latest first. */
    async listBy(reporter: Uid, since: Date, limit: number): Promise<StoredReport[]> {
      const rows = await inReports
        .where('reporter', '=', reporter)
        .where('created_at', '>', since)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromColumns<StoredReport>)
    },

    async find(id: string): Promise<StoredReport | null> {
      const row = await inReports.where('id', '=', id).executeTakeFirst()
      return row ? fromColumns<StoredReport>(row) : null
    },

    /** The first reports about the same content and author that are open, too, or were decided together with this one. */
    async listDecidedTogether({ kind, targetId, about, state, decidedAt }: StoredReport, limit: number): Promise<StoredReport[]> {
      const rows = await inReports
        .where('kind', '=', kind)
        .where('target_id', '=', targetId)
        .where('about', about === null ? 'is' : '=', about)
        .where('state', '=', state)
        .where('decided_at', decidedAt === null ? 'is' : '=', decidedAt)
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(fromColumns<StoredReport>)
    },

    async findMany(ids: readonly string[]): Promise<Map<string, StoredReport>> {
      const rows = ids.length === 0 ? [] : await inReports.where('id', 'in', ids).execute()
      return new Map(rows.map((row) => [row.id, fromColumns<StoredReport>(row)]))
    },

    /** The first open report about each content, oldest first, without those about the viewer. */
    async open(viewer: Uid, after: TimeCursor | null, limit: number): Promise<StoredReport[]> {
      const rows = await inReports
        .where('state', '=', 'open')
        .where(isFirst)
        .where('about', 'is distinct from', viewer)
        .$if(after !== null, (qb) => qb.where(sql<boolean>`(created_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`))
        .orderBy('created_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map(fromColumns<StoredReport>)
    },

    /** The first report of each decision, latest decision first, without those about the viewer. */
    async listDecided(viewer: Uid, after: TimeCursor | null, limit: number): Promise<StoredReport[]> {
      const rows = await inReports
        .where('state', '<>', 'open')
        .where(isFirst)
        .where('about', 'is distinct from', viewer)
        .$if(after !== null, (qb) => qb.where(sql<boolean>`(decided_at, id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`))
        .orderBy('decided_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromColumns<StoredReport>)
    },

    /**
     * Moves a report, and all others about its target and author that share its state, to another state.
     * @returns the reporters; null when another moderator was faster
     */
    async decide(
      { kind, targetId, about, state, decidedAt }: Pick<StoredReport, 'kind' | 'targetId' | 'about' | 'state' | 'decidedAt'>,
      to: Pick<StoredReport, 'state' | 'decidedAt'>,
    ): Promise<Uid[] | null> {
      const rows = await db
        .updateTable('reports')
        .set({ state: to.state, decided_at: to.decidedAt })
        .where('kind', '=', kind)
        .where('target_id', '=', targetId)
        .where('about', about === null ? 'is' : '=', about)
        .where('state', '=', state)
        .$if(decidedAt !== null, (qb) => qb.where('decided_at', '=', decidedAt))
        .returning('reporter')
        .execute()
      return rows.length === 0 ? null : rows.flatMap((row) => row.reporter ?? [])
    },

    /** The id of the first report about the same content and author. */
    async firstReportId({ kind, targetId, about }: Pick<StoredReport, 'kind' | 'targetId' | 'about'>): Promise<string> {
      const { id } = await db
        .selectFrom('reports')
        .select('id')
        .where('kind', '=', kind)
        .where('target_id', '=', targetId)
        .where('about', about === null ? 'is' : '=', about)
        .orderBy('created_at')
        .orderBy('id')
        .limit(1)
        .executeTakeFirstOrThrow()
      return id
    },

    /** Whether any report about the same content is upheld. */
    async isUpheld({ kind, targetId }: Pick<StoredReport, 'kind' | 'targetId'>): Promise<boolean> {
      const row = await db
        .selectFrom('reports')
        .select('id')
        .where('kind', '=', kind)
        .where('target_id', '=', targetId)
        .where('state', 'in', ['hidden', 'suspended'])
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** Deletes reports about deleted accounts that are older than `before`. @returns whether there were any */
    async deleteAboutDeleted(before: Date): Promise<boolean> {
      const result = await db.deleteFrom('reports').where('created_at', '<', before).where('about', 'is', null).executeTakeFirst()
      return result.numDeletedRows > 0n
    },

    async deleteEvidence(before: Date): Promise<void> {
      await db
        .updateTable('reports')
        .set({ evidence_sealed: null })
        .where('created_at', '<', before)
        .where('evidence_sealed', 'is not', null)
        .execute()
    },
  }
}

function countQueries(plain: Db) {
  const db = plain.withTables<ReportTables>()
  return {
    /** The number of contents with open reports, without reports about the viewer. */
    async countOpen(viewer: Uid): Promise<number> {
      const { count } = await db
        .selectFrom('reports')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('state', '=', 'open')
        .where('about', 'is distinct from', viewer)
        .where(isFirst)
        .executeTakeFirstOrThrow()
      return count
    },

    /** How many reports there are with each of these, by its id, and why. */
    async summaries(reports: readonly StoredReport[]): Promise<Map<string, ReportSummary>> {
      const { rows } = await sql<{ id: string; reason: ReportReason; count: number }>`
        select first.id, same.reason, count(*)::int as count
        from reports first
        join reports same on ${isSame(sql`same`, sql`first`)}
        where first.id = any(${reports.map(({ id }) => id)}::uuid[])
        group by first.id, same.reason
        order by count desc, same.reason`.execute(db)
      const found = new Map<string, ReportSummary>()
      for (const { id, reason, count } of rows) {
        const before = found.get(id) ?? { count: 0, reasons: [] }
        found.set(id, { count: before.count + count, reasons: [...before.reasons, reason] })
      }
      return found
    },

    /** The number of a user's targets with upheld reports, except one target. */
    async countUpheld(about: Uid, except: string): Promise<number> {
      const { count } = await db
        .selectFrom('reports')
        .select((eb) => eb.fn.count<number>('target_id').distinct().as('count'))
        .where('about', '=', about)
        .where('state', 'in', ['hidden', 'suspended'])
        .where('target_id', '<>', except)
        .executeTakeFirstOrThrow()
      return count
    },
  }
}

const toRow = (report: StoredReport): Columns<StoredReport> => ({
  id: report.id,
  kind: report.kind,
  target_id: report.targetId,
  about: report.about,
  reporter: report.reporter,
  reason: report.reason,
  text: report.text,
  evidence_sealed: report.evidenceSealed,
  state: report.state,
  created_at: report.createdAt,
  decided_at: report.decidedAt,
})

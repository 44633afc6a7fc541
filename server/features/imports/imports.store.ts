import { sql, type Generated, type Selectable } from 'kysely'
import type { Audience } from '#contract/people.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { FileSource } from '#contract/taste/taste.ts'
import type { Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ImportRow } from './imports.types.ts'
import { json } from '#server/features/sources/sources.tables.ts'

type ImportTables = {
  imports: Columns<Omit<ImportRow, 'consent'>> & {
    hash: string | null
    has_times: Generated<boolean>
    shown_to: Audience | null
    counts_for_matching: boolean | null
  }
}

const ACTIVE = ['uploading', 'waiting', 'reading'] as const

export type NewImport = Pick<ImportRow, 'id' | 'uid' | 'fileName' | 'bytes' | 'consent' | 'timeZone'> & { now: Date }
/** Changed fields; the rest stays. */
export type ImportChange = Partial<
  Pick<ImportRow, 'status' | 'source' | 'attempt' | 'progress' | 'summary' | 'problem' | 'partsReceived'>
> & { hash?: string }

export function createImportsStore(plain: Db) {
  return { ...importQueries(plain), ...importCommands(plain) }
}

/** Reading imports; `add` starts one. */
function importQueries(plain: Db) {
  const db = plain.withTables<ImportTables>()
  const all = () => db.selectFrom('imports').selectAll()

  return {
    /** Throws the engine's unique violation while another import of this user is running. */
    async add(input: NewImport): Promise<ImportRow> {
      const row = await db.insertInto('imports').values(newColumns(input)).returningAll().executeTakeFirstOrThrow()
      return toImport(row)
    },

    async find(id: string): Promise<ImportRow | null> {
      const row = await all().where('id', '=', id).executeTakeFirst()
      return row ? toImport(row) : null
    },

    /** Lists a user's imports, newest first. */
    async listByUser(uid: Uid, limit: number): Promise<ImportRow[]> {
      return (await all().where('uid', '=', uid).orderBy('begun_at', 'desc').orderBy('id').limit(limit).execute()).map(toImport)
    },

    /** Whether this user has imported a file with this hash, with the times of its plays. */
    async isRead(uid: Uid, hash: string): Promise<boolean> {
      const row = await db
        .selectFrom('imports')
        .select('id')
        .where('uid', '=', uid)
        .where('hash', '=', hash)
        .where('has_times', '=', true)
        .where('status', '=', 'done')
        .executeTakeFirst()
      return row !== undefined
    },

    /** When the latest imports since then began, the latest first. */
    async startTimesSince(uid: Uid, since: Date, limit: number): Promise<Date[]> {
      const rows = await db
        .selectFrom('imports')
        .select('begun_at')
        .where('uid', '=', uid)
        .where('begun_at', '>', since)
        .orderBy('begun_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => row.begun_at)
    },

    /** Unread bytes of all users. */
    async activeBytes(): Promise<number> {
      const row = await db
        .selectFrom('imports')
        .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
        .where('status', 'in', ACTIVE)
        .executeTakeFirstOrThrow()
      return row.bytes
    },

    async listActive(): Promise<ImportRow[]> {
      return (await all().where('status', 'in', ACTIVE).execute()).map(toImport)
    },
  }
}

/** Progress and end of an import. */
function importCommands(plain: Db) {
  const db = plain.withTables<ImportTables>()

  return {
    /** Updates an import in the state `from`. Returns null when the state differs (cancelled, a repeated part, an older attempt). */
    async change(
      id: string,
      from: { status: readonly ImportRow['status'][]; attempt?: number; partsReceived?: number },
      to: ImportChange,
      now: Date,
    ): Promise<ImportRow | null> {
      // A file from before times were stored is imported again: the new row has its hash.
      if (to.hash !== undefined)
        await sql`
          update imports set hash = null from imports as current
          where current.id = ${id} and imports.uid = current.uid and imports.hash = ${to.hash} and not imports.has_times
        `.execute(db)
      let query = db.updateTable('imports').set(changedColumns(to, now)).where('id', '=', id).where('status', 'in', from.status)
      if (from.attempt !== undefined) query = query.where('attempt', '=', from.attempt)
      if (from.partsReceived !== undefined) query = query.where('parts_received', '=', from.partsReceived)
      const row = await query.returningAll().executeTakeFirst()
      return row ? toImport(row) : null
    },

    /** Removes a finished import from the list. A successful one still marks its file as imported until its source is disconnected. */
    async forget(uid: Uid, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('imports')
        .where('uid', '=', uid)
        .where('id', '=', id)
        .where('status', 'not in', ACTIVE)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    /** Deletes the records of a source's files, so that they can be imported again. */
    async deleteBySource(uid: Uid, source: FileSource): Promise<void> {
      await db
        .deleteFrom('imports')
        .where('uid', '=', uid)
        .where((eb) => eb.or([eb('source', '=', source), sql<boolean>`summary -> 'sources' ? ${source}`]))
        .where('status', 'not in', ACTIVE)
        .execute()
    },

    async deleteUnsuccessful(before: Date): Promise<void> {
      await db.deleteFrom('imports').where('status', 'in', ['failed', 'cancelled', 'repeated']).where('changed_at', '<', before).execute()
    },
  }
}
export type ImportsStore = ReturnType<typeof createImportsStore>

const newColumns = ({ id, uid, fileName, bytes, consent, timeZone, now }: NewImport) => ({
  id,
  uid,
  file_name: fileName,
  bytes,
  status: 'uploading' as const,
  parts_received: 0,
  attempt: 0,
  progress: 0,
  shown_to: consent.shownTo ?? null,
  counts_for_matching: consent.countsForMatching ?? null,
  time_zone: timeZone,
  begun_at: now,
  changed_at: now,
})

function changedColumns({ status, source, attempt, progress, partsReceived, summary, problem, hash }: ImportChange, now: Date) {
  const isEnd = status !== undefined && !ACTIVE.some((active) => active === status)
  return {
    ...(status === undefined ? {} : { status }),
    ...(source === undefined ? {} : { source }),
    ...(attempt === undefined ? {} : { attempt }),
    ...(progress === undefined ? {} : { progress }),
    ...(partsReceived === undefined ? {} : { parts_received: partsReceived }),
    ...(summary === undefined ? {} : { summary: json(summary) }),
    ...(problem === undefined ? {} : { problem }),
    ...(hash === undefined ? {} : { hash, has_times: true }),
    ...(isEnd ? { finished_at: now } : {}),
    changed_at: now,
  }
}

function toImport(row: Selectable<ImportTables['imports']>): ImportRow {
  return {
    id: row.id,
    uid: row.uid,
    fileName: row.file_name,
    bytes: row.bytes,
    partsReceived: row.parts_received,
    status: row.status,
    source: row.source,
    attempt: row.attempt,
    progress: row.progress,
    summary: row.summary,
    problem: row.problem,
    consent: { shownTo: row.shown_to ?? undefined, countsForMatching: row.counts_for_matching ?? undefined },
    timeZone: row.time_zone,
    begunAt: row.begun_at,
    changedAt: row.changed_at,
    finishedAt: row.finished_at,
  }
}

import { sql } from 'kysely'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { newSession, type Member, type SessionState } from './timeline.ts'

export type StoredSession = { id: string; chatId: string; version: number; state: SessionState; startedAt: Date; endedAt: Date | null }

type Row = { id: string; chat_id: string; version: number; state: SessionState; started_at: Date; ended_at: Date | null }
type Tables = {
  together_sessions: Row
  together_members: { session_id: string; uid: Uid; joined_at: Date; is_here: boolean; saved_at: Date | null }
  together_commands: { chat_id: string; key: string; session_id: string; version: number }
}

const COMMANDS_AT_ONCE = 5_000
/** Commands of the latest versions of a running session are kept. */
const KEPT_VERSIONS = 10_000

export type TogetherStore = ReturnType<typeof createTogetherStore>

export function createTogetherStore(plain: Db) {
  return { ...sessionQueries(plain), ...sessionCommands(plain), ...participantQueries(plain) }
}

const asJson = (state: SessionState) => sql<SessionState>`${JSON.stringify(state)}::jsonb`

/** Running and ended sessions. */
function sessionQueries(plain: Db) {
  const db = plain.withTables<Tables>()

  return {
    /** The running session of a conversation; in a transaction with `isLocked`, no one else changes it until the end. */
    async running(chatId: string, { isLocked = false } = {}): Promise<StoredSession | undefined> {
      const query = db.selectFrom('together_sessions').selectAll().where('chat_id', '=', chatId).where('ended_at', 'is', null)
      const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
      return row && toSession(row)
    },

    /** A session, running or ended. */
    async byId(id: string): Promise<StoredSession | undefined> {
      const row = await db.selectFrom('together_sessions').selectAll().where('id', '=', id).executeTakeFirst()
      return row && toSession(row)
    },

    /** The latest sessions of a conversation that have ended. */
    async listEnded(chatId: string, limit: number): Promise<StoredSession[]> {
      const rows = await db
        .selectFrom('together_sessions')
        .selectAll()
        .where('chat_id', '=', chatId)
        .where('ended_at', 'is not', null)
        .orderBy('started_at', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toSession)
    },

    /** The reactions of the conversation's latest session, which has those before it: a later listener sees them again. */
    async latestMarks(chatId: string): Promise<SessionState['marks']> {
      const row = await db
        .selectFrom('together_sessions')
        .select(sql<SessionState['marks']>`state -> 'marks'`.as('marks'))
        .where('chat_id', '=', chatId)
        .orderBy('started_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return row?.marks ?? []
    },

    /** All who took part in a session, in the order in which they joined. */
    everyone(sessionId: string): Promise<{ uid: Uid; savedAt: Date | null }[]> {
      return db
        .selectFrom('together_members')
        .select(['uid', 'saved_at as savedAt'])
        .where('session_id', '=', sessionId)
        .orderBy('joined_at')
        .orderBy('uid')
        .execute()
    },
  }
}

function sessionCommands(plain: Db) {
  const db = plain.withTables<Tables>()

  return {
    /** Only the first save is recorded. */
    async save(sessionId: string, uid: Uid, now: Date): Promise<void> {
      await db
        .updateTable('together_members')
        .set({ saved_at: now })
        .where('session_id', '=', sessionId)
        .where('uid', '=', uid)
        .where('saved_at', 'is', null)
        .execute()
    },

    /** Returns false if the conversation has a running session already. */
    async insert({ id, chatId, state, startedAt }: Pick<StoredSession, 'id' | 'chatId' | 'state' | 'startedAt'>): Promise<boolean> {
      const row = await db
        .insertInto('together_sessions')
        .values({ id, chat_id: chatId, state: asJson(state), version: 1, started_at: startedAt, ended_at: null })
        .onConflict((conflict) => conflict.column('chat_id').where('ended_at', 'is', null).doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async update({ id, state, version, endedAt }: Pick<StoredSession, 'id' | 'state' | 'version' | 'endedAt'>): Promise<void> {
      await db
        .updateTable('together_sessions')
        .set({ state: asJson(state), version, ended_at: endedAt })
        .where('id', '=', id)
        .execute()
    },

    /** Stores the state unless another change came first: `version` must be the next one. Returns whether it was stored. */
    async updateIfNext({ id, state, version }: Pick<StoredSession, 'id' | 'state' | 'version'>): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('together_sessions')
        .set({ state: asJson(state), version })
        .where('id', '=', id)
        .where('version', '=', version - 1)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    /** Returns false if the command was stored before. */
    async addCommand(chatId: string, key: string, sessionId: string, version: number): Promise<boolean> {
      const row = await db
        .insertInto('together_commands')
        .values({ chat_id: chatId, key, session_id: sessionId, version })
        .onConflict((conflict) => conflict.columns(['chat_id', 'key']).doNothing())
        .returning('key')
        .executeTakeFirst()
      return row !== undefined
    },

    async deleteCommands(sessionId: string): Promise<void> {
      await db.deleteFrom('together_commands').where('session_id', '=', sessionId).execute()
    },

    /**
     * Deletes commands of ended sessions, and of running ones all but the latest: a command is repeated within seconds. In small steps,
     * because earlier versions deleted none.
     */
    async deleteOldCommands(): Promise<void> {
      for (let deleted = COMMANDS_AT_ONCE; deleted === COMMANDS_AT_ONCE;) {
        // A subquery for each command instead of a join, which would read all sessions that ever were.
        const { numAffectedRows } = await sql`
          delete from together_commands where (chat_id, key) in (
            select chat_id, key from together_commands as old
            where (select ended_at is not null or old.version < version - ${KEPT_VERSIONS}::bigint from together_sessions where id = old.session_id)
            limit ${COMMANDS_AT_ONCE}
          )`.execute(db)
        deleted = Number(numAffectedRows ?? 0)
      }
    },

    async setMembers(sessionId: string, uids: readonly Uid[], now: Date): Promise<void> {
      await db
        .updateTable('together_members')
        .set({ is_here: false })
        .where('session_id', '=', sessionId)
        .where('is_here', '=', true)
        .where(sql<boolean>`uid <> all(${[...uids]}::uuid[])`)
        .execute()
      if (uids.length === 0) return
      await db
        .insertInto('together_members')
        .values(uids.map((uid) => ({ session_id: sessionId, uid, joined_at: now, is_here: true, saved_at: null })))
        .onConflict((conflict) => conflict.columns(['session_id', 'uid']).doUpdateSet({ is_here: true }))
        .execute()
    },
  }
}

/** Sessions by user. */
function participantQueries(plain: Db) {
  const db = plain.withTables<Tables>()
  const membersOfRunning = () =>
    db
      .selectFrom('together_members')
      .innerJoin('together_sessions', 'together_sessions.id', 'together_members.session_id')
      .where('together_sessions.ended_at', 'is', null)

  return {
    /** The conversations in whose running session this user is. */
    async chatsWith(uid: Uid): Promise<string[]> {
      const rows = await membersOfRunning()
        .select('together_sessions.chat_id')
        .where('together_members.uid', '=', uid)
        .where('together_members.is_here', '=', true)
        .execute()
      return rows.map((row) => row.chat_id)
    },

    /** The conversations in whose running session this user takes or took part, in a fixed order for locks. */
    async chatsVisitedBy(uid: Uid): Promise<string[]> {
      const rows = await membersOfRunning()
        .select('together_sessions.chat_id')
        .where('together_members.uid', '=', uid)
        .orderBy('together_sessions.chat_id')
        .execute()
      return rows.map((row) => row.chat_id)
    },

    /** The conversations in whose running session a deleted account is still a member. */
    async chatsWithDeletedMembers(): Promise<string[]> {
      const rows = await db
        .selectFrom('together_sessions')
        .select('chat_id')
        .where('ended_at', 'is', null)
        .where(sql<boolean>`state -> 'members' @> ${JSON.stringify([{ uid: NOBODY }])}::jsonb`)
        .execute()
      return rows.map((row) => row.chat_id)
    },

    async everyoneHere(): Promise<Uid[]> {
      const rows = await membersOfRunning().select('together_members.uid').distinct().where('together_members.is_here', '=', true).execute()
      return rows.map(({ uid }) => uid)
    },

    /** Ended sessions of this time in which a user took part, the latest first, each with all who did. */
    async listEndedWith(uid: Uid, { since, until, limit }: { since: Date; until: Date; limit: number }) {
      const { rows } = await sql<Row & { uids: Uid[] }>`
        select s.*, (select array_agg(m.uid::text) from together_members m where m.session_id = s.id) as uids
        from together_members mine join together_sessions s on s.id = mine.session_id
        where mine.uid = ${uid} and s.ended_at is not null and s.started_at >= ${since} and s.started_at < ${until}
        order by s.started_at desc limit ${limit}
      `.execute(db)
      return rows.map((row) => ({ ...toSession(row), uids: row.uids }))
    },

    /** Sessions in which this user took part, for the export. */
    async withUser(uid: Uid): Promise<StoredSession[]> {
      const rows = await db
        .selectFrom('together_sessions')
        .innerJoin('together_members', 'together_members.session_id', 'together_sessions.id')
        .selectAll('together_sessions')
        .where('together_members.uid', '=', uid)
        .orderBy('started_at')
        .execute()
      return rows.map(toSession)
    },

    /** Replaces a deleted user in the sessions of others: later ones have their reactions, too. */
    async forget(uid: Uid): Promise<void> {
      await sql`
        update together_sessions set state = replace(state::text, ${uid}::text, ${NOBODY}::text)::jsonb, version = version + 1
        where chat_id in (
          select s.chat_id from together_sessions s join together_members m on m.session_id = s.id where m.uid = ${uid}
        )
      `.execute(db)
      await db.deleteFrom('together_members').where('uid', '=', uid).execute()
    },
  }
}

function toSession({ id, chat_id: chatId, version, state, started_at: startedAt, ended_at: endedAt }: Row): StoredSession {
  // A session that started before an update lacks new fields.
  const members = state.members.map((member) => ({ ...addedLater, ...member }))
  return { id, chatId, version, state: { ...newSession(), ...state, members }, startedAt, endedAt }
}

const addedLater: Partial<Member> = { inSync: false, durationMs: null }

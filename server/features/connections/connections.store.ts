import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Pair, type Side, type Relationship, strangers } from './connections.machine.ts'

type ConnectionTables = {
  connections: {
    low_uid: Uid
    high_uid: Uid
    state: Relationship['state']
    asked_by: Side | null
    asked_at: Date | null
    note: string
    connected_at: Date | null
    low_withdrawn_at: Date | null
    high_withdrawn_at: Date | null
    low_blocks: boolean
    high_blocks: boolean
  }
  connection_asks: { uid: Uid; asked_at: Date }
  buddies: { uid: Uid; buddy_uid: Uid; connected_at: Date }
}
type Row = ConnectionTables['connections']

export type KnownPair = { low: Uid; high: Uid; pair: Pair }

/** The side of `uid` in its pair with `other`. String comparison equals PostgreSQL's, because uuids are in lower case. */
export const sideOf = (uid: Uid, other: Uid): Side => (uid < other ? 'low' : 'high')
const orderedKey = (a: Uid, b: Uid) => (a < b ? { low_uid: a, high_uid: b } : { low_uid: b, high_uid: a })

/** Mutual buddies through whom users are suggested, and how many buddies one of them has at most: together at most 20,000 rows. */
const MUTUALS_READ = 100
const MAX_BUDDIES_OF_MUTUAL = 200

export type ConnectionStore = ReturnType<typeof createConnectionStore>

/** Connections in the database. Pass a transaction to run all queries in it. */
export const createConnectionStore = (db: Db) => ({ ...pairQueries(db), ...requestQueries(db), ...blockQueries(db), ...buddyQueries(db) })

function pairQueries(plain: Db) {
  const db = plain.withTables<ConnectionTables>()
  const rowOf = ({ low_uid, high_uid }: ReturnType<typeof orderedKey>) =>
    db.selectFrom('connections').selectAll().where('low_uid', '=', low_uid).where('high_uid', '=', high_uid)

  return {
    /** The pair, locked until the transaction ends. With `create`, a missing row is inserted first. */
    async lock(a: Uid, b: Uid, create: boolean): Promise<Pair> {
      const key = orderedKey(a, b)
      if (create)
        await db
          .insertInto('connections')
          .values({ ...key, ...fromPair(strangers) })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      const row = await rowOf(key).forUpdate().executeTakeFirst()
      return row ? toPair(row) : strangers
    },

    /** Saves a pair that `lock` returned. */
    async save(a: Uid, b: Uid, pair: Pair): Promise<void> {
      const key = orderedKey(a, b)
      await db
        .updateTable('connections')
        .set(fromPair(pair))
        .where('low_uid', '=', key.low_uid)
        .where('high_uid', '=', key.high_uid)
        .execute()
    },

    async find(a: Uid, b: Uid): Promise<Pair> {
      const row = await rowOf(orderedKey(a, b)).executeTakeFirst()
      return row ? toPair(row) : strangers
    },

    async findMany(uid: Uid, others: readonly Uid[]): Promise<KnownPair[]> {
      const among = sql<Uid>`any(${[...others]}::uuid[])`
      const rows = await db
        .selectFrom('connections')
        .selectAll()
        .where('low_uid', '=', uid)
        .where('high_uid', '=', among)
        .unionAll(db.selectFrom('connections').selectAll().where('high_uid', '=', uid).where('low_uid', '=', among))
        .execute()
      return rows.map(toKnownPair)
    },

    /** The stored pairs among these, in either order. */
    async findPairs(pairs: readonly (readonly [Uid, Uid])[]): Promise<KnownPair[]> {
      const keys = pairs.map(([one, two]) => orderedKey(one, two))
      const { rows } = await sql<Row>`
        select * from connections_between(${keys.map((key) => key.low_uid)}::uuid[], ${keys.map((key) => key.high_uid)}::uuid[])
      `.execute(db)
      return rows.map(toKnownPair)
    },
  }
}

function requestQueries(plain: Db) {
  const db = plain.withTables<ConnectionTables>()
  return {
    /** Pending requests to `uid`, newest first. */
    async incoming(uid: Uid, limit: number): Promise<KnownPair[]> {
      const rows = await db
        .selectFrom('connections')
        .selectAll()
        .where('state', '=', 'requested')
        .where((eb) =>
          eb.or([
            eb.and([eb('low_uid', '=', uid), eb('asked_by', '=', 'high')]),
            eb.and([eb('high_uid', '=', uid), eb('asked_by', '=', 'low')]),
          ]),
        )
        .orderBy('asked_at', 'desc')
        .orderBy('low_uid')
        .orderBy('high_uid')
        .limit(limit)
        .execute()
      return rows.map(toKnownPair)
    },

    /** The users with a pending request to or from `uid`. */
    async requestPartners(uid: Uid): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select high_uid as uid from connections where low_uid = ${uid} and state = 'requested'
        union all
        select low_uid as uid from connections where high_uid = ${uid} and state = 'requested'`.execute(db)
      return rows.map((row) => row.uid)
    },

    /**
     * Counts one more request of `uid` and returns the requests since `since`, including this one, and the oldest time.
     * Older entries are deleted. An advisory lock per user makes concurrent requests count one after the other.
     */
    async countRequest(uid: Uid, now: Date, since: Date): Promise<{ count: number; oldest: Date }> {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`connection_asks ${uid}`}, 0))`.execute(db)
      await db.deleteFrom('connection_asks').where('uid', '=', uid).where('asked_at', '<=', since).execute()
      await db.insertInto('connection_asks').values({ uid, asked_at: now }).execute()
      return db
        .selectFrom('connection_asks')
        .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('asked_at').as('oldest')])
        .where('uid', '=', uid)
        .executeTakeFirstOrThrow()
    },
  }
}

function blockQueries(plain: Db) {
  const db = plain.withTables<ConnectionTables>()
  return {
    /** The users with a block between them and `uid`, in either direction. */
    async hiddenFrom(uid: Uid): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select high_uid as uid from connections where low_uid = ${uid} and (low_blocks or high_blocks)
        union all
        select low_uid as uid from connections where high_uid = ${uid} and (low_blocks or high_blocks)`.execute(db)
      return rows.map((row) => row.uid)
    },

    /** The users with a block between them and `uid`, and those that `uid` muted, in one query. A user can be in both. */
    async hiddenAndMuted(uid: Uid): Promise<{ hidden: Uid[]; muted: Uid[] }> {
      const { rows } = await sql<{ uid: Uid; muted: boolean }>`
        select high_uid as uid, false as muted from connections where low_uid = ${uid} and (low_blocks or high_blocks)
        union all
        select low_uid, false from connections where high_uid = ${uid} and (low_blocks or high_blocks)
        union all
        select muted_uid, true from mutes where uid = ${uid}`.execute(db)
      const [hidden, muted] = [false, true].map((isMuted) => rows.filter((row) => row.muted === isMuted).map((row) => row.uid))
      return { hidden: hidden ?? [], muted: muted ?? [] }
    },

    /** `hiddenFrom` for many users. Users without a block are missing. */
    async hiddenFromMany(uids: readonly Uid[]): Promise<Map<Uid, Set<Uid>>> {
      const { rows } = await sql<{ uid: Uid; hidden: Uid }>`
        select low_uid as uid, high_uid as hidden from connections where low_uid = any(${[...uids]}::uuid[]) and (low_blocks or high_blocks)
        union all
        select high_uid as uid, low_uid as hidden from connections where high_uid = any(${[...uids]}::uuid[]) and (low_blocks or high_blocks)
      `.execute(db)
      return new Map([...Map.groupBy(rows, ({ uid }) => uid)].map(([uid, them]) => [uid, new Set(them.map(({ hidden }) => hidden))]))
    },

    /** The users that `uid` blocked. */
    async blockedBy(uid: Uid): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        select high_uid as uid from connections where low_uid = ${uid} and low_blocks
        union all
        select low_uid as uid from connections where high_uid = ${uid} and high_blocks
        order by uid`.execute(db)
      return rows.map((row) => row.uid)
    },
  }
}

/** Buddies and mutual buddies. */
function buddyQueries(plain: Db) {
  const db = plain.withTables<ConnectionTables>()
  return {
    /** Buddies, latest first. */
    async buddiesOf(uid: Uid): Promise<Uid[]> {
      const rows = await db
        .selectFrom('buddies')
        .select('buddy_uid')
        .where('uid', '=', uid)
        .orderBy('connected_at', 'desc')
        .orderBy('buddy_uid')
        .execute()
      return rows.map((row) => row.buddy_uid)
    },

    /** Buddies of many users, unordered. Users without buddies are missing. */
    async buddiesOfMany(uids: readonly Uid[]): Promise<Map<Uid, Uid[]>> {
      const rows = await db
        .selectFrom('buddies')
        .select(['uid', 'buddy_uid'])
        .where('uid', '=', sql<Uid>`any(${[...uids]}::uuid[])`)
        .execute()
      const buddies = new Map<Uid, Uid[]>()
      for (const { uid, buddy_uid } of rows) {
        const existing = buddies.get(uid)
        if (existing) existing.push(buddy_uid)
        else buddies.set(uid, [buddy_uid])
      }
      return buddies
    },

    /** The buddies of both users. */
    async mutual(a: Uid, b: Uid): Promise<Uid[]> {
      const rows = await db
        .selectFrom('buddies as mine')
        .innerJoin('buddies as theirs', 'theirs.buddy_uid', 'mine.buddy_uid')
        .select('mine.buddy_uid')
        .where('mine.uid', '=', a)
        .where('theirs.uid', '=', b)
        .orderBy('mine.connected_at', 'desc')
        .orderBy('mine.buddy_uid')
        .execute()
      return rows.map((row) => row.buddy_uid)
    },

    /** How many buddies `uid` shares with each of `others`. Those with none are missing. */
    async countMutual(uid: Uid, others: readonly Uid[]): Promise<{ uid: Uid; count: number }[]> {
      return db
        .selectFrom('buddies as mine')
        .innerJoin('buddies as theirs', 'theirs.buddy_uid', 'mine.buddy_uid')
        .select((eb) => ['theirs.uid', eb.fn.countAll<number>().as('count')])
        .where('mine.uid', '=', uid)
        .where('theirs.uid', '=', sql<Uid>`any(${[...others]}::uuid[])`)
        .where('theirs.uid', '<>', uid)
        .groupBy('theirs.uid')
        .execute()
    },

    /**
     * The Adamic-Adar index of `uid` and each of `others`: a mutual buddy with few buddies counts more than one with many.
     * Those without mutual buddies are missing.
     */
    async mutualStrengths(uid: Uid, others: readonly Uid[]): Promise<{ uid: Uid; strength: number }[]> {
      const { rows } = await sql<{ uid: Uid; strength: number }>`
        with mine as (
          select buddy_uid, (select count(*) from buddies as theirs where theirs.uid = mine.buddy_uid) as buddies
          from buddies as mine where mine.uid = ${uid}
        )
        select theirs.uid, sum(1 / ln(1 + mine.buddies))::float8 as strength
        from mine join buddies as theirs on theirs.buddy_uid = mine.buddy_uid
        where theirs.uid = any(${[...others]}::uuid[]) and theirs.uid <> ${uid}
        group by theirs.uid`.execute(db)
      return rows
    },

    /**
     * The users who are not buddies of `uid` but share some, by the Adamic-Adar index, the highest first. Only mutual buddies with few
     * buddies are read: they count most, and the number of rows stays bounded. The limit in the join keeps PostgreSQL from reading
     * all connections.
     */
    async closestByMutual(uid: Uid, limit: number): Promise<Uid[]> {
      const { rows } = await sql<{ uid: Uid }>`
        with mine as (
          select buddy_uid, (select count(*) from buddies as theirs where theirs.uid = mine.buddy_uid) as buddies
          from buddies as mine where mine.uid = ${uid}
          order by buddies, buddy_uid limit ${MUTUALS_READ}
        )
        select theirs.buddy_uid as uid
        from mine cross join lateral (
          select buddy_uid from buddies where buddies.uid = mine.buddy_uid limit ${MAX_BUDDIES_OF_MUTUAL}
        ) as theirs
        where mine.buddies <= ${MAX_BUDDIES_OF_MUTUAL} and theirs.buddy_uid <> ${uid}
          and not exists (select 1 from buddies as own where own.uid = ${uid} and own.buddy_uid = theirs.buddy_uid)
        group by theirs.buddy_uid order by sum(1 / ln(1 + mine.buddies)) desc, theirs.buddy_uid limit ${limit}`.execute(db)
      return rows.map((row) => row.uid)
    },
  }
}

const toKnownPair = (row: Row): KnownPair => ({ low: row.low_uid, high: row.high_uid, pair: toPair(row) })

function toPair(row: Row): Pair {
  return {
    relationship: toRelationship(row),
    blockedBy: { low: row.low_blocks, high: row.high_blocks },
    withdrawnAt: { low: row.low_withdrawn_at, high: row.high_withdrawn_at },
  }
}

function toRelationship(row: Row): Relationship {
  if (row.state === 'none' || row.asked_by === null || row.asked_at === null) return { state: 'none' }
  const request = { by: row.asked_by, askedAt: row.asked_at, note: row.note }
  if (row.state !== 'connected') return { state: row.state, request }
  return { state: 'connected', request, since: row.connected_at ?? row.asked_at }
}

function fromPair({ relationship, blockedBy, withdrawnAt }: Pair): Omit<Row, 'low_uid' | 'high_uid'> {
  const request = relationship.state === 'none' ? null : relationship.request
  return {
    state: relationship.state,
    asked_by: request?.by ?? null,
    asked_at: request?.askedAt ?? null,
    note: request?.note ?? '',
    connected_at: relationship.state === 'connected' ? relationship.since : null,
    low_withdrawn_at: withdrawnAt.low,
    high_withdrawn_at: withdrawnAt.high,
    low_blocks: blockedBy.low,
    high_blocks: blockedBy.high,
  }
}

import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

/** Ranks by time range, from 1, where the source reports them. */
type Ranges = Partial<Record<'4_weeks' | '6_months' | 'all_time', number>>

/** An item that a source reports for a user. */
export type TasteEntry = {
  itemId: ItemId
  /** Above 0, up to 1; comparable within a user and source. */
  weight: number
  /** Rank in the user's list of this kind, from 1. */
  rank: number
  ranges?: Ranges
}

/** A row with the consent for its source. */
export type ConsentedEntry = {
  uid: Uid
  itemId: ItemId
  source: SourceName
  weight: number
  rank: number
  kind: ItemKind
  shownTo: Audience
  counts: boolean
  /** Counts toward the match of users who can't see it. */
  silently: boolean
}

export type SourceCounts = { artists: number; tracks: number; channels: number; videos: number }

type TasteTables = {
  taste_rows: { uid: Uid; item_id: ItemId; source: SourceName; weight: number; rank: number; ranges: string }
  taste_sources: {
    uid: Uid
    source: SourceName
    status: 'syncing' | 'connected' | 'reconnect' | 'failed'
    counts: string
    synced_at: Date | null
    shown_to: Audience
    counts_for_matching: boolean
    counts_silently: boolean
    created_at: Date
  }
  items: { id: ItemId; kind: ItemKind }
  track_artists: { track_id: ItemId; place: number; artist_id: ItemId }
  taste_dismissed: { uid: Uid; other_uid: Uid; created_at: Date }
}

/**
 * Part of a track's weight that counts for its main artist and for each further one. Of several tracks the highest weight
 * counts. Artists with a row of the user's own are left out: the user's sources rank them better.
 */
const MAIN_ARTIST_SHARE = 0.5
const FURTHER_ARTIST_SHARE = 0.2

/** Statements can have at most 65,535 parameters; a row has six. */
const INSERT_ROWS = 1_000

/** Queries about what users love. Connections and syncs are in the sources feature. */
export function createTasteStore(plain: Db) {
  return { ...tasteRows(plain), ...dismissals(plain) }
}

function tasteRows(plain: Db) {
  const db = plain.withTables<TasteTables>()
  async function replace(tx: typeof db, uid: Uid, source: SourceName, entries: readonly TasteEntry[]): Promise<void> {
    await tx.deleteFrom('taste_rows').where('uid', '=', uid).where('source', '=', source).execute()
    const unique = [...new Map(entries.map((entry) => [entry.itemId, entry])).values()]
    for (let index = 0; index < unique.length; index += INSERT_ROWS) {
      const rows = unique.slice(index, index + INSERT_ROWS).map((entry) => toRow(uid, source, entry))
      await tx.insertInto('taste_rows').values(rows).execute()
    }
  }
  const withConsent = () =>
    db
      .selectFrom('taste_rows')
      .innerJoin('taste_sources', (join) =>
        join.onRef('taste_sources.uid', '=', 'taste_rows.uid').onRef('taste_sources.source', '=', 'taste_rows.source'),
      )
      .select([
        'taste_rows.uid',
        'taste_rows.source',
        'taste_sources.shown_to as shownTo',
        'taste_sources.counts_for_matching as counts',
        'taste_sources.counts_silently as silently',
      ])
  /** The rows of these users, and the artists of their tracks. */
  async function list(users: RawBuilder<SqlBool>): Promise<ConsentedEntry[]> {
    const own = withConsent()
      .innerJoin('items', 'items.id', 'taste_rows.item_id')
      .select(['taste_rows.item_id as itemId', 'items.kind', 'taste_rows.weight', 'taste_rows.rank'])
      .where(users)
    const artistsOfTracks = withConsent()
      .innerJoin('track_artists', 'track_artists.track_id', 'taste_rows.item_id')
      .select([
        'track_artists.artist_id as itemId',
        sql.lit<ItemKind>('artist').as('kind'),
        sql<number>`max(taste_rows.weight * case track_artists.place when 1 then ${MAIN_ARTIST_SHARE}::real else ${FURTHER_ARTIST_SHARE}::real end)`.as(
          'weight',
        ),
        ({ fn }) => fn.min('taste_rows.rank').as('rank'),
      ])
      .where(users)
      .where(
        sql<SqlBool>`not exists (select 1 from taste_rows own where own.uid = taste_rows.uid and own.item_id = track_artists.artist_id)`,
      )
      .groupBy(['taste_rows.uid', 'taste_rows.source', 'track_artists.artist_id'])
      .groupBy(['taste_sources.shown_to', 'taste_sources.counts_for_matching', 'taste_sources.counts_silently'])
    return own.unionAll(artistsOfTracks).orderBy('uid').execute()
  }

  return {
    /** Replaces a user's rows of a source in one transaction. Of duplicates the last counts. @throws when the source is not connected */
    async replaceRows(uid: Uid, source: SourceName, entries: readonly TasteEntry[]): Promise<void> {
      await db.transaction().execute((tx) => replace(tx, uid, source, entries))
    },

    /** All rows of a user with their consent, and the artists of the tracks. */
    async listRows(uid: Uid): Promise<ConsentedEntry[]> {
      return list(sql`taste_rows.uid = ${uid}`)
    },

    /** The rows of the next `limit` users after `after`, by uid. */
    async listRowsAfter(after: Uid | null, limit: number): Promise<ConsentedEntry[]> {
      const people = sql<Uid>`(select distinct uid from taste_rows where ${after}::uuid is null or uid > ${after} order by uid limit ${limit})`
      return list(sql`taste_rows.uid in ${people}`)
    },

    /** A user's picked items, by their rank within the kind. */
    async listPicks(uid: Uid): Promise<ItemId[]> {
      const rows = await db
        .selectFrom('taste_rows')
        .select('item_id')
        .where('uid', '=', uid)
        .where('source', '=', 'picks')
        .orderBy('rank')
        .orderBy('item_id')
        .execute()
      return rows.map((row) => row.item_id)
    },

    /** Replaces a user's picks. */
    async savePicks(uid: Uid, entries: readonly TasteEntry[], counts: SourceCounts, now: Date): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('taste_sources')
          .values({
            uid,
            source: 'picks',
            status: 'connected',
            counts: JSON.stringify(counts),
            synced_at: now,
            shown_to: 'everyone',
            counts_for_matching: true,
            counts_silently: false,
            created_at: now,
          })
          .onConflict((conflict) => conflict.columns(['uid', 'source']).doUpdateSet({ counts: JSON.stringify(counts), synced_at: now }))
          .execute()
        await replace(tx, uid, 'picks', entries)
      })
    },
  }
}

/** Dismissed users. */
function dismissals(plain: Db) {
  const db = plain.withTables<TasteTables>()

  return {
    /** Hides a user from the viewer's matches. */
    async dismiss(viewer: Uid, other: Uid, now: Date): Promise<void> {
      await db
        .insertInto('taste_dismissed')
        .values({ uid: viewer, other_uid: other, created_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async undismiss(viewer: Uid, other: Uid): Promise<void> {
      await db.deleteFrom('taste_dismissed').where('uid', '=', viewer).where('other_uid', '=', other).execute()
    },

    async listDismissed(viewer: Uid): Promise<Uid[]> {
      const rows = await db
        .selectFrom('taste_dismissed')
        .select('other_uid')
        .where('uid', '=', viewer)
        .orderBy('created_at', 'desc')
        .orderBy('other_uid')
        .execute()
      return rows.map((row) => row.other_uid)
    },
  }
}

export type TasteStore = ReturnType<typeof createTasteStore>

function toRow(uid: Uid, source: SourceName, entry: TasteEntry): TasteTables['taste_rows'] {
  return { uid, item_id: entry.itemId, source, weight: entry.weight, rank: entry.rank, ranges: JSON.stringify(entry.ranges ?? {}) }
}

type VersionTables = { taste_marks: { uid: Uid; mark: number } }

/** The database clock, because several servers write versions. */
const microsecondsNow = sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`

export type TasteVersions = ReturnType<typeof createTasteVersions>

/** Versions of users' taste: a server compares them with its loaded ones. Each change has a higher version. */
export function createTasteVersions(db: Db) {
  const tables = db.withTables<VersionTables>()
  return {
    /** Increases a user's version. Call after the change is stored. A deleted user gets none. */
    async bump(uid: Uid): Promise<void> {
      // The lock prevents a concurrent deletion of the user.
      await sql`insert into taste_marks (uid, mark) select uid, ${microsecondsNow} from people where uid = ${uid} for key share
        on conflict (uid) do update set mark = greatest(excluded.mark, taste_marks.mark + 1)`.execute(db)
    },

    /** The current version of a user; 0 without changes. */
    async get(uid: Uid): Promise<number> {
      const row = await tables.selectFrom('taste_marks').select('mark').where('uid', '=', uid).executeTakeFirst()
      return row?.mark ?? 0
    },

    /** Rows read after this call include every change with a lower version. */
    async newest(): Promise<number> {
      const { mark } = await db.selectNoFrom(microsecondsNow.as('mark')).executeTakeFirstOrThrow()
      return mark
    },
  }
}

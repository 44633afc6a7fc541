import { sql, type SqlBool } from 'kysely'
import type { ItemKind } from '#contract/media.ts'
import type { Db } from '#server/platform/db/database.ts'
import { escapeLike } from '#server/platform/db/like-pattern.ts'
import { idText } from './media.resolve.ts'
import type { Bar, ExternalId, IdSource, ItemId, ItemName, NamedItem, ReportedBars, StoredItem } from './media.types.ts'

type MediaTables = {
  items: {
    id: ItemId
    kind: ItemKind
    name: string
    by_name: string | null
    name_key: string
    by_key: string
    spotify_id: string | null
    youtube_id: string | null
    field_bars: Bar[] | null
    topic_bars: Bar[] | null
    catalogue_bars: Bar[] | null
    duration_ms: number | null
    known_rank: number | null
    created_at: Date
  }
  item_ids: { kind: ItemKind; source: IdSource; external_id: string; item_id: ItemId }
  media_seeds: { name: string; hash: string; written_at: Date }
}

const columns = [
  'id',
  'kind',
  'name',
  'by_name as by',
  'name_key as nameKey',
  'by_key as byKey',
  'spotify_id as spotifyId',
  'youtube_id as youtubeId',
  // Only bars of the print are written.
  sql<Bar[]>`bars`.as('bars'),
  sql<ReportedBars>`jsonb_build_object('field', field_bars, 'topics', topic_bars, 'catalogue', catalogue_bars)`.as('reported'),
  'duration_ms as durationMs',
  'known_rank as knownRank',
] as const

/** Statements can have at most 65,535 parameters; an item has fourteen. */
const INSERT_ROWS = 1_000
/** Serializes writers of items, so that two syncs never create the same item twice. */
const WRITE_LOCK = 5_050_001
/** Minimum pg_trgm similarity (0 to 1) of a result with a typo. */
const TYPO_SIMILARITY = 0.35

/** Runs `work` in a transaction that locks out other writers of items. */
export async function withWriteLock<T>(db: Db, work: (store: MediaStore, tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(tx)
    return work(createMediaStore(tx), tx)
  })
}

export type MediaStore = ReturnType<typeof createMediaStore>

type CatalogDb = ReturnType<typeof tablesOf>
const tablesOf = (db: Db) => db.withTables<MediaTables>()

export function createMediaStore(plain: Db) {
  return { ...itemQueries(plain), ...itemCommands(plain), ...catalogQueries(plain) }
}

/** Items by id, name and creator. */
function itemQueries(plain: Db) {
  const db = tablesOf(plain)

  return {
    async byIds(ids: readonly ItemId[]): Promise<NamedItem[]> {
      if (ids.length === 0) return []
      return db
        .selectFrom('items')
        .select(columns)
        .where('id', '=', sql<ItemId>`any(${[...ids]}::uuid[])`)
        .execute()
    },

    async durations(ids: readonly ItemId[]): Promise<Map<ItemId, number>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('items')
        .select(['id', 'duration_ms as durationMs'])
        .where('id', '=', sql<ItemId>`any(${[...ids]}::uuid[])`)
        .where('duration_ms', 'is not', null)
        .execute()
      return new Map(rows.flatMap(({ id, durationMs }) => (durationMs === null ? [] : [[id, durationMs] as const])))
    },

    async ownersOf(ids: readonly ExternalId[]): Promise<Map<string, ItemId>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('item_ids')
        .select(['kind', 'source', 'external_id as externalId', 'item_id as itemId'])
        .where(
          sql<SqlBool>`(kind, source, external_id) in (select * from unnest(
            ${ids.map((id) => id.kind)}::text[], ${ids.map((id) => id.source)}::text[], ${ids.map((id) => id.externalId)}::text[]))`,
        )
        .execute()
      return new Map(rows.map((row) => [idText(row), row.itemId]))
    },

    /** Items with one of these names; of equal names the best known and oldest first. */
    byNames: (names: readonly ItemName[]): Promise<NamedItem[]> => listByNames(db, names),

    /** The artist of each track and the channel of each video, where the catalog has it. */
    async creatorsOf(ids: readonly ItemId[]): Promise<Map<ItemId, ItemId>> {
      if (ids.length === 0) return new Map()
      const { rows } = await sql<{ id: ItemId; creatorId: ItemId }>`
        select made.id, maker.id as "creatorId" from items as made cross join lateral (
          select id from items
          where kind = case made.kind when 'track' then 'artist' else 'channel' end and name_key = made.by_key and by_key = ''
          order by known_rank nulls last, created_at, id limit 1
        ) as maker
        where made.id = any(${[...ids]}::uuid[]) and made.kind in ('track', 'video') and made.by_key <> ''`.execute(db)
      return new Map(rows.map(({ id, creatorId }) => [id, creatorId]))
    },

    /**
     * Tracks and videos of an artist, or videos of a channel. For a track or video it lists the other ones of the same creator, too.
     * The best known come first.
     */
    async listWorks(id: ItemId, limit: number): Promise<ItemId[]> {
      const { rows } = await sql<{ id: ItemId }>`
        with creator as (
          select case kind when 'artist' then array['track', 'video'] when 'track' then array['track', 'video'] else array['video'] end as kinds,
            case when kind in ('artist', 'channel') then name_key else by_key end as key
          from items where id = ${id}
        )
        select made.id from creator join items as made on made.kind = any(creator.kinds) and made.by_key = creator.key and made.by_key <> ''
        where made.id <> ${id}
        order by made.known_rank nulls last, made.created_at, made.id limit ${limit}`.execute(db)
      return rows.map((row) => row.id)
    },

    /** All ids of these items at the platforms. */
    async listIds(ids: readonly ItemId[]): Promise<ExternalId[]> {
      if (ids.length === 0) return []
      return db
        .selectFrom('item_ids')
        .select(['kind', 'source', 'external_id as externalId'])
        .where('item_id', '=', sql<ItemId>`any(${[...ids]}::uuid[])`)
        .execute()
    },
  }
}

/** Adding and completing items. */
function itemCommands(plain: Db) {
  const db = tablesOf(plain)

  return {
    async add(items: readonly StoredItem[], now: Date): Promise<void> {
      for (let index = 0; index < items.length; index += INSERT_ROWS) {
        await db
          .insertInto('items')
          .values(items.slice(index, index + INSERT_ROWS).map((item) => toRow(item, now)))
          .execute()
      }
    },

    /** Writes added ids, bars, durations and ranks of items. */
    complete: (items: readonly StoredItem[]): Promise<void> => completeItems(db, items),

    async addIds(ids: readonly (ExternalId & { itemId: ItemId })[]): Promise<void> {
      for (let index = 0; index < ids.length; index += INSERT_ROWS) {
        await db
          .insertInto('item_ids')
          .values(
            ids
              .slice(index, index + INSERT_ROWS)
              .map((id) => ({ kind: id.kind, source: id.source, external_id: id.externalId, item_id: id.itemId })),
          )
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      }
    },

    /** Marks items as confirmed by a platform; at most once a day, so most syncs write nothing. */
    async markConfirmed(ids: readonly ItemId[], now: Date): Promise<void> {
      await sql`update items set told_at = ${now}
        where id = any(${[...ids]}::uuid[]) and (told_at is null or told_at < ${now}::timestamptz - interval '1 day')`.execute(db)
    },
  }
}

/** Search, and the starter catalog. */
function catalogQueries(plain: Db) {
  const db = tablesOf(plain)

  return {
    /** Items whose name starts with, contains or resembles `key`, best first. Names without a platform id are not suggested. */
    search: (key: string, kinds: readonly ItemKind[], limit: number): Promise<NamedItem[]> => searchItems(db, key, kinds, limit),

    async bestKnown(kind: ItemKind, limit: number): Promise<NamedItem[]> {
      return db
        .selectFrom('items')
        .select(columns)
        .where('kind', '=', kind)
        .where('known_rank', 'is not', null)
        .orderBy('known_rank')
        .limit(limit)
        .execute()
    },

    /** The hash of the last written starter catalog, or undefined. */
    async seedHash(name: string): Promise<string | undefined> {
      return (await db.selectFrom('media_seeds').select('hash').where('name', '=', name).executeTakeFirst())?.hash
    },

    async saveSeedHash(name: string, hash: string, now: Date): Promise<void> {
      await db
        .insertInto('media_seeds')
        .values({ name, hash, written_at: now })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ hash, written_at: now }))
        .execute()
    },
  }
}

function toRow(item: StoredItem, now: Date): MediaTables['items'] {
  return {
    id: item.id,
    kind: item.kind,
    name: item.name,
    by_name: item.by,
    name_key: item.nameKey,
    by_key: item.byKey,
    spotify_id: item.spotifyId,
    youtube_id: item.youtubeId,
    ...reportedColumns(item.reported),
    duration_ms: item.durationMs,
    known_rank: item.knownRank,
    created_at: now,
  }
}

const reportedColumns = ({ field, topics, catalogue }: ReportedBars) => ({
  field_bars: field,
  topic_bars: topics,
  catalogue_bars: catalogue,
})

/** Escapes text for a `like` pattern. */

async function searchItems(db: CatalogDb, key: string, kinds: readonly ItemKind[], limit: number): Promise<NamedItem[]> {
  const begins = `${escapeLike(key)}%`
  const contains = `% ${escapeLike(key)}%`
  return db
    .selectFrom('items')
    .select(columns)
    .where('kind', 'in', kinds)
    .where((eb) => eb.or([eb('spotify_id', 'is not', null), eb('youtube_id', 'is not', null), eb('known_rank', 'is not', null)]))
    .where(sql<SqlBool>`(name_key like ${begins} or name_key like ${contains} or similarity(name_key, ${key}) >= ${TYPO_SIMILARITY})`)
    .orderBy(sql`case when name_key = ${key} then 0 when name_key like ${begins} then 1 when name_key like ${contains} then 2 else 3 end`)
    .orderBy(sql`known_rank nulls last`)
    .orderBy(sql`similarity(name_key, ${key}) desc`)
    .orderBy('name_key')
    .orderBy('id')
    .limit(limit)
    .execute()
}

async function completeItems(db: CatalogDb, items: readonly StoredItem[]): Promise<void> {
  if (items.length === 0) return
  const rows = items.map(({ id, spotifyId, youtubeId, reported, durationMs, knownRank }) => ({
    id,
    spotify_id: spotifyId,
    youtube_id: youtubeId,
    ...reportedColumns(reported),
    duration_ms: durationMs,
    known_rank: knownRank,
  }))
  await sql`update items set spotify_id = row.spotify_id, youtube_id = row.youtube_id, known_rank = row.known_rank, duration_ms = row.duration_ms,
      field_bars = row.field_bars, topic_bars = row.topic_bars, catalogue_bars = row.catalogue_bars
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (id uuid, spotify_id text, youtube_id text, field_bars text[], topic_bars text[], catalogue_bars text[], duration_ms integer,
        known_rank integer)
    where items.id = row.id`.execute(db)
}

async function listByNames(db: CatalogDb, names: readonly ItemName[]): Promise<NamedItem[]> {
  if (names.length === 0) return []
  return db
    .selectFrom('items')
    .select(columns)
    .where(
      sql<SqlBool>`(kind, name_key, by_key) in (select * from unnest(
        ${names.map((name) => name.kind)}::text[], ${names.map((name) => name.nameKey)}::text[], ${names.map((name) => name.byKey)}::text[]))`,
    )
    .orderBy(sql`known_rank nulls last`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

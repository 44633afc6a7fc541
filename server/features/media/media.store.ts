import { sql, type SqlBool } from 'kysely'
import type { ItemKind } from '#contract/media.ts'
import type { Db } from '#server/platform/db/database.ts'
import { idText } from './media.resolve.ts'
import type { Bar, ExternalId, IdSource, ItemId, ItemName, NamedItem, Said, StoredItem } from './media.types.ts'

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
  // Only bars of the print are ever written.
  sql<Bar[]>`bars`.as('bars'),
  sql<Said>`jsonb_build_object('field', field_bars, 'topics', topic_bars, 'catalogue', catalogue_bars)`.as('said'),
  'known_rank as knownRank',
] as const

/** Statements carry at most 65,535 parameters; an item has thirteen. */
const INSERT_ROWS = 1_000
/** One queue for all writers of items, so that two syncs never create the same item twice. */
const WRITE_LOCK = 5_050_001
/** How alike a name must be to be offered for a misspelt one, of pg_trgm's similarity (0 to 1). */
const MISSPELT_SIMILARITY = 0.35

/** Runs `work` in one transaction, alone among those who add items. */
export async function addingAlone<T>(db: Db, work: (store: MediaStore, tx: Db) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${WRITE_LOCK})`.execute(tx)
    return work(createMediaStore(tx), tx)
  })
}

export type MediaStore = ReturnType<typeof createMediaStore>

/** The questions the catalogue asks the database. */
export function createMediaStore(plain: Db) {
  const db = plain.withTables<MediaTables>()

  return {
    async byIds(ids: readonly ItemId[]): Promise<NamedItem[]> {
      if (ids.length === 0) return []
      return db
        .selectFrom('items')
        .select(columns)
        .where('id', '=', sql<ItemId>`any(${[...ids]}::uuid[])`)
        .execute()
    },

    /** Which item has which of these ids. */
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

    /** Items with one of these names; of one name the best known and oldest first. */
    async byNames(names: readonly ItemName[]): Promise<NamedItem[]> {
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
    },

    async add(items: readonly StoredItem[], now: Date): Promise<void> {
      for (let at = 0; at < items.length; at += INSERT_ROWS) {
        await db
          .insertInto('items')
          .values(items.slice(at, at + INSERT_ROWS).map((item) => toRow(item, now)))
          .execute()
      }
    },

    /** Writes what a later source added to items: ids, what it says of them, place. */
    async complete(items: readonly StoredItem[]): Promise<void> {
      if (items.length === 0) return
      const rows = items.map(({ id, spotifyId, youtubeId, said, knownRank }) => ({
        id,
        spotify_id: spotifyId,
        youtube_id: youtubeId,
        ...saidColumns(said),
        known_rank: knownRank,
      }))
      await sql`update items set spotify_id = row.spotify_id, youtube_id = row.youtube_id, known_rank = row.known_rank,
          field_bars = row.field_bars, topic_bars = row.topic_bars, catalogue_bars = row.catalogue_bars
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as row (id uuid, spotify_id text, youtube_id text, field_bars text[], topic_bars text[], catalogue_bars text[], known_rank integer)
        where items.id = row.id`.execute(db)
    },

    async addIds(ids: readonly (ExternalId & { itemId: ItemId })[]): Promise<void> {
      for (let at = 0; at < ids.length; at += INSERT_ROWS) {
        await db
          .insertInto('item_ids')
          .values(
            ids
              .slice(at, at + INSERT_ROWS)
              .map((id) => ({ kind: id.kind, source: id.source, external_id: id.externalId, item_id: id.itemId })),
          )
          .onConflict((it) => it.doNothing())
          .execute()
      }
    },

    /** Notes that a platform has said again what is kept of these; to the day, so that most syncs write nothing. */
    async noteTold(ids: readonly ItemId[], now: Date): Promise<void> {
      await sql`update items set told_at = ${now}
        where id = any(${[...ids]}::uuid[]) and (told_at is null or told_at < ${now}::timestamptz - interval '1 day')`.execute(db)
    },

    /**
     * Items whose name begins with, holds or nearly is `key`, best first. Names that somebody typed and no platform knows
     * are not offered to others.
     */
    async search(key: string, kinds: readonly ItemKind[], limit: number): Promise<NamedItem[]> {
      const begins = `${literal(key)}%`
      const holds = `% ${literal(key)}%`
      return db
        .selectFrom('items')
        .select(columns)
        .where('kind', 'in', kinds)
        .where((eb) => eb.or([eb('spotify_id', 'is not', null), eb('youtube_id', 'is not', null), eb('known_rank', 'is not', null)]))
        .where(sql<SqlBool>`(name_key like ${begins} or name_key like ${holds} or similarity(name_key, ${key}) >= ${MISSPELT_SIMILARITY})`)
        .orderBy(sql`case when name_key = ${key} then 0 when name_key like ${begins} then 1 when name_key like ${holds} then 2 else 3 end`)
        .orderBy(sql`known_rank nulls last`)
        .orderBy(sql`similarity(name_key, ${key}) desc`)
        .orderBy('name_key')
        .orderBy('id')
        .limit(limit)
        .execute()
    },

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

    /** The hash of the starter catalogue that was written last, or undefined. */
    async seedHash(name: string): Promise<string | undefined> {
      return (await db.selectFrom('media_seeds').select('hash').where('name', '=', name).executeTakeFirst())?.hash
    },

    async saveSeedHash(name: string, hash: string, now: Date): Promise<void> {
      await db
        .insertInto('media_seeds')
        .values({ name, hash, written_at: now })
        .onConflict((it) => it.column('name').doUpdateSet({ hash, written_at: now }))
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
    ...saidColumns(item.said),
    known_rank: item.knownRank,
    created_at: now,
  }
}

const saidColumns = ({ field, topics, catalogue }: Said) => ({ field_bars: field, topic_bars: topics, catalogue_bars: catalogue })

/** Text in a `like` pattern that means itself. */
const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

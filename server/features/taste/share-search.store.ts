import { sql, type RawBuilder } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import { escapeLike } from '#server/platform/db/like-pattern.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

/** `words`: each one begins a word of the artist or the title. */
export type ItemQuery = { words: readonly string[]; kinds: readonly ItemKind[]; limit: number }
/** The sources that a user shows the viewer, and the kinds of items that the viewer may see. */
export type ShownLibrary = { uid: Uid; source: SourceName; kinds: readonly ItemKind[] }

/** Items that are compared with other users' libraries; more of them match short words. */
const MAX_CANDIDATES = 500

/** Queries of items by the beginnings of their words, by the index `items_words`. */
export function createShareSearchStore(db: Db) {
  return {
    /** The user's own items, the best match first. */
    async library(uid: Uid, query: ItemQuery): Promise<ItemId[]> {
      const { rows } = await sql<{ id: ItemId }>`
        select items.id from items join taste_rows on taste_rows.item_id = items.id
        where taste_rows.uid = ${uid} and ${isMatch(query)}
        group by items.id
        order by ${quality(query)}, min(taste_rows.rank), items.name_key, items.id
        limit ${query.limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** Items of these libraries and one of the users that love each, the user's most loved items first. */
    async searchLibraries(libraries: readonly ShownLibrary[], query: ItemQuery): Promise<{ itemId: ItemId; uid: Uid }[]> {
      if (libraries.length === 0) return []
      const shown = libraries.map(({ uid, source, kinds }) => ({ uid, source, kinds }))
      const { rows } = await sql<{ itemId: ItemId; uid: Uid }>`
        with candidates as materialized (${candidates(query)})
        select id as "itemId", (array_agg(taste_rows.uid order by taste_rows.rank, taste_rows.uid))[1] as uid
        from candidates join taste_rows on taste_rows.item_id = candidates.id
        join jsonb_to_recordset(${JSON.stringify(shown)}::jsonb) as shown (uid uuid, source text, kinds jsonb)
          on shown.uid = taste_rows.uid and shown.source = taste_rows.source and shown.kinds ? taste_rows.kind
        group by id, place, name_key
        order by place, min(taste_rows.rank), name_key, id
        limit ${query.limit}`.execute(db)
      return rows
    },

    /** Items of the starter catalog, and items that a user shows everyone. */
    async catalog(query: ItemQuery, sources: readonly SourceName[]): Promise<ItemId[]> {
      const { rows } = await sql<{ id: ItemId }>`
        with candidates as materialized (${candidates(query)})
        select id from candidates
        where known_rank is not null or exists (
          select from taste_rows join taste_sources using (uid, source)
          where taste_rows.item_id = candidates.id and taste_sources.shown_to = 'everyone' and source = any(${[...sources]}::text[]))
        order by place, known_rank nulls last, name_key, id
        limit ${query.limit}`.execute(db)
      return rows.map(({ id }) => id)
    },

    /** The sources that these users show at least to their buddies. */
    async sourcesShownToBuddies(uids: readonly Uid[]): Promise<{ uid: Uid; source: SourceName }[]> {
      if (uids.length === 0) return []
      const { rows } = await sql<{ uid: Uid; source: SourceName }>`
        select uid, source from taste_sources where uid = any(${[...uids]}::uuid[]) and shown_to in ('everyone', 'buddies')`.execute(db)
      return rows
    },
  }
}
export type ShareSearchStore = ReturnType<typeof createShareSearchStore>

/** Must match the expression of the index to use it. */
const itemWords = sql`(' ' || items.by_key || ' ' || items.name_key)`

/** Items without an id of a platform can't be shared. */
function isMatch({ words, kinds }: ItemQuery): RawBuilder<boolean> {
  const wordFilters = words.map((word) => sql<boolean>`${itemWords} like ${`% ${escapeLike(word)}%`}`)
  return sql`${sql.join([...wordFilters, sql`true`], sql` and `)} and items.kind = any(${[...kinds]}::text[])
    and (items.spotify_id is not null or items.youtube_id is not null)`
}

/** Names that begin with the whole text come first, then artists that do. */
function quality({ words }: ItemQuery): RawBuilder<number> {
  const begins = `${escapeLike(words.join(' '))}%`
  return sql`case when items.name_key like ${begins} then 0 when items.by_key like ${begins} then 1 else 2 end`
}

const candidates = (query: ItemQuery) => sql`
  select items.id, items.name_key, items.known_rank, ${quality(query)} as place from items
  where ${isMatch(query)} order by place, items.known_rank nulls last limit ${MAX_CANDIDATES}`

/** Escapes text for a `like` pattern. */

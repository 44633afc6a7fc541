import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { SourceName } from '#contract/taste.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ItemId } from '#server/features/media/media.types.ts'

/** Places by time range, from 1, where the source tells them. */
type Ranges = Partial<Record<'4_weeks' | '6_months' | 'all_time', number>>

/** One thing a source says somebody loves. */
export type TasteEntry = {
  itemId: ItemId
  /** Above 0, up to 1: comparable between the things of one person and source. */
  weight: number
  /** Place in the person's list of this kind, from 1. */
  rank: number
  ranges?: Ranges
}

/** What was chosen for the source of a row: who may see it, and whether it counts for matching. */
export type ConsentedEntry = {
  uid: Uid
  itemId: ItemId
  source: SourceName
  weight: number
  rank: number
  kind: ItemKind
  shownTo: Audience
  counts: boolean
  /** Counts although it is not shown. */
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
  taste_dismissed: { uid: Uid; other_uid: Uid; created_at: Date }
}

/** Statements carry at most 65,535 parameters; a row has six. */
const INSERT_ROWS = 1_000

/** The questions about what people love. Connecting and reading sources stands in the sources' own store. */
export function createTasteStore(plain: Db) {
  const db = plain.withTables<TasteTables>()

  async function replace(tx: typeof db, uid: Uid, source: SourceName, entries: readonly TasteEntry[]): Promise<void> {
    await tx.deleteFrom('taste_rows').where('uid', '=', uid).where('source', '=', source).execute()
    const unique = [...new Map(entries.map((entry) => [entry.itemId, entry])).values()]
    for (let at = 0; at < unique.length; at += INSERT_ROWS) {
      const rows = unique.slice(at, at + INSERT_ROWS).map((entry) => toRow(uid, source, entry))
      await tx.insertInto('taste_rows').values(rows).execute()
    }
  }

  const consented = () =>
    db
      .selectFrom('taste_rows')
      .innerJoin('taste_sources', (join) =>
        join.onRef('taste_sources.uid', '=', 'taste_rows.uid').onRef('taste_sources.source', '=', 'taste_rows.source'),
      )
      .innerJoin('items', 'items.id', 'taste_rows.item_id')
      .select([
        'taste_rows.uid',
        'items.kind',
        'taste_rows.item_id as itemId',
        'taste_rows.source',
        'taste_rows.weight',
        'taste_rows.rank',
        'taste_sources.shown_to as shownTo',
        'taste_sources.counts_for_matching as counts',
        'taste_sources.counts_silently as silently',
      ])

  return {
    /**
     * What this source said before is replaced, at once for everybody who reads. Of two entries for one item the last counts.
     * @throws when the source is not connected (any more)
     */
    async replaceRows(uid: Uid, source: SourceName, entries: readonly TasteEntry[]): Promise<void> {
      await db.transaction().execute((tx) => replace(tx, uid, source, entries))
    },

    /** Everything a person loves, of every source, with the consent for it. */
    async listRows(uid: Uid): Promise<ConsentedEntry[]> {
      return consented().where('taste_rows.uid', '=', uid).execute()
    },

    /** The same of the next `limit` people after `after`, in the order of their uids. */
    async listRowsAfter(after: Uid | null, limit: number): Promise<ConsentedEntry[]> {
      const people = sql<Uid>`(select distinct uid from taste_rows where ${after}::uuid is null or uid > ${after} order by uid limit ${limit})`
      return consented().where('taste_rows.uid', 'in', people).orderBy('taste_rows.uid').execute()
    },

    /** Replaces what a person picked by hand. */
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
          .onConflict((it) => it.columns(['uid', 'source']).doUpdateSet({ counts: JSON.stringify(counts), synced_at: now }))
          .execute()
        await replace(tx, uid, 'picks', entries)
      })
    },

    /** Keeps that person out of the viewer's matches. */
    async dismiss(viewer: Uid, other: Uid, now: Date): Promise<void> {
      await db
        .insertInto('taste_dismissed')
        .values({ uid: viewer, other_uid: other, created_at: now })
        .onConflict((it) => it.doNothing())
        .execute()
    },

    /** Takes that back. */
    async undismiss(viewer: Uid, other: Uid): Promise<void> {
      await db.deleteFrom('taste_dismissed').where('uid', '=', viewer).where('other_uid', '=', other).execute()
    },

    /** The newest first. */
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

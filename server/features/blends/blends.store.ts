import { sql } from 'kysely'
import type { Uid } from '#contract/base/ids.ts'
import type { BlendEmphasis, BlendMemberState } from '#contract/blends.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { fromColumns, type Columns } from '#server/platform/db/columns.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Mix } from './mix.ts'
import type { TimeCursor } from '#server/platform/page-cursor.ts'

/** A mix as stored. `before`: the ids of last week's mix; null in the first week. */
export type StoredMix = Mix & { before: ItemId[] | null }

export type StoredBlend = {
  id: string
  /** The group whose blend it is; null for a blend of chosen users. */
  chatId: string | null
  title: string | null
  kind: MatchFilter
  /** Null after the deletion of their account. */
  madeBy: Uid | null
  timeZone: string
  mix: StoredMix | null
  mixedAt: Date | null
  nextMixAt: Date
  version: number
  mixedVersion: number
  createdAt: Date
}

export type StoredMember = {
  uid: Uid
  state: BlendMemberState
  invitedBy: Uid | null
  emphasis: BlendEmphasis
  wantsOpen: boolean
  /** When they agreed; when they were invited, for members from before this was stored. */
  joinedAt: Date
}

/** An item that a member brought to a mix. */
export type NotedItem = { blendId: string; itemId: ItemId; by: Uid; at: Date }

export type StoredKeptMix = { id: string; title: string; items: ItemId[]; keptAt: Date }

type Tables = {
  blends: Columns<StoredBlend>
  blend_members: Columns<Omit<StoredMember, 'joinedAt'>> & { blend_id: string; chat_id: string | null; since: Date; joined_at: Date | null }
  blend_removed: { blend_id: string; item_id: ItemId; removed_at: Date }
  kept_mixes: { id: string; uid: Uid; blend_id: string; mixed_at: Date; title: string; items: ItemId[]; kept_at: Date }
}

export type BlendsStore = ReturnType<typeof createBlendsStore>

/** Blends, their members, and the mixes that users kept. */
export function createBlendsStore(db: Db) {
  return { ...blendRows(db), ...memberRows(db), ...mixes(db), ...mixItems(db), ...keptMixes(db) }
}

const tablesOf = (db: Db) => db.withTables<Tables>()

function blendRows(plain: Db) {
  const db = tablesOf(plain)
  return {
    async find(id: string, { isLocked = false } = {}): Promise<StoredBlend | undefined> {
      const query = db.selectFrom('blends').selectAll().where('id', '=', id)
      const row = await (isLocked ? query.forUpdate() : query).executeTakeFirst()
      return row && fromColumns<StoredBlend>(row)
    },

    async findByGroup(chatId: string): Promise<StoredBlend | undefined> {
      const row = await db.selectFrom('blends').selectAll().where('chat_id', '=', chatId).executeTakeFirst()
      return row && fromColumns<StoredBlend>(row)
    },

    /** A user's blends, the latest first, from the one after `after` on. */
    async listOf(uid: Uid, limit: number, after: TimeCursor | null = null): Promise<StoredBlend[]> {
      const rows = await db
        .selectFrom('blends')
        .innerJoin('blend_members', 'blend_members.blend_id', 'blends.id')
        .selectAll('blends')
        .where('blend_members.uid', '=', uid)
        .$if(after !== null, (qb) =>
          qb.where(sql<boolean>`(blends.created_at, blends.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
        )
        .orderBy('blends.created_at', 'desc')
        .orderBy('blends.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(fromColumns<StoredBlend>)
    },

    /** Returns false if the group has a blend already. */
    async insert(
      blend: Pick<StoredBlend, 'id' | 'chatId' | 'title' | 'kind' | 'timeZone' | 'nextMixAt'>,
      madeBy: Uid,
      now: Date,
    ): Promise<boolean> {
      const { id, chatId, title, kind, timeZone, nextMixAt } = blend
      const row = await db
        .insertInto('blends')
        .values({
          id,
          chat_id: chatId,
          title,
          kind,
          made_by: madeBy,
          time_zone: timeZone,
          created_at: now,
          mix: null,
          mixed_at: null,
          next_mix_at: nextMixAt,
          version: 1,
          mixed_version: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async delete(id: string): Promise<void> {
      await db.deleteFrom('blends').where('id', '=', id).execute()
    },

    async setTitle(id: string, title: string | null): Promise<void> {
      await db.updateTable('blends').set({ title }).where('id', '=', id).execute()
    },
  }
}

function memberRows(plain: Db) {
  const db = tablesOf(plain)
  return {
    /** Members by blend, in the order in which they were invited. */
    async members(ids: readonly string[]): Promise<Map<string, StoredMember[]>> {
      if (ids.length === 0) return new Map()
      const rows = await db
        .selectFrom('blend_members')
        .selectAll()
        .where('blend_id', 'in', [...ids])
        .orderBy('since')
        .orderBy(sql`invited_by is not null`)
        .orderBy('uid')
        .execute()
      const grouped = Map.groupBy(rows, (row) => row.blend_id)
      return new Map([...grouped].map(([id, list]) => [id, list.map(toMember)]))
    },

    async addMembers(
      { id, chatId }: Pick<StoredBlend, 'id' | 'chatId'>,
      uids: readonly Uid[],
      state: BlendMemberState,
      invitedBy: Uid | null,
      now: Date,
    ): Promise<void> {
      if (uids.length === 0) return
      await db
        .insertInto('blend_members')
        .values(
          uids.map((uid) => ({
            blend_id: id,
            chat_id: chatId,
            uid,
            state,
            invited_by: invitedBy,
            emphasis: 'same' as const,
            wants_open: false,
            since: now,
            joined_at: state === 'joined' ? now : null,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async setMember(
      id: string,
      uid: Uid,
      change: { state?: BlendMemberState; joined_at?: Date | null; emphasis?: BlendEmphasis; wants_open?: boolean },
    ): Promise<void> {
      await db.updateTable('blend_members').set(change).where('blend_id', '=', id).where('uid', '=', uid).execute()
    },

    /** A new member changes who sees the blend if it opens, so all decide again. */
    async closeToOutsiders(id: string): Promise<void> {
      await db.updateTable('blend_members').set({ wants_open: false }).where('blend_id', '=', id).execute()
    },

    async removeMember(id: string, uid: Uid): Promise<void> {
      await db.deleteFrom('blend_members').where('blend_id', '=', id).where('uid', '=', uid).execute()
    },
  }
}

function mixes(plain: Db) {
  const db = tablesOf(plain)
  const asJson = (mix: StoredMix | null) => sql<StoredMix | null>`${mix === null ? null : JSON.stringify(mix)}::jsonb`
  return {
    /** Marks the mix as outdated, so that a new one is created. */
    async requireMix(id: string): Promise<void> {
      await db
        .updateTable('blends')
        .set(({ eb }) => ({ version: eb('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
    },

    /** Replaces a mix by its remaining items. */
    async setMix(id: string, mix: StoredMix | null): Promise<void> {
      await db
        .updateTable('blends')
        .set({ mix: asJson(mix) })
        .where('id', '=', id)
        .execute()
    },

    /**
     * Stores a new mix and notes when its items came, unless another mix was stored or required since `from` was read.
     * @param notes those that end: of these items, and those from before a time
     * @returns whether it was stored
     */
    async saveMix(
      from: StoredBlend,
      mix: StoredMix,
      next: { mixedAt: Date; nextMixAt: Date },
      notes: { at: Date; since: Date; ended: readonly ItemId[] },
    ): Promise<boolean> {
      return plain.transaction().execute(async (tx) => {
        const row = await tx
          .withTables<Tables>()
          .updateTable('blends')
          .set({ mix: asJson(mix), mixed_at: next.mixedAt, next_mix_at: next.nextMixAt, mixed_version: from.version })
          .where('id', '=', from.id)
          .where('version', '=', from.version)
          .where('mixed_version', '=', from.mixedVersion)
          .where('next_mix_at', '=', from.nextMixAt)
          .returning('id')
          .executeTakeFirst()
        if (row) await noteItems(tx, from.id, mix.items, notes)
        return row !== undefined
      })
    },

    /** Blends whose next mix is due, the oldest first, without those in `except`. */
    async listDue(now: Date, limit: number, except: readonly string[]): Promise<string[]> {
      const { rows } = await sql<{ id: string }>`
        select id from blends where next_mix_at <= ${now}::timestamptz and id <> all(${[...except]}::uuid[])
        order by next_mix_at limit ${limit}`.execute(plain)
      return rows.map((row) => row.id)
    },
  }
}

/** Notes of the items that members brought, and items removed for all. */
function mixItems(plain: Db) {
  const db = tablesOf(plain)
  return {
    /** Items that came into mixes of these blends since a time, without those that were removed for all. */
    async notedItems(ids: readonly string[], since: Date): Promise<NotedItem[]> {
      const { rows } = await sql<NotedItem>`
        select noted.blend_id as "blendId", noted.item_id as "itemId", noted.uid as by, noted.mixed_at as at from blend_items noted
        where noted.blend_id = any(${[...ids]}::uuid[]) and noted.mixed_at >= ${since}::timestamptz
          and not exists (select 1 from blend_removed r where r.blend_id = noted.blend_id and r.item_id = noted.item_id)
        order by noted.mixed_at, noted.item_id`.execute(plain)
      return rows
    },

    async forgetItemsOf(id: string, uid: Uid): Promise<void> {
      await sql`delete from blend_items where blend_id = ${id} and uid = ${uid}`.execute(plain)
    },

    async removeItem(id: string, itemId: ItemId, now: Date): Promise<void> {
      await db
        .insertInto('blend_removed')
        .values({ blend_id: id, item_id: itemId, removed_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    async restoreItem(id: string, itemId: ItemId): Promise<void> {
      await db.deleteFrom('blend_removed').where('blend_id', '=', id).where('item_id', '=', itemId).execute()
    },

    /** Removed items by blend, the latest first. */
    async removedItems(ids: readonly string[]): Promise<ReadonlyMap<string, ItemId[]>> {
      const { rows } = await sql<{ id: string; items: ItemId[] }>`
        select blend_id as id, array_agg(item_id order by removed_at desc, item_id) as items from blend_removed
        where blend_id = any(${[...ids]}::uuid[]) group by blend_id`.execute(plain)
      return new Map(rows.map((row) => [row.id, row.items]))
    },
  }
}

function keptMixes(plain: Db) {
  const db = tablesOf(plain)
  return {
    /** Saves a mix for a user; the same mix once. */
    async keep(uid: Uid, mix: StoredKeptMix & { blendId: string; mixedAt: Date }): Promise<StoredKeptMix | undefined> {
      const row = await db
        .insertInto('kept_mixes')
        .values({
          id: mix.id,
          uid,
          blend_id: mix.blendId,
          mixed_at: mix.mixedAt,
          title: mix.title,
          items: sql<ItemId[]>`${mix.items}::uuid[]`,
          kept_at: mix.keptAt,
        })
        .onConflict((conflict) => conflict.columns(['uid', 'blend_id', 'mixed_at']).doUpdateSet({ title: mix.title }))
        .returningAll()
        .executeTakeFirst()
      return row && toKept(row)
    },

    async listKept(uid: Uid, limit: number): Promise<StoredKeptMix[]> {
      const rows = await db.selectFrom('kept_mixes').selectAll().where('uid', '=', uid).orderBy('kept_at', 'desc').limit(limit).execute()
      return rows.map(toKept)
    },

    async deleteKept(uid: Uid, id: string): Promise<void> {
      await db.deleteFrom('kept_mixes').where('uid', '=', uid).where('id', '=', id).execute()
    },
  }
}

/** Notes items of a mix that are new, after the notes that end: one of these can be of the same item by another member. */
async function noteItems(
  tx: Db,
  id: string,
  items: readonly { id: ItemId; by: Uid }[],
  { at, since, ended }: { at: Date; since: Date; ended: readonly ItemId[] },
): Promise<void> {
  await sql`
    delete from blend_items
    where blend_id = ${id} and (mixed_at < ${since}::timestamptz or item_id = any(${[...ended]}::uuid[]))`.execute(tx)
  await sql`
    insert into blend_items (blend_id, item_id, uid, mixed_at)
    select member.blend_id, items.id, member.uid, ${at}::timestamptz
    from unnest(${items.map((item) => item.id)}::uuid[], ${items.map(({ by }) => by)}::uuid[]) as mixed (item_id, uid)
    join items on items.id = mixed.item_id join blend_members member on member.blend_id = ${id} and member.uid = mixed.uid
    on conflict do nothing`.execute(tx)
}

const toMember = (row: Tables['blend_members']): StoredMember => ({
  uid: row.uid,
  state: row.state,
  invitedBy: row.invited_by,
  emphasis: row.emphasis,
  wantsOpen: row.wants_open,
  joinedAt: row.joined_at ?? row.since,
})

const toKept = ({ id, title, items, kept_at: keptAt }: Tables['kept_mixes']): StoredKeptMix => ({ id, title, items, keptAt })

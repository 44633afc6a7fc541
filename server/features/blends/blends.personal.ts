import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { jsonFile, type PersonalData } from '#server/platform/personal-data.ts'
import { removeMember } from './blend-members.ts'
import { createBlendsStore } from './blends.store.ts'

const MAX_BLENDS = 10_000

/** Blends and kept mixes. The export names the items that the user brought; a deleted user disappears from the blends of others. */
export function blendsPersonalData(db: Db): PersonalData {
  return {
    part: 'blends',
    async eraseRows(tx, uid) {
      const store = createBlendsStore(tx)
      for (const { id } of await store.listOf(uid, MAX_BLENDS)) {
        await removeMember(store, id, uid)
        await store.removeMember(id, uid)
      }
    },
    async *collect(uid) {
      const store = createBlendsStore(db)
      const blends = await store.listOf(uid, MAX_BLENDS)
      const saved = await store.listKept(uid, MAX_BLENDS)
      if (blends.length === 0 && saved.length === 0) return
      const members = await store.members(blends.map(({ id }) => id))
      const ownItemIds = (mix: (typeof blends)[number]['mix']) => mix?.items.flatMap(({ id, by }) => (by === uid ? [id] : [])) ?? []
      const shared = await store.notedItems(
        blends.map(({ id }) => id),
        new Date(0),
      )
      const earlierItemIds = ({ id, mix }: (typeof blends)[number]) =>
        shared.flatMap(({ blendId, itemId, by }) => (blendId === id && by === uid && !ownItemIds(mix).includes(itemId) ? [itemId] : []))
      const names = await namesOf(db, [
        ...blends.flatMap((blend) => [...ownItemIds(blend.mix), ...earlierItemIds(blend)]),
        ...saved.flatMap(({ items }) => items),
      ])
      yield jsonFile('blends.json', {
        blends: blends.map((blend) => {
          const { id, title, kind, mix } = blend
          const mine = members.get(id)?.find((member) => member.uid === uid)
          return {
            title,
            kind,
            state: mine?.state,
            wants_open: mine?.wantsOpen,
            my_items: ownItemIds(mix).flatMap((item) => names.get(item) ?? []),
            my_earlier_items: earlierItemIds(blend).flatMap((item) => names.get(item) ?? []),
          }
        }),
        kept: saved.map(({ title, items, keptAt }) => ({ title, kept: keptAt, items: items.flatMap((item) => names.get(item) ?? []) })),
      })
    },
  }
}

async function namesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, case when by_name is null then name else by_name || ' - ' || name end as name from items where id = any(${[...new Set(ids)]}::uuid[])
  `.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

import type { Item, ItemKind } from '#contract/media.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { createBarsStore } from './bars.store.ts'
import { presentItem } from './media.present.ts'
import { idsOf, matchRows, wanted, type Wanted } from './media.resolve.ts'
import { addingAlone, createMediaStore, type MediaStore } from './media.store.ts'
import { searchKey } from './name-key.ts'
import { createSizesStore } from './sizes.store.ts'
import { starterNames } from './starter-names.ts'
import { starterRows } from './starter-rows.ts'
import { starterCatalogue, starterCatalogueHash } from './starter-catalogue.ts'
import type { Bar, ItemId, MediaRow, NamedItem, WorldSize } from './media.types.ts'

/** What matching needs to know of an item. */
export type ItemAttributes = {
  id: ItemId
  kind: ItemKind
  bars: readonly Bar[]
  /** No source has said the bars: they follow from what people love together. */
  isInferred?: boolean
  by: string | null
  /** How many love it everywhere, and its place among the best known of the starter catalogue; null where unknown. */
  size?: WorldSize | null
  knownRank?: number | null
}

export type Media = {
  /** Writes the starter catalogue when it is not there or another one is. Repeating it costs one small query. */
  seedStarter(): Promise<void>
  /**
   * The item of each row, in order; unknown ones are added. Rows of several sources meet in one item by Spotify id,
   * YouTube id, "Artist - Topic" channel, or else by name within their kind (tracks: title and artist).
   */
  resolve(rows: readonly MediaRow[]): Promise<ItemId[]>
  /** Calls `listener` with items whose facts changed when this process resolved something: their bars or their size. It must not throw. */
  onAttributesChanged(listener: (ids: readonly ItemId[]) => void): void
  /** Those of `ids` that exist. */
  items(ids: readonly ItemId[]): Promise<Map<ItemId, Item>>
  /** How many love these everywhere, for those of `ids` that a provider has counted. */
  sizes(ids: readonly ItemId[]): Promise<Map<ItemId, WorldSize>>
  /** What matching needs to know of those of `ids` that exist. */
  attributes(ids: readonly ItemId[]): Promise<Map<ItemId, ItemAttributes>>
  /** Artists and channels by name, best first; without `q` the best known, mixed. */
  search(query: { q?: string | undefined; kind?: 'artist' | 'channel' | undefined }): Promise<Item[]>
}

const RESOLVE_ROWS = 500
const READ_ROWS = 5_000
const FOUND_ITEMS = 24
const BEST_KNOWN = { artist: 36, channel: 18 } as const
const STARTER = 'starter'

/** The catalogue of everything people can love, the same for everybody. */
export function createMedia({ db, clock, newId }: { db: Db; clock: Clock; newId: () => string }): Media {
  const store = createMediaStore(db)

  const { inferred: inferredBars } = createBarsStore(db)
  const sizes = createSizesStore(db)
  const listeners: ((ids: readonly ItemId[]) => void)[] = []

  /** Of each row its item, and which of the items that were there before stand in other bars now. */
  async function resolveWanted(rows: readonly Wanted[]): Promise<{ items: ItemId[]; moved: ItemId[] }> {
    const found = await plan(store, rows)
    if (hasChanges(found)) return write(rows)
    if (found.changes.told.length > 0) await store.noteTold(found.changes.told, clock.now())
    return { items: found.items, moved: [] }
  }

  /** Another sync may have added the same things since: this looks again, alone, before it writes. */
  const write = (rows: readonly Wanted[]) =>
    addingAlone(db, async (alone, tx) => {
      const { items, changes } = await plan(alone, rows)
      await alone.add(changes.added, clock.now())
      await alone.complete(changes.completed)
      await alone.addIds(changes.ids)
      await alone.noteTold(changes.told, clock.now())
      const bars = createBarsStore(tx)
      const inherited = await bars.inherit(changes.added.map((item) => item.id))
      const moved = await bars.withMade(changes.makers)
      const isNew = new Set([...changes.added.map((item) => item.id), ...inherited])
      return { items, moved: moved.filter((id) => !isNew.has(id)) }
    })

  async function plan(from: MediaStore, rows: readonly Wanted[]) {
    const ids = await from.ownersOf(rows.flatMap(idsOf))
    const named = uniqueById(await from.byNames(rows))
    const seen = new Set(named.map((item) => item.id))
    // Mostly none: whoever is known by an id has its name, too.
    const renamed = await from.byIds([...new Set(ids.values())].filter((id) => !seen.has(id)))
    return matchRows(rows, [...named, ...renamed], ids, newId)
  }

  async function inChunks(rows: readonly Wanted[]): Promise<ItemId[]> {
    const items: ItemId[] = []
    for (let at = 0; at < rows.length; at += RESOLVE_ROWS) {
      const { items: some, moved } = await resolveWanted(rows.slice(at, at + RESOLVE_ROWS))
      items.push(...some)
      if (moved.length > 0) for (const listener of listeners) listener(moved)
    }
    return items
  }

  /** Stores the sizes that these rows report of the items they were resolved to. */
  async function saveSizes(rows: readonly MediaRow[], ids: readonly ItemId[]): Promise<void> {
    const told = new Map(rows.flatMap(({ size }, at) => (size && ids[at] !== undefined ? [[ids[at], size] as const] : [])))
    const changed = await sizes.save(told, clock.now())
    if (changed.length > 0) for (const listener of listeners) listener(changed)
  }

  async function stored(ids: readonly ItemId[]): Promise<NamedItem[]> {
    const unique = [...new Set(ids)]
    const found: NamedItem[] = []
    for (let at = 0; at < unique.length; at += READ_ROWS) found.push(...(await store.byIds(unique.slice(at, at + READ_ROWS))))
    return found
  }

  return {
    async seedStarter() {
      const hash = starterCatalogueHash()
      if ((await store.seedHash(STARTER)) === hash) return
      await inChunks(starterRows(starterCatalogue(), starterNames()))
      await store.saveSeedHash(STARTER, hash, clock.now())
    },

    async resolve(rows) {
      const ids = await inChunks(rows.map(wanted))
      await saveSizes(rows, ids)
      return ids
    },
    onAttributesChanged: (listener) => void listeners.push(listener),

    async items(ids) {
      return new Map((await stored(ids)).map((item) => [item.id, presentItem(item)]))
    },

    sizes: sizes.of,

    async attributes(ids) {
      const [items, inferred, counted] = await Promise.all([stored(ids), inferredBars(ids), sizes.of(ids)])
      const barsOf = ({ id, bars }: NamedItem) => {
        const guessed = inferred.get(id)
        return bars.length === 0 && guessed ? { bars: guessed, isInferred: true } : { bars }
      }
      return new Map(
        items.map(({ id, kind, by, knownRank, ...item }) => [
          id,
          { id, kind, ...barsOf({ id, kind, by, knownRank, ...item }), by, size: counted.get(id) ?? null, knownRank },
        ]),
      )
    },

    async search({ q = '', kind }) {
      const key = searchKey(q)
      const kinds = kind ? [kind] : (['artist', 'channel'] as const)
      if (key !== '') return (await store.search(key, kinds, FOUND_ITEMS)).map(presentItem)
      const lists = await Promise.all(kinds.map((one) => store.bestKnown(one, BEST_KNOWN[one])))
      return mixed(lists).map(presentItem)
    },
  }
}

const hasChanges = ({ changes }: ReturnType<typeof matchRows>): boolean =>
  changes.added.length > 0 || changes.completed.length > 0 || changes.ids.length > 0

function uniqueById<T extends { id: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** Spreads the lists over one another in proportion to their lengths, each in its own order. */
function mixed<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, at) => ({ item, place: (at + 0.5) / list.length })))
    .toSorted((one, two) => one.place - two.place)
    .map(({ item }) => item)
}

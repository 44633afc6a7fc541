import type { ItemKind } from '#contract/media.ts'
import { artistOfTopicChannel, nameKey } from './name-key.ts'
import type { Bar, ExternalId, ItemId, ItemName, MediaRow, Said, StoredItem } from './media.types.ts'

// Which item a row means, decided without a database: an id wins over a name, and a name joins only what no id tells apart.

/** A row with its Topic channel undone and its names made comparable. */
export type Wanted = Omit<StoredItem, 'id' | 'knownRank'> & {
  /** Set for rows of the starter catalogue: its place and its bars replace those of the catalogue before. */
  knownRank?: number | null
}

export type Changes = {
  added: StoredItem[]
  /** Items whose ids, bars or place were completed. */
  completed: StoredItem[]
  ids: (ExternalId & { itemId: ItemId })[]
  /** Artists and channels of which something else is said than before: what they made may follow them. */
  makers: ItemId[]
  /** Items of which a platform has just said what is kept of it. */
  told: ItemId[]
}

const MAX_NAME = 500

export function wanted(row: MediaRow): Wanted {
  const name = cleanName(row.name)
  const by = row.by ? cleanName(row.by) : null
  const artist = row.kind === 'channel' ? artistOfTopicChannel(name) : null
  const artistOfVideo = row.kind === 'video' && by !== null ? artistOfTopicChannel(by) : null
  const kind: ItemKind = artist ? 'artist' : artistOfVideo ? 'track' : row.kind
  const shownName = artist ?? name
  const shownBy = artistOfVideo ?? by
  const key = nameKey(kind, shownName, shownBy)
  return {
    kind,
    name: shownName,
    by: shownBy,
    nameKey: key.name,
    byKey: key.by,
    spotifyId: row.spotify_id || null,
    youtubeId: row.youtube_id || null,
    // A Topic channel's topics say nothing about its artist's genres.
    said: kind === row.kind ? { field: said(row.bars), topics: said(row.topics), catalogue: null } : nothingSaid,
  }
}

const nothingSaid: Said = { field: null, topics: null, catalogue: null }

/** Saying nothing is not a word. */
const said = (bars: readonly Bar[] | undefined): Bar[] | null => (bars && bars.length > 0 ? [...bars] : null)

const cleanName = (name: string): string => name.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_NAME)

/** The ids under which an item may be known already, surest first. */
export function idsOf(row: Wanted): ExternalId[] {
  const ids: ExternalId[] = []
  if (row.spotifyId) ids.push({ kind: row.kind, source: 'spotify', externalId: row.spotifyId })
  if (row.youtubeId) {
    // A channel may be an artist's Topic channel, and a video its track, under a name that does not say so.
    if (row.kind === 'channel') ids.push({ kind: 'artist', source: 'youtube', externalId: row.youtubeId })
    if (row.kind === 'video') ids.push({ kind: 'track', source: 'youtube', externalId: row.youtubeId })
    ids.push({ kind: row.kind, source: 'youtube', externalId: row.youtubeId })
  }
  return ids
}

export const idText = (id: ExternalId): string => `${id.kind} ${id.source} ${id.externalId}`
const nameText = (name: ItemName): string => JSON.stringify([name.kind, name.nameKey, name.byKey])

/**
 * Finds or makes the item of every row.
 * @param known the items that carry one of the rows' ids or names; of one name the best known first
 * @param ids every id of the rows that is known, whichever item has it
 * @returns the item of each row, in order, and what has to be written for it
 */
export function matchRows(
  rows: readonly Wanted[],
  known: readonly StoredItem[],
  ids: ReadonlyMap<string, ItemId>,
  newId: () => string,
): { items: ItemId[]; changes: Changes } {
  const byId = new Map(known.map((item) => [item.id, { ...item }]))
  const idOwner = new Map(ids)
  const byName = new Map<string, StoredItem[]>()
  for (const item of byId.values()) pushTo(byName, nameText(item), item)
  const added = new Map<ItemId, StoredItem>()
  const completed = new Map<ItemId, StoredItem>()
  const newIds: Changes['ids'] = []
  const makers = new Set<ItemId>()
  const told = new Set<ItemId>()

  function find(row: Wanted): StoredItem | undefined {
    for (const id of idsOf(row)) {
      const owner = idOwner.get(idText(id))
      if (owner !== undefined) return byId.get(owner)
    }
    return row.nameKey === '' ? undefined : byName.get(nameText(row))?.find((item) => row.kind === 'track' || !isToldApart(row, item))
  }

  function add(row: Wanted): StoredItem {
    const item: StoredItem = { ...row, said: nothingSaid, id: newId(), knownRank: row.knownRank ?? null }
    byId.set(item.id, item)
    added.set(item.id, item)
    pushTo(byName, nameText(item), item)
    return item
  }

  function complete(item: StoredItem, row: Wanted): void {
    for (const id of idsOf({ ...row, kind: item.kind })) {
      if (idOwner.has(idText(id)) || id.kind !== item.kind) continue
      idOwner.set(idText(id), item.id)
      newIds.push({ ...id, itemId: item.id })
    }
    const before = JSON.stringify(item)
    item.spotifyId ??= row.spotifyId
    item.youtubeId ??= row.youtubeId
    hear(item, row)
    if (row.knownRank !== undefined) item.knownRank = row.knownRank
    if (JSON.stringify(item) !== before && !added.has(item.id)) completed.set(item.id, item)
  }

  function hear(item: StoredItem, row: Wanted): void {
    // What is said of a channel are topics, and of the artist whose channel it is genres: neither is a word about the other.
    if (row.kind !== item.kind) return
    const heard = saidOf(item, row)
    const isNew = !isSame(heard, item.said)
    if (isNew && (item.kind === 'artist' || item.kind === 'channel')) makers.add(item.id)
    if (isNew) item.said = heard
    const { field, topics } = row.said
    if ((field ?? topics) && isSame({ ...heard, field, topics }, heard)) told.add(item.id)
  }

  const items = rows.map((row) => {
    const item = find(row) ?? add(row)
    complete(item, row)
    return item.id
  })
  const changes = { added: [...added.values()], completed: [...completed.values()], ids: newIds, makers: [...makers], told: [...told] }
  return { items, changes }
}

/** What is said of an item after `row`: each source's newest word about the very thing, or its first about one that only shares the name. */
function saidOf({ said: before, youtubeId }: StoredItem, { said: now, youtubeId: from }: Wanted): Said {
  const isTheVeryThing = from !== null && from === youtubeId
  const latest = (old: Bar[] | null, word: Bar[] | null): Bar[] | null => (word && (isTheVeryThing || !old) ? word : old)
  return {
    field: latest(before.field, now.field),
    topics: latest(before.topics, now.topics),
    catalogue: now.catalogue ?? before.catalogue,
  }
}

const isSame = (one: Said, two: Said): boolean => JSON.stringify(one) === JSON.stringify(two)

/** Two with one name but each with an id of its own at the same source are two: homonyms. Tracks are the exception, see above. */
function isToldApart(row: Wanted, item: StoredItem): boolean {
  return differ(row.spotifyId, item.spotifyId) || differ(row.youtubeId, item.youtubeId)
}

const differ = (one: string | null, two: string | null): boolean => one !== null && two !== null && one !== two

function pushTo<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key)
  if (group) group.push(value)
  else groups.set(key, [value])
}

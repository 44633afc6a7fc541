import type { ItemKind } from '#contract/media.ts'
import { artistOfTopicChannel, nameKey } from './name-key.ts'
import type { Bar, ExternalId, ItemId, ItemName, MediaRow, ReportedBars, StoredItem } from './media.types.ts'

// Matches rows to catalog items without a database: ids take precedence over names, and names match only items that no
// id distinguishes.

/** A row with normalized names, Topic channels resolved to artists. */
export type NormalizedRow = Omit<StoredItem, 'id' | 'knownRank'> & {
  /** Set for rows of the starter catalog: replaces the item's rank and bars. */
  knownRank?: number | null
  isrc: string | null
}

export type Changes = {
  added: StoredItem[]
  /** Items that got ids, bars, a duration or a rank. */
  completed: StoredItem[]
  ids: (ExternalId & { itemId: ItemId })[]
  /** Artists and channels whose reported bars changed: their tracks and videos may inherit them. */
  creators: ItemId[]
  /** Items whose stored bars a platform has just confirmed. */
  confirmed: ItemId[]
}

const MAX_NAME = 500
/** Shorter and longer ones are mistakes, or streams. */
const DURATION_MS = { min: 1_000, max: 24 * 3_600_000 }

export function normalizeRow(row: MediaRow): NormalizedRow {
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
    isrc: kind === 'track' ? isrcKey(row.isrc) : null,
    durationMs: kind === 'track' || kind === 'video' ? durationOf(row.duration_ms) : null,
    // The topics of a Topic channel are not its artist's genres.
    reported: kind === row.kind ? { field: nonEmpty(row.bars), topics: nonEmpty(row.topics), catalogue: null } : NO_BARS,
  }
}

const NO_BARS: ReportedBars = { field: null, topics: null, catalogue: null }

function durationOf(ms: number | null | undefined): number | null {
  const whole = Math.round(ms ?? 0)
  return whole >= DURATION_MS.min && whole <= DURATION_MS.max ? whole : null
}

/** Empty lists are not reports. */
const nonEmpty = (bars: readonly Bar[] | undefined): Bar[] | null => (bars && bars.length > 0 ? [...bars] : null)

const cleanName = (name: string): string => name.replaceAll('\0', '').toWellFormed().trim().slice(0, MAX_NAME)

/** The ids under which an item may be stored, by reliability. */
export function idsOf(row: NormalizedRow): ExternalId[] {
  const ids: ExternalId[] = []
  if (row.spotifyId) ids.push({ kind: row.kind, source: 'spotify', externalId: row.spotifyId })
  if (row.isrc) ids.push({ kind: row.kind, source: 'isrc', externalId: row.isrc })
  if (row.youtubeId) {
    // A channel may be a Topic channel, and a video its track, without saying so in the name.
    if (row.kind === 'channel') ids.push({ kind: 'artist', source: 'youtube', externalId: row.youtubeId })
    if (row.kind === 'video') ids.push({ kind: 'track', source: 'youtube', externalId: row.youtubeId })
    ids.push({ kind: row.kind, source: 'youtube', externalId: row.youtubeId })
  }
  return ids
}

export const idText = (id: ExternalId): string => `${id.kind} ${id.source} ${id.externalId}`
const nameText = (name: ItemName): string => JSON.stringify([name.kind, name.nameKey, name.byKey])

/**
 * Finds or creates the item of every row.
 * @param storedItems items with one of the rows' ids or names; of equal names the best known first
 * @param ids all stored ids of the rows with their items
 * @returns the item of each row in order, and the changes to write
 */
export function matchRows(
  rows: readonly NormalizedRow[],
  storedItems: readonly StoredItem[],
  ids: ReadonlyMap<string, ItemId>,
  newId: () => string,
): { items: ItemId[]; changes: Changes } {
  const byId = new Map(storedItems.map((item) => [item.id, { ...item }]))
  const idOwner = new Map(ids)
  const byName = new Map<string, StoredItem[]>()
  for (const item of byId.values()) pushTo(byName, nameText(item), item)
  const added = new Map<ItemId, StoredItem>()
  const completed = new Map<ItemId, StoredItem>()
  const newIds: Changes['ids'] = []
  const creators = new Set<ItemId>()
  const confirmed = new Set<ItemId>()

  function find(row: NormalizedRow): StoredItem | undefined {
    for (const id of idsOf(row)) {
      const owner = idOwner.get(idText(id))
      if (owner !== undefined) return byId.get(owner)
    }
    return row.nameKey === '' ? undefined : byName.get(nameText(row))?.find((item) => row.kind === 'track' || !isHomonym(row, item))
  }

  function add(row: NormalizedRow): StoredItem {
    const { isrc: _isrc, ...stored } = row
    const item: StoredItem = { ...stored, reported: NO_BARS, durationMs: null, id: newId(), knownRank: row.knownRank ?? null }
    byId.set(item.id, item)
    added.set(item.id, item)
    pushTo(byName, nameText(item), item)
    return item
  }

  function complete(item: StoredItem, row: NormalizedRow): void {
    for (const id of idsOf({ ...row, kind: item.kind })) {
      if (idOwner.has(idText(id)) || id.kind !== item.kind) continue
      idOwner.set(idText(id), item.id)
      newIds.push({ ...id, itemId: item.id })
    }
    const before = JSON.stringify(item)
    item.spotifyId ??= row.spotifyId
    item.youtubeId ??= row.youtubeId
    mergeReported(item, row)
    item.durationMs = combineDurations(item, row)
    if (row.knownRank !== undefined) item.knownRank = row.knownRank
    if (JSON.stringify(item) !== before && !added.has(item.id)) completed.set(item.id, item)
  }

  function mergeReported(item: StoredItem, row: NormalizedRow): void {
    // Channels report topics and their artists genres, so neither applies to the other.
    if (row.kind !== item.kind) return
    const reported = combineReported(item, row)
    const isNew = !isSame(reported, item.reported)
    if (isNew && (item.kind === 'artist' || item.kind === 'channel')) creators.add(item.id)
    if (isNew) item.reported = reported
    const { field, topics } = row.reported
    if ((field ?? topics) && isSame({ ...reported, field, topics }, reported)) confirmed.add(item.id)
  }

  const items = rows.map((row) => {
    const item = find(row) ?? add(row)
    complete(item, row)
    return item.id
  })
  const changes = {
    added: [...added.values()],
    completed: [...completed.values()],
    ids: newIds,
    creators: [...creators],
    confirmed: [...confirmed],
  }
  return { items, changes }
}

/** The reported bars after `row`: a row with the same id replaces them, one with the same name only fills gaps. */
function combineReported({ reported: before, youtubeId }: StoredItem, { reported: now, youtubeId: from }: NormalizedRow): ReportedBars {
  const isSameItem = from !== null && from === youtubeId
  const latest = (old: Bar[] | null, report: Bar[] | null): Bar[] | null => (report && (isSameItem || !old) ? report : old)
  return {
    field: latest(before.field, now.field),
    topics: latest(before.topics, now.topics),
    catalogue: now.catalogue ?? before.catalogue,
  }
}

/** The duration after `row`: one with the id by which the item plays replaces it, any other only fills the gap. */
function combineDurations(item: StoredItem, row: NormalizedRow): number | null {
  const [own, given] = item.spotifyId === null ? [item.youtubeId, row.youtubeId] : [item.spotifyId, row.spotifyId]
  return own !== null && own === given ? (row.durationMs ?? item.durationMs) : (item.durationMs ?? row.durationMs)
}

const isSame = (a: ReportedBars, b: ReportedBars): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Items with the same name but different ids of one source are homonyms. Tracks are an exception, see above. */
function isHomonym(row: NormalizedRow, item: StoredItem): boolean {
  return differ(row.spotifyId, item.spotifyId) || differ(row.youtubeId, item.youtubeId)
}

const differ = (a: string | null, b: string | null): boolean => a !== null && b !== null && a !== b

function pushTo<T>(groups: Map<string, T[]>, key: string, value: T): void {
  const group = groups.get(key)
  if (group) group.push(value)
  else groups.set(key, [value])
}

/**
 * The ISRC as it is compared: twelve capital letters and digits. Returns null for other texts. Platforms also write it in small
 * letters or with hyphens.
 */
export function isrcKey(text: string | null | undefined): string | null {
  const key = (text ?? '').replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(key) ? key : null
}

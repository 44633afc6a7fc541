import type { LinkRecord } from '#contract/links/links.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import type { StoredItem, Bar, ExternalId, ItemId, MediaRow, NamedItem, WorldSize } from './media.types.ts'
import { idsOf, idText, matchRows, normalizeRow, type NormalizedRow } from './media.resolve.ts'
import { withWriteLock, createMediaStore, type MediaStore } from './media.store.ts'
import { nameKey, searchKey } from './name-key.ts'
import { createTrackArtistsStore } from './track-artists.store.ts'
import { createSizesStore, createBarsStore } from './attributes.store.ts'
import { starterNames, type StarterName } from './starter-names.ts'
import { starterCatalog, starterCatalogHash, type StarterCatalog } from './starter-catalog.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { presentItem } from './media.present.ts'

export type ItemAttributes = {
  id: ItemId
  kind: ItemKind
  bars: readonly Bar[]
  /** The bars are inferred from users' taste. */
  isInferred?: boolean
  by: string | null
  /** World size, and rank in the starter catalog; null when unknown. */
  size?: WorldSize | null
  knownRank?: number | null
}

export type Media = {
  /** Writes the starter catalog when it is missing or outdated; otherwise one small query. */
  seedStarter(): Promise<void>
  /**
   * Returns the item of each row in order; unknown ones are created. Rows match by Spotify id, YouTube id, "Artist -
   * Topic" channel, ISRC, or by name within their kind (tracks: title and artist). The artists of tracks are stored too.
   */
  resolve(rows: readonly MediaRow[]): Promise<ItemId[]>
  /** Calls `listener` with items whose bars or size changed in this process. It must not throw. */
  onAttributesChanged(listener: (ids: readonly ItemId[]) => void): void
  /** Returns the items with these ids; unknown ids are left out. */
  items(ids: readonly ItemId[]): Promise<Map<ItemId, Item>>
  itemOfLink(link: LinkRecord): Promise<Item | null>
  /** The items of links, in order; null where the catalog has none. */
  itemsOfLinks(links: readonly LinkRecord[]): Promise<(Item | null)[]>
  /** The lengths of tracks and videos by their Spotify or YouTube id, in milliseconds; unknown ones are missing. */
  durationsAtPlatforms(platformIds: readonly string[]): Promise<Map<string, number>>
  /** The artist or channel that made a track or video, by name; null if it is not in the catalog. */
  creatorOf(item: Item): Promise<ItemId | null>
  /** Works of an artist or channel, and other works of a track's or video's creator; at most 300, the best known first. */
  works(id: ItemId): Promise<ItemId[]>
  /** The ids of an item and its works at the platforms. */
  platformIds(id: ItemId): Promise<ExternalId[]>
  /** World sizes by id; ids that no provider has counted are missing. */
  sizes(ids: readonly ItemId[]): Promise<Map<ItemId, WorldSize>>
  /** Attributes by id; unknown ids are missing. */
  attributes(ids: readonly ItemId[]): Promise<Map<ItemId, ItemAttributes>>
  /** Reported or inferred bars by id; ids without bars are missing. */
  bars(ids: readonly ItemId[]): Promise<Map<ItemId, readonly Bar[]>>
  /** Durations in milliseconds by id; ids without a known one are missing. */
  durations(ids: readonly ItemId[]): Promise<Map<ItemId, number>>
  /** The best known artists, channels and tracks in the world, at most `limit` of each kind, best known first. */
  bestKnown(limit: number): Promise<Item[]>
  /** Finds artists and channels by name, best match first; the best known without `q`. */
  search(query: { q?: string | undefined; kind?: 'artist' | 'channel' | undefined }): Promise<Item[]>
}

const RESOLVE_ROWS = 500
const READ_ROWS = 5_000
const MAX_WORKS = 300
const FOUND_ITEMS = 24
const BEST_KNOWN = { artist: 36, channel: 18 } as const
const KNOWN_KINDS = ['artist', 'channel', 'track'] as const
const STARTER = 'starter'

/** The catalog of items, shared by all users. */
export function createMedia({ db, clock, newId }: { db: Db; clock: Clock; newId: () => string }): Media {
  const store = createMediaStore(db)
  const sizes = createSizesStore(db)
  const { getInferredBars: inferredBars, find: findBars } = createBarsStore(db)
  const { resolve, resolveInChunks, onAttributesChanged } = createResolver({ db, clock, newId, store, sizes })

  /** Items on the wire, with the ids of their creators. */
  async function present(items: readonly StoredItem[]): Promise<Item[]> {
    const works = items.filter(({ kind, byKey }) => byKey !== '' && (kind === 'track' || kind === 'video'))
    const creators = await store.creatorsOf(works.map(({ id }) => id))
    return items.map((item) => presentItem(item, creators.get(item.id)))
  }

  async function itemsOfLinks(links: readonly LinkRecord[]): Promise<(Item | null)[]> {
    const ids = links.map(externalIdsOf)
    const owners = await store.ownersOf(ids.flat())
    const items = new Map((await present(await load(store, [...owners.values()]))).map((item) => [item.id, item]))
    return ids.map((of) => of.map((id) => items.get(owners.get(idText(id)) ?? '')).find((item) => item !== undefined) ?? null)
  }

  return {
    async seedStarter() {
      const hash = starterCatalogHash()
      if ((await store.seedHash(STARTER)) === hash) return
      await resolveInChunks(starterRows(starterCatalog(), starterNames()))
      await store.saveSeedHash(STARTER, hash, clock.now())
    },

    resolve,
    onAttributesChanged,

    async items(ids) {
      return new Map((await present(await load(store, ids))).map((item) => [item.id, item]))
    },

    works: (id) => store.listWorks(id, MAX_WORKS),
    async platformIds(id) {
      const [item] = await store.byIds([id])
      const works = item?.kind === 'artist' || item?.kind === 'channel' ? await store.listWorks(id, MAX_WORKS) : []
      return store.listIds([id, ...works])
    },

    itemOfLink: async (link) => (await itemsOfLinks([link]))[0] ?? null,
    itemsOfLinks,

    async durationsAtPlatforms(ids) {
      const owners = await store.ownersOf(ids.flatMap(externalIdsOfWork))
      const items = await load(store, [...owners.values()])
      const byItem = new Map((await present(items)).map(({ id, duration_ms: durationMs }) => [id, durationMs]))
      return new Map(
        ids.flatMap((id) => {
          const [known] = externalIdsOfWork(id).flatMap((of) => byItem.get(owners.get(idText(of)) ?? '') ?? [])
          return known === undefined ? [] : [[id, known] as const]
        }),
      )
    },

    async creatorOf({ kind, by }) {
      if (by === null || (kind !== 'track' && kind !== 'video')) return null
      const creator = kind === 'track' ? 'artist' : 'channel'
      const key = nameKey(creator, by)
      const [found] = await store.byNames([{ kind: creator, nameKey: key.name, byKey: key.by }])
      return found?.id ?? null
    },

    sizes: sizes.find,
    bars: findBars,
    durations: store.durations,

    async attributes(ids) {
      const [items, inferred, counted] = await Promise.all([load(store, ids), inferredBars(ids), sizes.find(ids)])
      const barsOf = ({ id, bars }: NamedItem) => {
        const fromListeners = inferred.get(id)
        return bars.length === 0 && fromListeners ? { bars: fromListeners, isInferred: true } : { bars }
      }
      return new Map(
        items.map(({ id, kind, by, knownRank, ...item }) => [
          id,
          { id, kind, ...barsOf({ id, kind, by, knownRank, ...item }), by, size: counted.get(id) ?? null, knownRank },
        ]),
      )
    },

    bestKnown: async (limit) => present((await Promise.all(KNOWN_KINDS.map((kind) => store.bestKnown(kind, limit)))).flat()),

    async search({ q = '', kind }) {
      const key = searchKey(q)
      const kinds = kind ? [kind] : (['artist', 'channel'] as const)
      if (key !== '') return present(await store.search(key, kinds, FOUND_ITEMS))
      const lists = await Promise.all(kinds.map((entry) => store.bestKnown(entry, BEST_KNOWN[entry])))
      return present(interleave(lists))
    },
  }
}

type ResolverDeps = { db: Db; clock: Clock; newId: () => string; store: MediaStore; sizes: ReturnType<typeof createSizesStore> }

function createResolver({ db, clock, newId, store, sizes }: ResolverDeps): Pick<Media, 'resolve' | 'onAttributesChanged'> & {
  resolveInChunks(rows: readonly NormalizedRow[]): Promise<ItemId[]>
} {
  const trackArtists = createTrackArtistsStore(db)
  const listeners: ((ids: readonly ItemId[]) => void)[] = []

  /** The item of each row, and existing items whose bars changed. */
  async function resolveChunk(rows: readonly NormalizedRow[]): Promise<{ items: ItemId[]; changed: ItemId[] }> {
    const found = await plan(store, rows)
    if (hasChanges(found)) return write(rows)
    if (found.changes.confirmed.length > 0) await store.markConfirmed(found.changes.confirmed, clock.now())
    return { items: found.items, changed: [] }
  }

  /** Another sync may have added the same items: resolves again under the lock before writing. */
  const write = (rows: readonly NormalizedRow[]) =>
    withWriteLock(db, async (locked, tx) => {
      const { items, changes } = await plan(locked, rows)
      await locked.add(changes.added, clock.now())
      await locked.complete(changes.completed)
      await locked.addIds(changes.ids)
      await locked.markConfirmed(changes.confirmed, clock.now())
      const bars = createBarsStore(tx)
      const inherited = await bars.inherit(changes.added.map((item) => item.id))
      const changed = await bars.updateInherited(changes.creators)
      const isNew = new Set([...changes.added.map((item) => item.id), ...inherited])
      return { items, changed: changed.filter((id) => !isNew.has(id)) }
    })

  async function plan(from: MediaStore, rows: readonly NormalizedRow[]) {
    const ids = await from.ownersOf(rows.flatMap(idsOf))
    const named = uniqueById(await from.byNames(rows))
    const seen = new Set(named.map((item) => item.id))
    // Usually none: an item found by id also has the name.
    const renamed = await from.byIds([...new Set(ids.values())].filter((id) => !seen.has(id)))
    return matchRows(rows, [...named, ...renamed], ids, newId)
  }

  async function resolveInChunks(rows: readonly NormalizedRow[]): Promise<ItemId[]> {
    const items: ItemId[] = []
    for (let index = 0; index < rows.length; index += RESOLVE_ROWS) {
      const { items: some, changed } = await resolveChunk(rows.slice(index, index + RESOLVE_ROWS))
      items.push(...some)
      if (changed.length > 0) for (const listener of listeners) listener(changed)
    }
    return items
  }

  /** Stores the world sizes of resolved rows. */
  async function saveSizes(rows: readonly MediaRow[], ids: readonly ItemId[]): Promise<void> {
    const sizesById = new Map(rows.flatMap(({ size }, index) => (size && ids[index] !== undefined ? [[ids[index], size] as const] : [])))
    const changed = await sizes.save(sizesById, clock.now())
    if (changed.length > 0) for (const listener of listeners) listener(changed)
  }

  async function saveTrackArtists(rows: readonly MediaRow[], ids: readonly ItemId[]): Promise<void> {
    const named = new Map(rows.flatMap(({ artists = [] }) => artists.map((artist) => [JSON.stringify(artist), artist] as const)))
    if (named.size === 0) return
    // Many artists of tracks have their own rows with the same ids.
    const idBySpotifyId = new Map(rows.map(({ kind, spotify_id }, index) => [(kind === 'artist' && spotify_id) || null, ids[index]]))
    idBySpotifyId.delete(null)
    const others = [...named].filter(([, { spotify_id }]) => !idBySpotifyId.has(spotify_id))
    const found = await resolveInChunks(others.map(([, artist]) => normalizeRow({ kind: 'artist', ...artist })))
    const idByArtist = new Map([...named].map(([key, { spotify_id }]) => [key, idBySpotifyId.get(spotify_id)]))
    for (const [index, [key]] of others.entries()) idByArtist.set(key, found[index])
    const artistsByTrack = new Map<ItemId, ItemId[]>()
    for (const [index, { kind, artists = [] }] of rows.entries()) {
      const id = ids[index]
      const own = artists.flatMap((artist) => idByArtist.get(JSON.stringify(artist)) ?? [])
      if (kind === 'track' && id !== undefined && own.length > 0) artistsByTrack.set(id, [...new Set(own)])
    }
    await trackArtists.save(artistsByTrack)
  }

  return {
    resolveInChunks,

    async resolve(rows) {
      const ids = await resolveInChunks(rows.map(normalizeRow))
      await saveSizes(rows, ids)
      await saveTrackArtists(rows, ids)
      return ids
    },
    onAttributesChanged: (listener) => void listeners.push(listener),
  }
}

/** The catalog ids of a link. A video of YouTube can be a track. */
function externalIdsOf({ platform, kind, id }: LinkRecord): ExternalId[] {
  if (id === null) return []
  const ofKinds = (...kinds: ItemKind[]) =>
    kinds.map((entry): ExternalId => ({ kind: entry, source: platform === 'spotify' ? 'spotify' : 'youtube', externalId: id }))
  if (platform === 'spotify') return kind === 'track' || kind === 'artist' ? ofKinds(kind) : []
  if (platform !== 'youtube') return []
  if (kind === 'video' || kind === 'short' || kind === 'live') return ofKinds('track', 'video')
  return kind === 'channel' || kind === 'artist' ? ofKinds('channel', 'artist') : []
}

const SPOTIFY_ID_LENGTH = 22

/** The catalog ids of a track or video by its id at Spotify or YouTube. */
function externalIdsOfWork(externalId: string): ExternalId[] {
  if (externalId.length === SPOTIFY_ID_LENGTH) return [{ kind: 'track', source: 'spotify', externalId }]
  return (['track', 'video'] as const).map((kind) => ({ kind, source: 'youtube', externalId }))
}

async function load(store: MediaStore, ids: readonly ItemId[]): Promise<NamedItem[]> {
  const unique = [...new Set(ids)]
  const found: NamedItem[] = []
  for (let index = 0; index < unique.length; index += READ_ROWS) found.push(...(await store.byIds(unique.slice(index, index + READ_ROWS))))
  return found
}

const hasChanges = ({ changes }: ReturnType<typeof matchRows>): boolean =>
  changes.added.length > 0 || changes.completed.length > 0 || changes.ids.length > 0

function uniqueById<T extends { id: string }>(items: readonly T[]): T[] {
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

/** Interleaves lists in proportion to their lengths. */
function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  return lists
    .flatMap((list) => list.map((item, index) => ({ item, place: (index + 0.5) / list.length })))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)
}

/** The starter catalog as rows to resolve. Artists and channels have ranks and bars; tracks and videos inherit theirs. */
export function starterRows({ artists, channels }: StarterCatalog, names: readonly StarterName[]): NormalizedRow[] {
  return [
    ...artists.map((artist, index) =>
      toCatalogRow(
        { kind: 'artist', name: artist.name, spotify_id: artist.spotify_id, youtube_id: artist.topic_channel_id },
        artist.genres,
        index + 1,
      ),
    ),
    ...channels.map((channel, index) =>
      toCatalogRow({ kind: 'channel', name: channel.name, youtube_id: channel.youtube_id }, channel.topics, index + 1),
    ),
    ...artists.flatMap((artist) =>
      artist.tracks.map((track) => ({
        ...normalizeRow({ kind: 'track', name: track.name, by: artist.name, spotify_id: track.spotify_id, youtube_id: track.youtube_id }),
        knownRank: null,
      })),
    ),
    ...channels.flatMap((channel) =>
      channel.videos.map((video) => ({
        ...normalizeRow({ kind: 'video', name: video.name, by: channel.name, youtube_id: video.youtube_id }),
        knownRank: null,
      })),
    ),
    ...namedRows(names, { artists, channels }),
  ]
}

function toCatalogRow(row: MediaRow, bars: readonly Bar[], knownRank: number): NormalizedRow {
  const existing = normalizeRow(row)
  return { ...existing, reported: { ...existing.reported, catalogue: [...bars] }, knownRank }
}

/** Names without ids, after all entries with ids. */
function namedRows(names: readonly StarterName[], { artists, channels }: StarterCatalog): NormalizedRow[] {
  const key = (kind: MediaRow['kind'], name: string): string => JSON.stringify([kind, nameKey(kind, name)])
  const existing = new Set([...artists.map(({ name }) => key('artist', name)), ...channels.map(({ name }) => key('channel', name))])
  const first = { artist: artists.length + 1, channel: channels.length + 1 }
  return names
    .filter(({ kind, name }) => !existing.has(key(kind, name)))
    .map(({ kind, name, bars }) => toCatalogRow({ kind, name }, bars, first[kind]++))
}

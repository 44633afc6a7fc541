import type { Uid } from '#contract/base/ids.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import type { ShareResult, ShareSearchPlace } from '#contract/taste/share-search.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { SongSearches } from '#server/features/media/link-search.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { cutTrackNotes, searchKey } from '#server/features/media/name-key.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import type { ShareSearchStore, ShownLibrary } from './share-search.store.ts'

export type ShareSearchDeps = {
  store: ShareSearchStore
  media: Pick<Media, 'items'>
  people: Pick<TastePeople, 'buddiesOf' | 'cards'>
  privacy: { maySeeMany: (viewer: Uid, owners: readonly Uid[], section: 'music' | 'video') => Promise<ReadonlySet<Uid>> }
  /** Sources whose data the operator allows to show to others. */
  sharedSources: readonly SourceName[]
  /** The user's last played items, and their items by rank. */
  suggest: (viewer: Uid, list: 'recent' | 'tracks', limit: number) => Promise<Item[]>
  /** Items of the viewer that the other user would like; empty if the two don't see each other's match. */
  fits: (viewer: Uid, other: Uid) => Promise<Item[]>
  songs: SongSearches
  /** @throws AppError 'rate_limited' */
  limit: { here: (viewer: Uid) => void; outside: (viewer: Uid) => void }
  log: Log
}

export type ShareQuery = { q?: string | undefined; kind?: 'track' | 'video' | undefined; in: ShareSearchPlace; to?: Uid | undefined }
type Answer = { results: ShareResult[]; state: 'ready' | 'off' | 'busy' }

const RESULTS = { recent: 3, fits: 6, library: 8, buddies: 6, catalog: 8 } as const
/** Other libraries and platforms are searched from this length of the text on. */
const MIN_LENGTH = { others: 2, platforms: 3 } as const
const ALL_KINDS = ['artist', 'track', 'channel', 'video'] as const
const sectionKinds: Record<'music' | 'video', readonly ItemKind[]> = { music: ['artist', 'track'], video: ['channel', 'video'] }

/** Finds items to share: first the viewer's own, then what buddies show, then the catalog. Platforms are searched on request. */
export function createShareSearch(deps: ShareSearchDeps) {
  const { store, media, people, privacy, sharedSources, songs, limit, log } = deps

  async function suggestions(viewer: Uid, { kind, to }: ShareQuery): Promise<ShareResult[]> {
    const recent = kind === 'video' ? [] : await deps.suggest(viewer, 'recent', RESULTS.recent)
    const mine = recent.length > 0 || kind === 'video' ? recent : await deps.suggest(viewer, 'tracks', RESULTS.recent)
    const fits = to === undefined ? [] : await deps.fits(viewer, to)
    const isOfKind = (item: Item) => kind === undefined || item.kind === kind
    return unique([
      ...mine.map((item) => resultOf(recent.length > 0 ? 'recent' : 'library', item)),
      ...fits
        .filter(isOfKind)
        .slice(0, RESULTS.fits)
        .map((item) => resultOf('fits', item)),
    ])
  }

  async function librariesOf(viewer: Uid): Promise<ShownLibrary[]> {
    const buddies = await people.buddiesOf(viewer)
    const [music, video, sources] = await Promise.all([
      privacy.maySeeMany(viewer, buddies, 'music'),
      privacy.maySeeMany(viewer, buddies, 'video'),
      store.sourcesShownToBuddies(buddies),
    ])
    return sources
      .filter(({ source }) => sharedSources.includes(source))
      .map(({ uid, source }) => ({
        uid,
        source,
        kinds: [...(music.has(uid) ? sectionKinds.music : []), ...(video.has(uid) ? sectionKinds.video : [])],
      }))
  }

  async function searchHere(viewer: Uid, query: ShareQuery, words: readonly string[]): Promise<ShareResult[]> {
    const kinds = query.kind ? [query.kind] : ALL_KINDS
    const isLong = words.join('').length >= MIN_LENGTH.others
    const own = store.library(viewer, { words, kinds, limit: RESULTS.library })
    const [mine, theirs, recent] = await Promise.all([
      own,
      isLong ? store.searchLibraries(await librariesOf(viewer), { words, kinds, limit: RESULTS.buddies + RESULTS.library }) : [],
      isLong ? store.catalog({ words, kinds, limit: RESULTS.catalog + RESULTS.library + RESULTS.buddies }, sharedSources) : [],
    ])
    const [items, cards] = await Promise.all([
      media.items([...mine, ...theirs.map(({ itemId }) => itemId), ...recent]),
      people.cards([...new Set(theirs.map(({ uid }) => uid))]),
    ])
    const toResults = (section: ShareResult['section'], ids: readonly ItemId[]) =>
      ids.flatMap((id) => {
        const item = items.get(id)
        return item ? [resultOf(section, item)] : []
      })
    const ofBuddies = theirs.flatMap(({ itemId, uid }) => {
      const person = cards.get(uid)
      return person ? toResults('buddies', [itemId]).map((result) => ({ ...result, person })) : []
    })
    const library = toResults('library', mine)
    const buddies = withoutResults(ofBuddies, library).slice(0, RESULTS.buddies)
    return [...library, ...buddies, ...withoutResults(toResults('catalog', recent), [...library, ...buddies]).slice(0, RESULTS.catalog)]
  }

  async function searchPlatform(place: 'spotify' | 'youtube', words: string): Promise<Answer> {
    try {
      const results = await requestSongs(songs, place, words)
      return results ? { results, state: 'ready' } : { results: [], state: 'off' }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.info({ platform: place, kind: error.kind, ...error.logFields }, 'search of a platform failed')
      return { results: [], state: 'busy' }
    }
  }

  /** @throws AppError 'rate_limited' after too many searches */
  return async (viewer: Uid, query: ShareQuery): Promise<Answer> => {
    const text = cutTrackNotes(query.q ?? '')
    const words = wordsOf(text)
    if (query.in === 'here') {
      limit.here(viewer)
      return { results: words.length === 0 ? await suggestions(viewer, query) : await searchHere(viewer, query, words), state: 'ready' }
    }
    if (words.join('').length < MIN_LENGTH.platforms) return { results: [], state: songs[query.in] ? 'ready' : 'off' }
    limit.outside(viewer)
    return searchPlatform(query.in, text)
  }
}
export type ShareSearch = ReturnType<typeof createShareSearch>

/** The words of each side of "artist - title", normalized like the names. */
function wordsOf(text: string): string[] {
  return text
    .split(/\s[-–—]\s/u)
    .flatMap((side) => searchKey(side).split(' '))
    .filter((word) => word !== '')
}

const resultOf = (section: ShareResult['section'], item: ShareResult['item']): ShareResult => ({ section, item, person: null })

const unique = (results: readonly ShareResult[]): ShareResult[] =>
  [...new Map(results.toReversed().map((result) => [result.item.id, result])).values()].toReversed()

function withoutResults(results: readonly ShareResult[], before: readonly ShareResult[]): ShareResult[] {
  const seen = new Set(before.map(({ item }) => item.id))
  return results.filter(({ item }) => !seen.has(item.id))
}

/** Null if this installation can't search the platform. */
async function requestSongs({ spotify, youtube }: SongSearches, place: 'spotify' | 'youtube', text: string): Promise<ShareResult[] | null> {
  if (place === 'spotify') {
    const found = await spotify?.search(text)
    return (
      found?.map(({ id, name, by }) => resultOf(place, { id: null, kind: 'track', name, by, spotify_id: id, youtube_id: null })) ?? null
    )
  }
  const found = await youtube?.(text)
  return (
    found?.map(({ videoId, title, author }) =>
      resultOf(place, { id: null, kind: 'video', name: title, by: author, spotify_id: null, youtube_id: videoId }),
    ) ?? null
  )
}

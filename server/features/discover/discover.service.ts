import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Discovery } from '#contract/taste/discover.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { percentOf } from '#server/features/matching/calibration.ts'
import { onePerCreator, type Dislikes, dislikesOf, penaltyFactor } from './feedback.ts'
import { artistName, spread } from './spread.ts'
import type { DiscoverStore } from './discover.store.ts'
import { markSaved, type Suggestion } from './saved-marks.ts'
import { createTrending } from './trending.ts'
import {
  closenessOfBuddy,
  combinedRelevance,
  commonOf,
  crowdRarityExponentOf,
  type Evidence,
  NEIGHBORS,
  rarityExponentOf,
  relevanceByCommon,
  relevanceOf,
} from './relevance.ts'
import { placeCharts } from './place-charts.ts'
import { nearestOwn } from './nearest-own.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'
import type { Couple } from '#server/features/matching/index/pairs.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'
import { decodeTimeCursor, encodeCursor, encodeTimeCursor, matchCursor, pageOf } from '#server/platform/page-cursor.ts'

export type DiscoverDeps = {
  index: MatchEngine
  store: DiscoverStore
  media: Pick<Media, 'items' | 'attributes'>
  people: TastePeople
  clock: Clock
  mutedAmong: ContentMutes['mutedAmong']
}

export type Discover = {
  /**
   * Items that close users love and the viewer lacks, the most relevant first, no artist twice in a row; items that several buddies play a
   * lot; items that buddies love; and the number of the viewer's own items.
   */
  list(viewer: Uid, filter: MatchFilter): Promise<{ items: Discovery[]; trending: Discovery[]; of_buddies: Discovery[]; known: number }>
  /** A page of one kind. @throws AppError 'invalid_input' for an invalid cursor */
  listKind(viewer: Uid, kind: ItemKind, cursor?: string): Promise<{ items: Discovery[]; next: string | null }>
  /** Saves an item. @throws AppError 'not_found' for an item that is not in the catalog */
  save(viewer: Uid, itemId: ItemId): Promise<void>
  unsave(viewer: Uid, itemId: ItemId): Promise<void>
  /** A page of the viewer's saved items, the latest first. @throws AppError 'invalid_input' for an invalid cursor */
  saved(viewer: Uid, cursor?: string): Promise<{ items: Item[]; next: string | null }>
  /** Excludes an item and lowers similar ones. @throws as `save` */
  lessLike(viewer: Uid, itemId: ItemId): Promise<void>
  undoLessLike(viewer: Uid, itemId: ItemId): Promise<void>
}

type Neighbor = { uid: Uid; score: number; isBuddy: boolean }
/** A neighbor who loves an item, and whether it is one of their first of its kind. */
type Lover = Neighbor & { isFavorite: boolean }
/** `near`: the viewer's own artist or channel that suggests it, by the taste of all users. */
type Candidate = { loved: LovedItem; evidence: Evidence; lovers: Lover[]; near: ItemId | null }
type Weighed = Candidate & { worth: number }
/** Items that neighbors love and the viewer lacks, and for each own artist or channel the neighbors who love it. */
type Found = { candidates: Candidate[]; ownLovers: Map<LovedItem, Set<Uid>> }

/** Items read per neighbor, the highest weight first. */
const ITEMS_PER_NEIGHBOR = 400
/** A neighbor is a reason up to this many percentage points below the closest one. */
const REASON_SPAN = 20
const MAX_NAMED = 3
/** The lowest match, in percent, that a reason mentions. */
const MIN_PERCENT = 40
/** An item up to this place among a user's items of its kind is one of their favorites. */
const FAVORITES = 3
const ITEMS_PER_KIND: Record<ItemKind, number> = { artist: 18, track: 12, channel: 12, video: 8 }
/** Candidates read per shown item: of each artist only the best track is shown. */
const OVERSAMPLING = 4
const BUDDY_SHELF = 8
const KIND_PAGE = 24
const SAVED_PAGE = 1_000
/** The latest dislikes that lower similar items. A disliked item itself is left out, however old. */
const MAX_DISLIKES = 1_000
const kindsOf: Record<MatchFilter, readonly ItemKind[]> = {
  all: ['artist', 'track', 'channel', 'video'],
  music: ['artist', 'track'],
  video: ['channel', 'video'],
}

export function createDiscover(deps: DiscoverDeps): Discover {
  const { store, media, clock } = deps

  return {
    async list(viewer, filter) {
      const kinds = kindsOf[filter]
      const { recent, candidates, ownLovers, ...viewed } = await prepare(deps, viewer, kinds)
      const byBuddies = candidates.filter(({ lovers }) => lovers.some(({ isBuddy }) => isBuddy))
      const ofBuddies = inOrder(await best(deps, byBuddies, viewed, kinds, () => BUDDY_SHELF)).slice(0, BUDDY_SHELF)
      // The page shows each kind of item of a creator only once.
      const onShelf = new Set(ofBuddies.map(({ item }) => `${item.kind} ${artistName(item)}`))
      const shown = (await best(deps, candidates, viewed, kinds, (kind) => ITEMS_PER_KIND[kind] + BUDDY_SHELF)).filter(
        ({ item }) => !onShelf.has(`${item.kind} ${artistName(item)}`),
      )
      const [suggested, favorites] = await Promise.all([
        withReasons(deps, inOrder(shown), ownLovers),
        withReasons(deps, ofBuddies, ownLovers),
      ])
      const [items, trending, of_buddies] = await markSaved(store, viewer, [suggested, recent, favorites])
      return { items, trending, of_buddies, known: viewed.known }
    },

    async listKind(viewer, kind, cursor) {
      const from = cursor === undefined ? 0 : parseCursor(cursor)
      if (from === null) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This cursor is invalid.' }])
      const { candidates, ownLovers, ...viewed } = await prepare(deps, viewer, [kind])
      const all = await best(deps, candidates, viewed, [kind], () => candidates.length)
      const to = from + KIND_PAGE
      const [items] = await markSaved(store, viewer, [await withReasons(deps, all.slice(from, to), ownLovers)])
      return { items, next: to < all.length ? formatCursor(to) : null }
    },

    async save(viewer, itemId) {
      await requireItem(deps, itemId)
      await store.addItem('taste_saved', viewer, itemId, clock.now())
    },

    unsave: (viewer, itemId) => store.removeItem('taste_saved', viewer, itemId),

    async saved(viewer, cursor) {
      const found = await store.listItems('taste_saved', viewer, SAVED_PAGE + 1, decodeTimeCursor(cursor))
      const { shown, next } = pageOf(found, SAVED_PAGE, encodeTimeCursor)
      const items = await media.items(shown.map(({ id }) => id))
      return { items: shown.flatMap(({ id }) => items.get(id) ?? []), next }
    },

    async lessLike(viewer, itemId) {
      await requireItem(deps, itemId)
      await store.addItem('taste_less_like', viewer, itemId, clock.now())
    },

    undoLessLike: (viewer, itemId) => store.removeItem('taste_less_like', viewer, itemId),
  }
}

/** The most relevant first, no creator twice in a row. */
const inOrder = <T extends { worth: number; item: Item }>(found: readonly T[]): T[] =>
  spread(
    found.toSorted((a, b) => b.worth - a.worth),
    ({ item }) => artistName(item),
  )

async function neighborsOf({ index, people }: DiscoverDeps, viewer: Uid): Promise<Neighbor[]> {
  const [hidden, buddies] = await Promise.all([people.hiddenFrom(viewer), people.buddiesOf(viewer)])
  // Buddies show each other more than strangers do, so each pair is compared.
  const [totals, { people: strangers }] = await Promise.all([
    index.pairTotals(buddies.map((uid): Couple => [viewer, uid, 'buddies'])),
    index.rank(viewer, { filter: 'all', exclude: [...hidden, ...buddies], limit: NEIGHBORS }),
  ])
  const byCloseness = [
    ...buddies.map((uid, position) => ({ uid, score: totals[position]?.isHidden ? 0 : (totals[position]?.total ?? 0), isBuddy: true })),
    ...strangers.map(({ uid, score }) => ({ uid, score, isBuddy: false })),
  ]
    .filter(({ uid, score }) => score > 0 && !hidden.has(uid))
    .toSorted((a, b) => b.score - a.score || (a.uid < b.uid ? -1 : 1))
  // Buddies are included even if strangers are closer.
  return [...byCloseness.slice(0, NEIGHBORS), ...byCloseness.slice(NEIGHBORS).filter(({ isBuddy }) => isBuddy)].slice(0, 2 * NEIGHBORS)
}

/** Items that neighbors love and the viewer lacks, scored by closeness, weight, rarity, and common items. */
async function collectCandidates(
  { index }: DiscoverDeps,
  own: readonly LovedItem[],
  excluded: ReadonlySet<ItemId>,
  neighbors: readonly Neighbor[],
  kinds: readonly ItemKind[],
): Promise<Found> {
  const loves = await Promise.all(
    neighbors.map(({ uid, isBuddy }) => index.lovedItems(uid, isBuddy ? 'buddies' : 'everyone', ITEMS_PER_NEIGHBOR)),
  )
  const ids = [...new Set(loves.flat().map(({ itemId }) => itemId))]
  const rarities = await index.raritiesOf(ids)
  const rarity = new Map(ids.map((id, position) => [id, rarities[position] ?? 0]))
  const exponent = rarityExponentOf(own.length)
  const creators = own.filter(({ kind }) => kind === 'artist' || kind === 'channel')
  const ownLovers = new Map(creators.map((loved) => [loved, new Set<Uid>()]))
  const ownById = new Map(creators.map((loved) => [loved.itemId, loved]))
  const ownIds = new Set(own.map((loved) => loved.itemId))
  const rarityOf = (id: ItemId): number => rarity.get(id) ?? 0
  const found = new Map<ItemId, Candidate>()
  neighbors.forEach((neighbor, position) => {
    const weigh = neighbor.isBuddy ? closenessOfBuddy : (closeness: number) => closeness
    const closeness = weigh(neighbor.score)
    const common = weigh(
      (loves[position] ?? []).reduce((sum, { itemId }) => (ownIds.has(itemId) ? sum + commonOf(rarityOf(itemId)) : sum), 0),
    )
    const seen = { artist: 0, track: 0, channel: 0, video: 0 }
    for (const loved of loves[position] ?? []) {
      const place = ++seen[loved.kind]
      const mine = ownById.get(loved.itemId)
      if (mine) ownLovers.get(mine)?.add(neighbor.uid)
      if (excluded.has(loved.itemId) || !kinds.includes(loved.kind)) continue
      const candidate = found.get(loved.itemId) ?? candidateOf(loved)
      candidate.evidence.closeness += relevanceOf(closeness, loved.weight, rarityOf(loved.itemId), exponent)
      candidate.evidence.common += common
      candidate.lovers.push({ ...neighbor, isFavorite: place <= FAVORITES })
      found.set(loved.itemId, candidate)
    }
  })
  for (const { loved, evidence } of found.values()) evidence.common = relevanceByCommon(evidence.common, rarityOf(loved.itemId), own.length)
  return { candidates: [...found.values()], ownLovers }
}

const candidateOf = (loved: LovedItem): Candidate => ({ loved, evidence: { closeness: 0, common: 0, crowd: 0 }, lovers: [], near: null })

/** Adds what the taste of all users suggests, which in a small crowd is nothing, and weighs all candidates. */
async function addFromCrowd(
  { index }: DiscoverDeps,
  viewer: Uid,
  lovedCount: number,
  excluded: ReadonlySet<ItemId>,
  kinds: readonly ItemKind[],
  candidates: readonly Candidate[],
): Promise<Weighed[]> {
  const { users, items } = await index.suggestItems(viewer, crowdRarityExponentOf(lovedCount))
  const suggested = items.filter(({ loved }) => !excluded.has(loved.itemId) && kinds.includes(loved.kind))
  const all = new Map(candidates.map((candidate) => [candidate.loved.itemId, candidate]))
  for (const { loved, score, near } of suggested) {
    const candidate = all.get(loved.itemId) ?? candidateOf(loved)
    all.set(loved.itemId, { ...candidate, near, evidence: { ...candidate.evidence, crowd: score } })
  }
  const highest = new Map(kinds.map((kind): [ItemKind, Evidence] => [kind, { closeness: 0, common: 0, crowd: 0 }]))
  for (const { loved, evidence } of all.values()) {
    const strongest = highest.get(loved.kind) ?? evidence
    strongest.closeness = Math.max(strongest.closeness, evidence.closeness)
    strongest.common = Math.max(strongest.common, evidence.common)
    strongest.crowd = Math.max(strongest.crowd, evidence.crowd)
  }
  return [...all.values()].map((value) => ({
    ...value,
    worth: combinedRelevance(value.evidence, highest.get(value.loved.kind) ?? value.evidence, users),
  }))
}

/** The most relevant of each kind, after feedback, and with the charts in their places. @param limit of each kind */
async function best(
  { media }: DiscoverDeps,
  found: readonly Weighed[],
  { dislikes, charts, known }: { dislikes: Dislikes; charts: ReadonlySet<ItemId>; known: number },
  kinds: readonly ItemKind[],
  limit: (kind: ItemKind) => number,
) {
  const weighed = found
    .map((candidate) => ({ ...candidate, worth: candidate.worth * penaltyFactor(dislikes, candidate.loved) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((a, b) => b.worth - a.worth || (a.loved.itemId < b.loved.itemId ? -1 : 1))
  const likely = kinds.flatMap((kind) => weighed.filter(({ loved }) => loved.kind === kind).slice(0, OVERSAMPLING * limit(kind)))
  const items = await media.items(likely.map(({ loved }) => loved.itemId))
  const existing = likely.flatMap(({ loved, worth, lovers, near }) => {
    const item = items.get(loved.itemId)
    return item && !dislikes.creators.has(artistName(item)) ? [{ item, worth, lovers, loved, near }] : []
  })
  const ofKind = (kind: ItemKind) =>
    placeCharts(onePerCreator(existing.filter(({ item }) => item.kind === kind)), ({ loved }) => charts.has(loved.itemId), known).slice(
      0,
      limit(kind),
    )
  return kinds.flatMap(ofKind)
}

/** The data that both lists need. */
async function prepare(deps: DiscoverDeps, viewer: Uid, kinds: readonly ItemKind[]) {
  const { index, store, media } = deps
  const [own, charts, neighbors, latest] = await Promise.all([
    index.lovedItems(viewer, 'self'),
    index.charts(),
    neighborsOf(deps, viewer),
    store.listItems('taste_less_like', viewer, MAX_DISLIKES),
  ])
  const similar = latest.map(({ id }) => id)
  const dislikes = dislikesOf(similar, await media.items(similar), await media.attributes(similar))
  const recent = await createTrending(deps)(viewer, kinds)
  // No item appears twice on the page.
  const excluded = new Set([...own.map((loved) => loved.itemId), ...recent.map(({ item }) => item.id)])
  const { candidates: ofNeighbors, ownLovers } = await collectCandidates(deps, own, excluded, neighbors, kinds)
  const candidates = await addFromCrowd(deps, viewer, own.length, excluded, kinds, ofNeighbors)
  const ids = candidates.map(({ loved }) => loved.itemId)
  const [muted, disliked] = await Promise.all([deps.mutedAmong(viewer, ids), store.filterListed('taste_less_like', viewer, ids)])
  return {
    known: own.length,
    charts: new Set(charts),
    dislikes,
    recent,
    ownLovers,
    candidates: candidates.filter(({ loved }) => !muted.has(loved.itemId) && !disliked.has(loved.itemId)),
  }
}

async function withReasons(
  { people, media }: DiscoverDeps,
  shown: readonly { item: Item; loved: LovedItem; lovers: readonly Lover[]; near: ItemId | null }[],
  ownLovers: Found['ownLovers'],
): Promise<Suggestion[]> {
  const buddies = shown.flatMap(({ lovers }) => lovers.filter((user) => user.isBuddy).map((user) => user.uid))
  const nearest = shown.map(({ loved, lovers, near }) =>
    lovers.some(({ isBuddy }) => isBuddy) ? null : (near ?? nearestOwn(loved, lovers, ownLovers)),
  )
  const [cards, items] = await Promise.all([
    people.cards([...new Set(buddies)]),
    media.items([...new Set(nearest.flatMap((id) => id ?? []))]),
  ])
  return shown.map(({ item, loved, lovers }, index) => {
    const nearestItem = nearest[index] ?? null
    return { item, bars: [...loved.bars], reason: reasonOf(lovers, cards, nearestItem === null ? null : (items.get(nearestItem) ?? null)) }
  })
}

async function requireItem({ media }: DiscoverDeps, itemId: ItemId): Promise<void> {
  if (!(await media.items([itemId])).has(itemId)) throw new AppError('not_found', { item: itemId })
}

const formatCursor = (place: number): string => encodeCursor(`place ${place}`)

/** Returns null for an invalid cursor. */
function parseCursor(cursor: string): number | null {
  const [place] = matchCursor(cursor, /^place (\d{1,6})$/) ?? []
  return place === undefined ? null : Number(place)
}

/** Names buddies, those with a favorite first, and counts strangers. `lovers` is sorted by closeness. */
function reasonOf(lovers: readonly Lover[], cards: ReadonlyMap<Uid, PersonCard>, near: Item | null): Discovery['reason'] {
  const closest = percentOf(lovers[0]?.score ?? 0)
  const buddies = lovers.filter(({ isBuddy, uid }) => isBuddy && cards.has(uid))
  const counted = lovers.filter((user) => buddies.includes(user) || percentOf(user.score) >= closest - REASON_SPAN)
  const named = buddies.toSorted((a, b) => Number(b.isFavorite) - Number(a.isFavorite)).slice(0, MAX_NAMED)
  // An item that no neighbor loves is suggested only because of its nearest item.
  const least = counted.length === 0 ? 0 : Math.min(...counted.map(({ score }) => percentOf(score)))
  return {
    people: named.flatMap(({ uid }) => cards.get(uid) ?? []),
    others: counted.length - named.length,
    // Rounded down to fives: only a stranger's own card has the exact percentage. A low one convinces nobody.
    at_least_percent: least < MIN_PERCENT ? 0 : Math.floor(least / 5) * 5,
    is_favorite: named[0]?.isFavorite ?? false,
    near,
  }
}

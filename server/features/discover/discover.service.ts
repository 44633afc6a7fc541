import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Discovery } from '#contract/discover.ts'
import type { MatchFilter } from '#contract/taste.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { percentOf } from '#server/features/matching/calibration.ts'
import { onePerCreator, type Dislikes, dislikesOf, penaltyFactor } from './feedback.ts'
import { artistName, spread } from './spread.ts'
import type { DiscoverStore } from './discover.store.ts'
import { createTrending } from './trending.ts'
import { NEIGHBOURS, relevanceOf } from './relevance.ts'
import type { MatchEngine } from '#server/features/matching/index/index-engine.ts'
import type { LovedItem } from '#server/features/matching/index/match-index.ts'
import type { TastePeople } from '#server/features/matching/taste-people.ts'

export type DiscoverDeps = {
  index: MatchEngine
  store: DiscoverStore
  media: Pick<Media, 'items' | 'attributes'>
  people: TastePeople
  clock: Clock
}

export type Discover = {
  /**
   * Items that close users love and the viewer lacks, the limit relevant first, no artist twice in a row; items that
   * several buddies play a lot; and the number of the viewer's own items.
   */
  list(viewer: Uid, filter: MatchFilter): Promise<{ items: Discovery[]; trending: Discovery[]; known: number }>
  /** A page of one kind. @throws AppError 'invalid_input' for an invalid cursor */
  listKind(viewer: Uid, kind: ItemKind, cursor?: string): Promise<{ items: Discovery[]; next: string | null }>
  /** Saves an item. @throws AppError 'not_found' for an item that is not in the catalog */
  save(viewer: Uid, itemId: ItemId): Promise<void>
  unsave(viewer: Uid, itemId: ItemId): Promise<void>
  /** Lists the viewer's saved items, the latest first. */
  saved(viewer: Uid): Promise<Item[]>
  /** Excludes an item and lowers similar ones. @throws as `save` */
  lessLike(viewer: Uid, itemId: ItemId): Promise<void>
  undoLessLike(viewer: Uid, itemId: ItemId): Promise<void>
}

/** A close user and their score. */
type Neighbour = { uid: Uid; score: number; isBuddy: boolean }
type Candidate = { held: LovedItem; worth: number; by: Neighbour[] }

/** Items read of each neighbour, the highest weight first. */
const ITEMS_PER_NEIGHBOUR = 400
/** A neighbour is a reason up to this many percentage points below the closest one. */
const REASON_SPAN = 20
const MAX_NAMED = 3
const ITEMS_PER_KIND: Record<ItemKind, number> = { artist: 18, track: 12, channel: 12, video: 8 }
/** Candidates read per shown item: of each artist only the best track is shown. */
const OVERSAMPLING = 4
const KIND_PAGE = 24
const MAX_LISTED = 1_000
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
      const { own, dislikes, recent, found } = await prepare(deps, viewer, kinds)
      const shown = await best(deps, found, dislikes, kinds, (kind) => ITEMS_PER_KIND[kind])
      const inOrder = spread(
        shown.toSorted((one, two) => two.worth - one.worth),
        ({ item }) => artistName(item),
      )
      return { items: await withReasons(deps, inOrder), trending: recent, known: own.length }
    },

    async listKind(viewer, kind, cursor) {
      const from = cursor === undefined ? 0 : parseCursor(cursor)
      if (from === null) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place in the list.' }])
      const { dislikes, found } = await prepare(deps, viewer, [kind])
      const all = await best(deps, found, dislikes, [kind], () => found.length)
      const to = from + KIND_PAGE
      return { items: await withReasons(deps, all.slice(from, to)), next: to < all.length ? formatCursor(to) : null }
    },

    async save(viewer, itemId) {
      await requireItem(deps, itemId)
      await store.addItem('taste_saved', viewer, itemId, clock.now())
    },

    unsave: (viewer, itemId) => store.removeItem('taste_saved', viewer, itemId),

    async saved(viewer) {
      const ids = await store.listItems('taste_saved', viewer, MAX_LISTED)
      const items = await media.items(ids)
      return ids.flatMap((id) => items.get(id) ?? [])
    },

    async lessLike(viewer, itemId) {
      await requireItem(deps, itemId)
      await store.addItem('taste_less_like', viewer, itemId, clock.now())
    },

    undoLessLike: (viewer, itemId) => store.removeItem('taste_less_like', viewer, itemId),
  }
}

async function neighboursOf({ index, people }: DiscoverDeps, viewer: Uid): Promise<Neighbour[]> {
  const [hidden, buddies] = await Promise.all([people.hiddenFrom(viewer), people.buddiesOf(viewer)])
  // Buddies show each other more than strangers do, so each pair is compared.
  const [pairs, { people: strangers }] = await Promise.all([
    Promise.all(buddies.map((uid) => index.pair(viewer, uid, 'buddies'))),
    index.rank(viewer, { filter: 'all', exclude: [...hidden, ...buddies], limit: NEIGHBOURS }),
  ])
  return [
    ...buddies.map((uid, at) => ({ uid, score: pairs[at]?.isHidden ? 0 : (pairs[at]?.total ?? 0), isBuddy: true })),
    ...strangers.map(({ uid, score }) => ({ uid, score, isBuddy: false })),
  ]
    .filter(({ uid, score }) => score > 0 && !hidden.has(uid))
    .toSorted((one, two) => two.score - one.score || (one.uid < two.uid ? -1 : 1))
    .slice(0, NEIGHBOURS)
}

/** All items that neighbours love and the viewer lacks, by closeness, weight and rarity. */
async function collectCandidates(
  { index }: DiscoverDeps,
  own: ReadonlySet<ItemId>,
  neighbours: readonly Neighbour[],
  kinds: readonly ItemKind[],
): Promise<Candidate[]> {
  const loves = await Promise.all(
    neighbours.map(({ uid, isBuddy }) => index.lovedItems(uid, isBuddy ? 'buddies' : 'everyone', ITEMS_PER_NEIGHBOUR)),
  )
  const rarities = await index.raritiesOf([...new Set(loves.flat().map(({ itemId }) => itemId))])
  const rarity = new Map([...new Set(loves.flat().map(({ itemId }) => itemId))].map((id, at) => [id, rarities[at] ?? 0]))
  const found = new Map<ItemId, Candidate>()
  neighbours.forEach((neighbour, at) => {
    for (const held of loves[at] ?? []) {
      if (own.has(held.itemId) || !kinds.includes(held.kind)) continue
      const one = found.get(held.itemId) ?? { held, worth: 0, by: [] }
      one.worth += relevanceOf(neighbour.score, held.weight, rarity.get(held.itemId) ?? 0)
      one.by.push(neighbour)
      found.set(held.itemId, one)
    }
  })
  return [...found.values()]
}

/** The limit relevant of each kind, after feedback. @param limit of each kind */
async function best(
  { media }: DiscoverDeps,
  found: readonly Candidate[],
  dislikes: Dislikes,
  kinds: readonly ItemKind[],
  limit: (kind: ItemKind) => number,
) {
  const weighed = found
    .map((one) => ({ ...one, worth: one.worth * penaltyFactor(dislikes, one.held) }))
    .filter(({ worth }) => worth > 0)
    .toSorted((one, two) => two.worth - one.worth || (one.held.itemId < two.held.itemId ? -1 : 1))
  const likely = kinds.flatMap((kind) => weighed.filter(({ held }) => held.kind === kind).slice(0, OVERSAMPLING * limit(kind)))
  const items = await media.items(likely.map(({ held }) => held.itemId))
  const known = likely.flatMap(({ held, worth, by }) => {
    const item = items.get(held.itemId)
    return item && !dislikes.creators.has(artistName(item)) ? [{ item, worth, by, bars: [...held.bars] }] : []
  })
  const ofKind = (kind: ItemKind) => onePerCreator(known.filter(({ item }) => item.kind === kind)).slice(0, limit(kind))
  return kinds.flatMap(ofKind)
}

/** The data that both lists need. */
async function prepare(deps: DiscoverDeps, viewer: Uid, kinds: readonly ItemKind[]) {
  const { index, store, media } = deps
  const [own, neighbours, disliked] = await Promise.all([
    index.lovedItems(viewer, 'self'),
    neighboursOf(deps, viewer),
    store.listItems('taste_less_like', viewer, MAX_LISTED),
  ])
  const dislikes = dislikesOf(disliked, await media.items(disliked), await media.attributes(disliked))
  const recent = await createTrending(deps)(viewer, kinds, new Set(disliked))
  // No item appears twice on the page.
  const excluded = new Set([...own.map((held) => held.itemId), ...recent.map(({ item }) => item.id)])
  return { own, dislikes, recent, found: await collectCandidates(deps, excluded, neighbours, kinds) }
}

async function withReasons(
  { people }: DiscoverDeps,
  shown: readonly { item: Item; bars: number[]; by: Neighbour[] }[],
): Promise<Discovery[]> {
  const buddies = shown.flatMap(({ by }) => by.filter((one) => one.isBuddy).map((one) => one.uid))
  const cards = await people.cards([...new Set(buddies)])
  return shown.map(({ item, bars, by }) => ({ item, bars, reason: reasonOf(by, cards) }))
}

async function requireItem({ media }: DiscoverDeps, itemId: ItemId): Promise<void> {
  if (!(await media.items([itemId])).has(itemId)) throw new AppError('not_found', { item: itemId })
}

const formatCursor = (place: number): string => Buffer.from(`place ${place}`).toString('base64url')

/** Returns null for an invalid cursor. */
function parseCursor(cursor: string): number | null {
  const [, place] = /^place (\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return place === undefined ? null : Number(place)
}

/** Names buddies and counts strangers. `by` is sorted by closeness. */
function reasonOf(by: readonly Neighbour[], cards: ReadonlyMap<Uid, PersonCard>): Discovery['reason'] {
  const closest = percentOf(by[0]?.score ?? 0)
  const counted = by.filter(({ score }) => percentOf(score) >= closest - REASON_SPAN)
  const named = counted.flatMap(({ uid, isBuddy }) => (isBuddy ? (cards.get(uid) ?? []) : [])).slice(0, MAX_NAMED)
  const least = Math.min(...counted.map(({ score }) => percentOf(score)))
  // Rounded down to fives: only a stranger's own card has the exact percentage.
  return { people: named, others: counted.length - named.length, at_least_percent: Math.floor(least / 5) * 5 }
}

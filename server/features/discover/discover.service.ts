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
import { oneOfEachMaker, type Dislikes, dislikesOf, worthAfter } from './feedback.ts'
import { artistName, spread } from './spread.ts'
import type { DiscoverStore } from './discover.store.ts'
import { createTrending } from './trending.ts'
import { NEIGHBOURS, worthOf } from './discover.worth.ts'
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
   * What people close to the viewer love and the viewer does not have, the likeliest first, no artist twice in a row;
   * what several buddies play lately; and how many things the viewer loves, without which nothing can be found.
   */
  list(viewer: Uid, filter: MatchFilter): Promise<{ items: Discovery[]; trending: Discovery[]; known: number }>
  /** A page of everything of one kind. @throws AppError 'invalid_input' for a cursor that is not ours */
  listKind(viewer: Uid, kind: ItemKind, cursor?: string): Promise<{ items: Discovery[]; next: string | null }>
  /** Keeps a thing for later. @throws AppError 'not_found' for what is not in the catalogue */
  save(viewer: Uid, itemId: ItemId): Promise<void>
  unsave(viewer: Uid, itemId: ItemId): Promise<void>
  /** What the viewer saved, the latest first. */
  saved(viewer: Uid): Promise<Item[]>
  /** Takes a thing, and what is like it, out of what is found from now on. @throws as `save` */
  lessLike(viewer: Uid, itemId: ItemId): Promise<void>
  undoLessLike(viewer: Uid, itemId: ItemId): Promise<void>
}

/** A person close to the viewer, and how close. */
type Neighbour = { uid: Uid; score: number; isBuddy: boolean }
type Found = { held: LovedItem; worth: number; by: Neighbour[] }

/** Of what somebody loves, the most loved. */
const OF_EACH_NEIGHBOUR = 400
/** A neighbour counts as a reason up to so many points of the per cent below the closest one. */
const REASON_SPAN = 20
const NAMED_AT_MOST = 3
const OF_EACH_KIND: Record<ItemKind, number> = { artist: 18, track: 12, channel: 12, video: 8 }
/** So many times more are looked at than shown: of one artist's tracks only the best is taken. */
const SPARE = 4
const KIND_PAGE = 24
const MOST_NOTED = 1_000
const kindsOf: Record<MatchFilter, readonly ItemKind[]> = {
  all: ['artist', 'track', 'channel', 'video'],
  music: ['artist', 'track'],
  video: ['channel', 'video'],
}

export function createDiscover({ index, store, media, people, clock }: DiscoverDeps): Discover {
  const trending = createTrending({ index, store, media, people })

  async function neighboursOf(viewer: Uid): Promise<Neighbour[]> {
    const [hidden, buddies] = await Promise.all([people.hiddenFrom(viewer), people.buddiesOf(viewer)])
    // Buddies show each other more than strangers do: their score is asked one by one.
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

  /** Everything the neighbours love and the viewer lacks, weighed by how close they are, how much they love it and how rare it is. */
  async function lovedAround(own: ReadonlySet<ItemId>, neighbours: readonly Neighbour[], kinds: readonly ItemKind[]): Promise<Found[]> {
    const loves = await Promise.all(
      neighbours.map(({ uid, isBuddy }) => index.held(uid, isBuddy ? 'buddies' : 'everyone', OF_EACH_NEIGHBOUR)),
    )
    const rarities = await index.raritiesOf([...new Set(loves.flat().map(({ itemId }) => itemId))])
    const rarity = new Map([...new Set(loves.flat().map(({ itemId }) => itemId))].map((id, at) => [id, rarities[at] ?? 0]))
    const found = new Map<ItemId, Found>()
    neighbours.forEach((neighbour, at) => {
      for (const held of loves[at] ?? []) {
        if (own.has(held.itemId) || !kinds.includes(held.kind)) continue
        const one = found.get(held.itemId) ?? { held, worth: 0, by: [] }
        one.worth += worthOf(neighbour.score, held.weight, rarity.get(held.itemId) ?? 0)
        one.by.push(neighbour)
        found.set(held.itemId, one)
      }
    })
    return [...found.values()]
  }

  /** The best of each kind, without what the viewer wants less of. @param most how many of a kind */
  async function best(found: readonly Found[], dislikes: Dislikes, kinds: readonly ItemKind[], most: (kind: ItemKind) => number) {
    const weighed = found
      .map((one) => ({ ...one, worth: one.worth * worthAfter(dislikes, one.held) }))
      .filter(({ worth }) => worth > 0)
      .toSorted((one, two) => two.worth - one.worth || (one.held.itemId < two.held.itemId ? -1 : 1))
    const likely = kinds.flatMap((kind) => weighed.filter(({ held }) => held.kind === kind).slice(0, SPARE * most(kind)))
    const items = await media.items(likely.map(({ held }) => held.itemId))
    const known = likely.flatMap(({ held, worth, by }) => {
      const item = items.get(held.itemId)
      return item && !dislikes.makers.has(artistName(item)) ? [{ item, worth, by, bars: [...held.bars] }] : []
    })
    const ofKind = (kind: ItemKind) => oneOfEachMaker(known.filter(({ item }) => item.kind === kind)).slice(0, most(kind))
    return kinds.flatMap(ofKind)
  }

  /** Everything that is asked for both lists. */
  async function prepare(viewer: Uid, kinds: readonly ItemKind[]) {
    const [own, neighbours, disliked] = await Promise.all([
      index.held(viewer, 'self'),
      neighboursOf(viewer),
      store.noted('taste_less_like', viewer, MOST_NOTED),
    ])
    const dislikes = dislikesOf(disliked, await media.items(disliked), await media.attributes(disliked))
    const lately = await trending(viewer, kinds, new Set(disliked))
    // Nothing stands on the page twice.
    const elsewhere = new Set([...own.map((held) => held.itemId), ...lately.map(({ item }) => item.id)])
    return { own, dislikes, lately, found: await lovedAround(elsewhere, neighbours, kinds) }
  }

  async function withReasons(shown: readonly { item: Item; bars: number[]; by: Neighbour[] }[]): Promise<Discovery[]> {
    const buddies = shown.flatMap(({ by }) => by.filter((one) => one.isBuddy).map((one) => one.uid))
    const cards = await people.cards([...new Set(buddies)])
    return shown.map(({ item, bars, by }) => ({ item, bars, reason: reasonOf(by, cards) }))
  }

  async function mustExist(itemId: ItemId): Promise<void> {
    if (!(await media.items([itemId])).has(itemId)) throw new AppError('not_found', { item: itemId })
  }

  return {
    async list(viewer, filter) {
      const kinds = kindsOf[filter]
      const { own, dislikes, lately, found } = await prepare(viewer, kinds)
      const shown = await best(found, dislikes, kinds, (kind) => OF_EACH_KIND[kind])
      const inOrder = spread(
        shown.toSorted((one, two) => two.worth - one.worth),
        ({ item }) => artistName(item),
      )
      return { items: await withReasons(inOrder), trending: lately, known: own.length }
    },

    async listKind(viewer, kind, cursor) {
      const from = cursor === undefined ? 0 : readPlace(cursor)
      if (from === null) throw new AppError('invalid_input', { cursor }, [{ field: 'cursor', message: 'This is no place in the list.' }])
      const { dislikes, found } = await prepare(viewer, [kind])
      const all = await best(found, dislikes, [kind], () => found.length)
      const to = from + KIND_PAGE
      return { items: await withReasons(all.slice(from, to)), next: to < all.length ? writePlace(to) : null }
    },

    async save(viewer, itemId) {
      await mustExist(itemId)
      await store.note('taste_saved', viewer, itemId, clock.now())
    },

    unsave: (viewer, itemId) => store.unnote('taste_saved', viewer, itemId),

    async saved(viewer) {
      const ids = await store.noted('taste_saved', viewer, MOST_NOTED)
      const items = await media.items(ids)
      return ids.flatMap((id) => items.get(id) ?? [])
    },

    async lessLike(viewer, itemId) {
      await mustExist(itemId)
      await store.note('taste_less_like', viewer, itemId, clock.now())
    },

    undoLessLike: (viewer, itemId) => store.unnote('taste_less_like', viewer, itemId),
  }
}

const writePlace = (place: number): string => Buffer.from(`place ${place}`).toString('base64url')

/** Null for anything this server did not write. */
function readPlace(cursor: string): number | null {
  const [, place] = /^place (\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return place === undefined ? null : Number(place)
}

/** Buddies are named, strangers only counted. `by` comes closest first. */
function reasonOf(by: readonly Neighbour[], cards: ReadonlyMap<Uid, PersonCard>): Discovery['reason'] {
  const closest = percentOf(by[0]?.score ?? 0)
  const counted = by.filter(({ score }) => percentOf(score) >= closest - REASON_SPAN)
  const named = counted.flatMap(({ uid, isBuddy }) => (isBuddy ? (cards.get(uid) ?? []) : [])).slice(0, NAMED_AT_MOST)
  const least = Math.min(...counted.map(({ score }) => percentOf(score)))
  // Rounded down to fives: the very score of a stranger is told on their own card only.
  return { people: named, others: counted.length - named.length, at_least_percent: Math.floor(least / 5) * 5 }
}

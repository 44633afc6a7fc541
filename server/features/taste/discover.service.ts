import type { Uid } from '#contract/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Discovery, MatchFilter } from '#contract/taste.ts'
import type { Media } from '../media/media.service.ts'
import type { ItemId } from '../media/media.types.ts'
import { percentOf } from './match.calibration.ts'
import { artistName, spread } from './discover.spread.ts'
import type { Held, MatchIndex } from './match.index.ts'
import type { TastePeople } from './taste.people.ts'

export type DiscoverDeps = { index: MatchIndex; media: Pick<Media, 'items'>; people: TastePeople }

export type Discover = {
  /** What people close to the viewer love and the viewer does not have, the likeliest first, no artist twice in a row. */
  list(viewer: Uid, filter: MatchFilter): Promise<Discovery[]>
}

/** A person close to the viewer, and how close. */
type Neighbour = { uid: Uid; score: number; isBuddy: boolean }
type Found = { held: Held; worth: number; by: Neighbour[] }

const NEIGHBOURS = 40
/** A neighbour counts as a reason up to so many points of the per cent below the closest one. */
const REASON_SPAN = 20
const NAMED_AT_MOST = 3
const OF_EACH_KIND: Record<ItemKind, number> = { artist: 18, track: 12, channel: 12, video: 8 }
const kindsOf: Record<MatchFilter, readonly ItemKind[]> = {
  all: ['artist', 'track', 'channel', 'video'],
  music: ['artist', 'track'],
  video: ['channel', 'video'],
}

export function createDiscover({ index, media, people }: DiscoverDeps): Discover {
  async function neighboursOf(viewer: Uid): Promise<Neighbour[]> {
    const [hidden, buddyList] = await Promise.all([people.hiddenFrom(viewer), people.buddiesOf(viewer)])
    const buddies = new Set(buddyList)
    // Buddies show each other more than strangers do: their score is asked one by one.
    const known = buddyList.map((uid) => ({ uid, score: index.pair(viewer, uid, 'buddies').score, isBuddy: true }))
    const strangers = index
      .rank(viewer)
      .flatMap(({ uid, score }) => (buddies.has(uid) ? [] : [{ uid, score: score.score, isBuddy: false }]))
    return [...known, ...strangers]
      .filter(({ uid, score }) => score > 0 && !hidden.has(uid))
      .toSorted((one, two) => two.score - one.score || (one.uid < two.uid ? -1 : 1))
      .slice(0, NEIGHBOURS)
  }

  /** Everything the neighbours love and the viewer lacks, weighed by how close they are, how much they love it and how rare it is. */
  function lovedAround(viewer: Uid, neighbours: readonly Neighbour[], kinds: readonly ItemKind[]): Found[] {
    const own = new Set(index.held(viewer, 'self').map((held) => held.itemId))
    const found = new Map<ItemId, Found>()
    for (const neighbour of neighbours) {
      for (const held of index.held(neighbour.uid, neighbour.isBuddy ? 'buddies' : 'everyone')) {
        if (own.has(held.itemId) || !kinds.includes(held.kind)) continue
        const one = found.get(held.itemId) ?? { held, worth: 0, by: [] }
        one.worth += neighbour.score * held.weight * index.rarityOf(held.itemId)
        one.by.push(neighbour)
        found.set(held.itemId, one)
      }
    }
    return oneOfEachMaker([...found.values()].toSorted((one, two) => two.worth - one.worth || (one.held.itemId < two.held.itemId ? -1 : 1)))
  }

  return {
    async list(viewer, filter) {
      const neighbours = await neighboursOf(viewer)
      const found = lovedAround(viewer, neighbours, kindsOf[filter])
      const best = kindsOf[filter].flatMap((kind) => found.filter(({ held }) => held.kind === kind).slice(0, OF_EACH_KIND[kind]))
      const [items, cards] = await Promise.all([
        media.items(best.map(({ held }) => held.itemId)),
        people.cards([...new Set(best.flatMap(({ by }) => by.filter((one) => one.isBuddy).map((one) => one.uid)))]),
      ])
      const shown = best.flatMap(({ held, worth, by }) => {
        const item = items.get(held.itemId)
        return item ? [{ item, worth, by }] : []
      })
      return spread(
        shown.toSorted((one, two) => two.worth - one.worth),
        ({ item }) => artistName(item),
      ).map(({ item, by }) => ({ item, reason: reasonOf(by, cards, (score) => percentOf(score, index.middle())) }))
    },
  }
}

/** Of an artist's tracks and of a channel's videos the likeliest one. */
function oneOfEachMaker(found: readonly Found[]): Found[] {
  const seen = new Set<string>()
  return found.filter(({ held: { kind, by, itemId } }) => {
    const maker = `${kind} ${by ?? itemId}`
    return seen.size < seen.add(maker).size
  })
}

/** Buddies are named, strangers only counted. `by` comes closest first. */
function reasonOf(by: readonly Neighbour[], cards: ReadonlyMap<Uid, PersonCard>, percent: (score: number) => number): Discovery['reason'] {
  const closest = percent(by[0]?.score ?? 0)
  const counted = by.filter(({ score }) => percent(score) >= closest - REASON_SPAN)
  const named = counted.flatMap(({ uid, isBuddy }) => (isBuddy ? (cards.get(uid) ?? []) : [])).slice(0, NAMED_AT_MOST)
  const least = Math.min(...counted.map(({ score }) => percent(score)))
  // Rounded down to fives: the very figure of a stranger is told on their own card only.
  return { people: named, others: counted.length - named.length, at_least_percent: Math.floor(least / 5) * 5 }
}

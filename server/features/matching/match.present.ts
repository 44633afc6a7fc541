import type { PartName, Side } from './score.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import type { Match, MatchFilter, MatchInFull, MatchPart, SharedItem, WorldSize } from '#contract/taste/taste.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { encodeCursor, matchCursor } from '#server/platform/page-cursor.ts'
import type { LovedItem } from './index/match-index.ts'
import type { PairMatch } from './index/pairs.ts'
import { shownPercent, toPercent } from './shown-percent.ts'

/** The number of an item's holders is shown from this count on; fewer would identify them. */
export const MIN_SHOWN_HOLDERS = 5

const sidePercent = (pair: PairMatch, { calibrated: reading, weight }: Side): number | null =>
  weight > 0 ? toPercent(pair, reading) : null

const PARTS: readonly PartName[] = ['artists', 'tracks', 'genres', 'channels', 'topics', 'listeners']

/** A user hides the match: nothing about it is shown. */
const HIDDEN: Match = {
  is_hidden: true,
  percent: null,
  music_percent: null,
  video_percent: null,
  based_on: { artists: 0, channels: 0 },
  shared_artists: 0,
  shared_channels: 0,
  shared_items: 0,
  only_listeners: false,
  rarest: null,
  shared: [],
}

/** The items of a match; a shared item that is missing in `items` is left out. */
export type ItemsOfMatch = { items: ReadonlyMap<ItemId, Item>; sizes: ReadonlyMap<ItemId, WorldSize> }

/** @param limit of listed shared items, the rarest first */
export function presentMatch(pair: PairMatch, { items, sizes }: ItemsOfMatch, limit: number): Match {
  const { counts } = pair
  if (pair.isHidden) return HIDDEN
  const { sorted, rarest } = leadWithRarest(pair)
  return {
    is_hidden: false,
    percent: shownPercent(pair),
    music_percent: sidePercent(pair, pair.music),
    video_percent: sidePercent(pair, pair.video),
    based_on: {
      artists: Math.min(counts.one.artists, counts.other.artists),
      channels: Math.min(counts.one.channels, counts.other.channels),
    },
    shared_artists: countKind(pair, 'artist'),
    shared_channels: countKind(pair, 'channel'),
    shared_items: sorted.length,
    only_listeners: isListenersOnly(pair),
    rarest: (rarest && items.get(rarest.itemId)) ?? null,
    shared: sorted.slice(0, limit).flatMap((shared): SharedItem[] => {
      const item = items.get(shared.itemId)
      if (!item) return []
      const here = shared.holders >= MIN_SHOWN_HOLDERS ? { holders: shared.holders, users: pair.users } : null
      return [{ item, contribution: shareOf(pair, shared.amount), here, world: sizes.get(shared.itemId) ?? null }]
    }),
  }
}

const isListenersOnly = ({ parts }: PairMatch): boolean =>
  parts.listeners > 0 && PARTS.every((part) => part === 'listeners' || parts[part] === 0)

/** The rarest item of the match comes first in every list. A track would repeat its artist. */
function leadWithRarest(pair: PairMatch) {
  const sorted = rarestFirst(pair)
  const rarest = sorted.find(({ kind }) => kind !== 'track') ?? sorted[0]
  return { sorted: rarest ? [rarest, ...sorted.filter((shared) => shared !== rarest)] : sorted, rarest }
}

export function itemsToPresent(pair: PairMatch, limit: number): ItemId[] {
  return leadWithRarest(pair)
    .sorted.slice(0, Math.max(1, limit))
    .map(({ itemId }) => itemId)
}

/** Share of the total, 0 to 1; rounded to twentieths where it could reveal silently counting rows. */
function shareOf({ total, isCoarse }: PairMatch, amount: number): number {
  const share = total !== null && total > 0 ? amount / total : 0
  return isCoarse ? Math.round(share * 20) / 20 : share
}

const countKind = (pair: PairMatch, kind: 'artist' | 'track' | 'channel'): number =>
  pair.shared.filter((shared) => shared.kind === kind).length

export function rarestFirst({ shared }: Pick<PairMatch, 'shared'>): PairMatch['shared'] {
  return shared.toSorted((a, b) => b.rarity - a.rarity || b.amount - a.amount || (a.itemId < b.itemId ? -1 : 1))
}

const CARD_KINDS: Record<MatchFilter, readonly string[]> = { all: ['artist', 'channel'], music: ['artist'], video: ['channel'] }

/** Limits a match to what a card lists: artists and channels, of one side in a filtered list. A track would repeat its artist. */
export function toCardMatch(pair: PairMatch, filter: MatchFilter): PairMatch {
  const ofCard = pair.shared.filter((shared) => CARD_KINDS[filter].includes(shared.kind))
  // If only tracks are shared, one of them is listed.
  return { ...pair, shared: filter === 'all' && ofCard.length === 0 ? pair.shared.slice() : ofCard }
}

/** A bar is shared when it has at least this height for both. */
const TRACE = 0.1

export function presentParts(
  pair: PairMatch,
  prints: { mine: readonly number[]; theirs: readonly number[] },
  musicBars: number,
): MatchPart[] {
  const bothBars = (from: number, to: number): number =>
    prints.mine.slice(from, to).filter((height, index) => height >= TRACE && (prints.theirs[from + index] ?? 0) >= TRACE).length
  const shared: Record<PartName, number> = {
    artists: countKind(pair, 'artist'),
    tracks: countKind(pair, 'track'),
    genres: bothBars(0, musicBars - 1),
    channels: countKind(pair, 'channel'),
    topics: bothBars(musicBars, prints.mine.length - 1),
    listeners: 0,
  }
  // In a small crowd there are no embeddings, and the part is left out.
  const parts = PARTS.filter((part) => part !== 'listeners' || pair.parts.listeners > 0)
  const points = distributePoints(
    parts.map((part) => shareOf(pair, pair.parts[part])),
    shownPercent(pair) ?? 0,
  )
  return parts.map((part, index) => ({ part, points: points[index] ?? 0, shared: pair.isHidden ? 0 : shared[part] }))
}

/** An item of one user that another may like, with its rank among the owner's items of its kind; null if it has none. */
export type Recommendation = { loved: LovedItem; rank: number | null }

export function presentRecommendation({ loved, rank }: Recommendation, items: ReadonlyMap<ItemId, Item>): MatchInFull['you_would_like'] {
  const item = items.get(loved.itemId)
  return item ? [{ item, rank }] : []
}

/** Position of the next page: after this user at this score in this window. */
export type RankCursor = { window: number; score: number; uid: Uid }

/** The position before the first user of a window. */
export const windowStart = (window: number): RankCursor => ({
  window,
  score: Number.MAX_SAFE_INTEGER,
  uid: '00000000-0000-0000-0000-000000000000',
})

export const writeCursor = ({ window, score, uid }: RankCursor): string => encodeCursor(`${window} ${score} ${uid}`)

/** Returns null for an invalid cursor. */
export function readCursor(text: string): RankCursor | null {
  const [window, score, uid] = matchCursor(text, /^(\d{1,5}) ([\d.e+-]+) ([0-9a-f-]{36})$/) ?? []
  if (score === undefined || uid === undefined || !Number.isFinite(Number(score))) return null
  return { window: Number(window), score: Number(score), uid }
}

/**
 * The points of each part of the percentage, in proportion to its share. Whole numbers that add up to the percentage exactly: the remainder
 * after rounding down goes to the parts that lost most by it. A larger share never gets fewer points.
 */
export function distributePoints(shares: readonly number[], percent: number): number[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  if (whole <= 0) return shares.map(() => 0)
  const exact = shares.map((share) => (share / whole) * percent)
  const points = exact.map(Math.floor)
  const left = percent - points.reduce((sum, point) => sum + point, 0)
  const mostLost = exact
    .map((entry, index) => ({ at: index, lost: entry - Math.floor(entry), share: shares[index] ?? 0 }))
    .toSorted((a, b) => b.lost - a.lost || b.share - a.share || a.at - b.at)
  for (const { at } of mostLost.slice(0, left)) points[at] = (points[at] ?? 0) + 1
  return points
}

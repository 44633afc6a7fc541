import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import type { Match, MatchFilter, MatchPart, SharedItem, WorldSize } from '#contract/taste.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { percentOf } from './calibration.ts'
import type { PairMatch } from './index/match-index.ts'
import { distributePoints } from './match.points.ts'
import type { PartName, Side } from './score.ts'

/** How many hold an item is shown from this many on; fewer would point at them. */
export const MIN_SHOWN_HOLDERS = 5

/** The percentage of two users, or null where too little is known of them on both sides. */
export function shownPercent(pair: PairMatch): number | null {
  return pair.isHidden || pair.total === null ? null : toPercent(pair, pair.total)
}

/** What counts silently must not be worked out from the percentage: it is shown in steps, the same for both. */
const COARSE_STEP = 5
function toPercent({ isCoarse }: PairMatch, reading: number): number {
  const percent = percentOf(reading)
  return isCoarse ? Math.round(percent / COARSE_STEP) * COARSE_STEP : percent
}

const sidePercent = (pair: PairMatch, { calibrated: reading, weight }: Side): number | null =>
  weight > 0 ? toPercent(pair, reading) : null

const PARTS: readonly PartName[] = ['artists', 'tracks', 'genres', 'channels', 'topics', 'listeners']

/** A user keeps the match to themselves: nothing of it is shown. */
const HIDDEN: Match = {
  is_hidden: true,
  percent: null,
  music_percent: null,
  video_percent: null,
  based_on: { artists: 0, channels: 0 },
  shared_artists: 0,
  shared_channels: 0,
  only_listeners: false,
  rarest: null,
  shared: [],
}

/** What is known of the items of a match; a shared item that is missing in `items` is left out. */
export type ItemsOfMatch = { items: ReadonlyMap<ItemId, Item>; sizes: ReadonlyMap<ItemId, WorldSize> }

/** @param atMost how many of the shared items are listed, the rarest first */
export function presentMatch(pair: PairMatch, { items, sizes }: ItemsOfMatch, atMost: number): Match {
  const { counts } = pair
  if (pair.isHidden) return HIDDEN
  const sorted = rarestFirst(pair)
  const rarest = rarestOf(sorted)
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
    only_listeners: isListenersOnly(pair),
    rarest: (rarest && items.get(rarest.itemId)) ?? null,
    shared: sorted.slice(0, atMost).flatMap((thing): SharedItem[] => {
      const item = items.get(thing.itemId)
      if (!item) return []
      const here = thing.holders >= MIN_SHOWN_HOLDERS ? { holders: thing.holders, users: pair.users } : null
      return [{ item, contribution: shareOf(pair, thing.amount), here, world: sizes.get(thing.itemId) ?? null }]
    }),
  }
}

const isListenersOnly = ({ parts }: PairMatch): boolean =>
  parts.listeners > 0 && PARTS.every((part) => part === 'listeners' || parts[part] === 0)

/** The rarest of sorted items, the same on every page: a track would repeat its artist. */
const rarestOf = (sorted: PairMatch['shared']) => sorted.find(({ kind }) => kind !== 'track') ?? sorted[0]

/** The items that `presentMatch` needs to know. */
export function itemsToPresent(pair: PairMatch, atMost: number): ItemId[] {
  const sorted = rarestFirst(pair)
  const rarest = rarestOf(sorted)
  return [...sorted.slice(0, atMost), ...(rarest ? [rarest] : [])].map(({ itemId }) => itemId)
}

/** Of the total, 0 to 1; in steps of a twentieth where it would reveal what counts silently. */
function shareOf({ total, isCoarse }: PairMatch, amount: number): number {
  const share = total !== null && total > 0 ? amount / total : 0
  return isCoarse ? Math.round(share * 20) / 20 : share
}

const countKind = (pair: PairMatch, kind: 'artist' | 'track' | 'channel'): number =>
  pair.shared.filter((thing) => thing.kind === kind).length

/** The rarest first; of equally rare items the one that matters more to the two. */
export function rarestFirst({ shared }: Pick<PairMatch, 'shared'>): PairMatch['shared'] {
  return shared.toSorted((one, two) => two.rarity - one.rarity || two.amount - one.amount || (one.itemId < two.itemId ? -1 : 1))
}

const CARD_KINDS: Record<MatchFilter, readonly string[]> = { all: ['artist', 'channel'], music: ['artist'], video: ['channel'] }

/** What a card lists and counts: artists and channels, in a list of one side those of that side. A track would repeat its artist. */
export function forCard(pair: PairMatch, filter: MatchFilter): PairMatch {
  const ofCard = pair.shared.filter((thing) => CARD_KINDS[filter].includes(thing.kind))
  // Two users who share tracks alone still see one.
  return { ...pair, shared: filter === 'all' && ofCard.length === 0 ? pair.shared.slice() : ofCard }
}

/** A bar is shared when it is more than a trace with both. */
const TRACE = 0.1

export function presentParts(
  pair: PairMatch,
  prints: { mine: readonly number[]; theirs: readonly number[] },
  musicBars: number,
): MatchPart[] {
  const bothBars = (from: number, to: number): number =>
    prints.mine.slice(from, to).filter((height, at) => height >= TRACE && (prints.theirs[from + at] ?? 0) >= TRACE).length
  const shared: Record<PartName, number> = {
    artists: countKind(pair, 'artist'),
    tracks: countKind(pair, 'track'),
    genres: bothBars(0, musicBars - 1),
    channels: countKind(pair, 'channel'),
    topics: bothBars(musicBars, prints.mine.length - 1),
    listeners: 0,
  }
  // In a small crowd no user has an embedding, and the part is left out.
  const parts = PARTS.filter((part) => part !== 'listeners' || pair.parts.listeners > 0)
  const points = distributePoints(
    parts.map((part) => shareOf(pair, pair.parts[part])),
    shownPercent(pair) ?? 0,
  )
  return parts.map((part, at) => ({ part, points: points[at] ?? 0, shared: pair.isHidden ? 0 : shared[part] }))
}

/** Where a page of matches goes on: in this window, after this person at this score. */
export type RankCursor = { window: number; score: number; uid: Uid }

/** Before everybody of a window. */
export const windowStart = (window: number): RankCursor => ({
  window,
  score: Number.MAX_SAFE_INTEGER,
  uid: '00000000-0000-0000-0000-000000000000',
})

export const writeCursor = ({ window, score, uid }: RankCursor): string => Buffer.from(`${window} ${score} ${uid}`).toString('base64url')

/** Null for anything this server did not write. */
export function readCursor(text: string): RankCursor | null {
  const [, window, score, uid] = /^(\d{1,5}) ([\d.e+-]+) ([0-9a-f-]{36})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (score === undefined || uid === undefined || !Number.isFinite(Number(score))) return null
  return { window: Number(window), score: Number(score), uid }
}

import type { Uid } from '#contract/base/ids.ts'
import type { Item } from '#contract/media.ts'
import type { Match, MatchFilter, MatchPart, SharedItem } from '#contract/taste.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { percentOf, stretched } from './calibration.ts'
import type { PairMatch } from './index/match-index.ts'
import type { PartName } from './score.ts'

/** Fewer things on either side say nothing about a person. */
const LEAST_THINGS = 3
/** From so many people on it is told how many hold a thing; fewer would point at them. */
export const LEAST_HOLDERS = 5

type Side = 'music' | 'video'

const amountOf = (counts: PairMatch['counts']['one'], side: Side): number =>
  side === 'music' ? counts.artists + counts.tracks : counts.channels
const isEnough = ({ counts }: PairMatch, side: Side): boolean =>
  Math.min(amountOf(counts.one, side), amountOf(counts.other, side)) >= LEAST_THINGS

/** The per cent of two people, or null when one of them has fewer than three things on both sides: then nothing is known. */
export function shownPercent(pair: PairMatch): number | null {
  return !pair.isHidden && (isEnough(pair, 'music') || isEnough(pair, 'video')) ? told(pair, pair.score) : null
}

/** What counts silently must not be worked out from the figure: it is told in steps, the same for both. */
const COARSE_STEP = 5
function told(pair: PairMatch, score: number): number {
  const percent = percentOf(score, pair.middle)
  return pair.isCoarse ? Math.round(percent / COARSE_STEP) * COARSE_STEP : percent
}

/** Somebody keeps the match to themselves: nothing of it is told. */
const HIDDEN: Match = {
  is_hidden: true,
  percent: null,
  music_percent: null,
  video_percent: null,
  based_on: { artists: 0, channels: 0 },
  shared_artists: 0,
  shared_channels: 0,
  shared: [],
}

/**
 * @param atMost how many of the shared things are told, the rarest first
 * @param items what is known of them; others are left out
 */
export function presentMatch(pair: PairMatch, items: ReadonlyMap<ItemId, Item>, atMost: number): Match {
  const { counts } = pair
  if (pair.isHidden) return HIDDEN
  return {
    is_hidden: false,
    percent: shownPercent(pair),
    music_percent: isEnough(pair, 'music') ? told(pair, pair.music) : null,
    video_percent: isEnough(pair, 'video') ? told(pair, pair.video) : null,
    based_on: {
      artists: Math.min(counts.one.artists, counts.other.artists),
      channels: Math.min(counts.one.channels, counts.other.channels),
    },
    shared_artists: countKind(pair, 'artist'),
    shared_channels: countKind(pair, 'channel'),
    shared: rarestFirst(pair)
      .slice(0, atMost)
      .flatMap((thing): SharedItem[] => {
        const item = items.get(thing.itemId)
        if (!item) return []
        const holders = thing.holders >= LEAST_HOLDERS ? thing.holders : null
        return [{ item, contribution: shareOf(pair, thing.amount), holders }]
      }),
  }
}

/** Of the score, 0 to 1; in steps of a twentieth where it would tell what counts silently. */
function shareOf({ score, isCoarse }: PairMatch, amount: number): number {
  const share = score > 0 ? amount / score : 0
  return isCoarse ? Math.round(share * 20) / 20 : share
}

const countKind = (pair: PairMatch, kind: 'artist' | 'track' | 'channel'): number =>
  pair.shared.filter((thing) => thing.kind === kind).length

/** What fewer people hold first; of equally rare things the one that matters more to the two. */
export function rarestFirst({ shared }: Pick<PairMatch, 'shared'>): PairMatch['shared'] {
  return shared.toSorted((one, two) => one.holders - two.holders || two.amount - one.amount || (one.itemId < two.itemId ? -1 : 1))
}

const CARD_KINDS: Record<MatchFilter, readonly string[]> = { all: ['artist', 'channel'], music: ['artist'], video: ['channel'] }

/** What a card names and counts: artists and channels, in a list of one side those of that side. A track would say again what its artist says. */
export function forCard(pair: PairMatch, filter: MatchFilter): PairMatch {
  return { ...pair, shared: pair.shared.filter((thing) => CARD_KINDS[filter].includes(thing.kind)) }
}

const PARTS: readonly PartName[] = ['artists', 'tracks', 'genres', 'channels', 'topics', 'listeners']
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
  // In a small crowd nobody has a place among listeners, and nothing is said of it.
  return PARTS.filter((part) => part !== 'listeners' || pair.parts.listeners.amount > 0).map((part) => ({
    part,
    share: pair.isHidden ? 0 : shareOf(pair, pair.parts[part].amount),
    similarity: pair.isHidden ? 0 : similarityOf(pair, part),
    shared: pair.isHidden ? 0 : shared[part],
  }))
}

/** Bars overlap a lot with everybody; things hardly with anybody, and are stretched like the whole. */
function similarityOf(pair: PairMatch, part: PartName): number {
  const { similarity } = pair.parts[part]
  const shown = part === 'genres' || part === 'topics' || part === 'listeners' ? similarity : stretched(similarity, pair.middle)
  return pair.isCoarse ? Math.round(shown * 20) / 20 : shown
}

/** Where a page of matches goes on: in this window, after this person at this score. */
export type RankCursor = { window: number; score: number; uid: Uid }

/** Before everybody of a window. */
export const startOf = (window: number): RankCursor => ({
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

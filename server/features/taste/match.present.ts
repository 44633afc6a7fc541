import type { Uid } from '#contract/ids.ts'
import type { Item } from '#contract/media.ts'
import type { Match, MatchPart, SharedItem } from '#contract/taste.ts'
import type { ItemId } from '../media/media.types.ts'
import { percentOf, stretched } from './match.calibration.ts'
import type { PairMatch } from './match.index.ts'
import type { PartName } from './match.score.ts'

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
  return isEnough(pair, 'music') || isEnough(pair, 'video') ? percentOf(pair.score, pair.middle) : null
}

/**
 * @param atMost how many of the shared things are told, the rarest first
 * @param items what is known of them; others are left out
 */
export function presentMatch(pair: PairMatch, items: ReadonlyMap<ItemId, Item>, atMost: number): Match {
  const { counts } = pair
  return {
    percent: shownPercent(pair),
    music_percent: isEnough(pair, 'music') ? percentOf(pair.music, pair.middle) : null,
    video_percent: isEnough(pair, 'video') ? percentOf(pair.video, pair.middle) : null,
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
        return [{ item, contribution: pair.score > 0 ? thing.amount / pair.score : 0, holders }]
      }),
  }
}

const countKind = (pair: PairMatch, kind: 'artist' | 'track' | 'channel'): number =>
  pair.shared.filter((thing) => thing.kind === kind).length

/** What fewer people hold first; of equally rare things the one that matters more to the two. */
export function rarestFirst({ shared }: Pick<PairMatch, 'shared'>): PairMatch['shared'] {
  return shared.toSorted((one, two) => one.holders - two.holders || two.amount - one.amount || (one.itemId < two.itemId ? -1 : 1))
}

/** What a card names: artists and channels. A track would say again what its artist says. */
export function forCard(pair: PairMatch): PairMatch {
  return { ...pair, shared: pair.shared.filter((thing) => thing.kind !== 'track') }
}

const PARTS: readonly PartName[] = ['artists', 'tracks', 'genres', 'channels', 'topics']
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
  }
  return PARTS.map((part) => ({
    part,
    share: pair.score > 0 ? pair.parts[part].amount / pair.score : 0,
    // Bars overlap a lot with everybody; things hardly with anybody, and are stretched like the whole.
    similarity: part === 'genres' || part === 'topics' ? pair.parts[part].similarity : stretched(pair.parts[part].similarity, pair.middle),
    shared: shared[part],
  }))
}

/** Where a page of matches goes on: after this person at this score. */
export type RankCursor = { score: number; uid: Uid }

export const writeCursor = ({ score, uid }: RankCursor): string => Buffer.from(`${score} ${uid}`).toString('base64url')

/** Null for anything this server did not write. */
export function readCursor(text: string): RankCursor | null {
  const [, score, uid] = /^([\d.e+-]+) ([0-9a-f-]{36})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  return score !== undefined && uid !== undefined && Number.isFinite(Number(score)) ? { score: Number(score), uid } : null
}

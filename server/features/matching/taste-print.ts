import type { ItemKind } from '#contract/media.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/print.ts'
import type { Print } from '#contract/taste.ts'
import { OTHER_MUSIC, OTHER_VIDEO } from './index/taste-vector.ts'

export type PrintItem = { kind: ItemKind; weight: number; bars: readonly number[]; isInferred?: boolean }

/** Tracks and videos say again what their artists and channels say. */
const KIND_WEIGHTS: Record<ItemKind, number> = { artist: 1, track: 0.5, channel: 1, video: 0.5 }

/**
 * A person's taste as one height per bar of PRINT_BARS, 0 to 1: music and video each up to their own highest bar.
 * A thing spreads over its bars; what nothing is known of stands in `other`.
 */
export function printOf(things: readonly PrintItem[]): Print {
  const heights = barHeights(things)
  return [...normalize(heights.slice(0, MUSIC_BARS)), ...normalize(heights.slice(MUSIC_BARS))]
}

/** The bars of a print that rest at least half on things of which no source has said what they are. */
export function inferredOf(things: readonly PrintItem[]): number[] {
  const guessed = barHeights(things.filter(({ isInferred }) => isInferred))
  const heights = barHeights(things)
  return PRINT_BARS.map((_, bar) => bar).filter((bar) => (guessed[bar] ?? 0) > 0 && (guessed[bar] ?? 0) >= (heights[bar] ?? 0) / 2)
}

function barHeights(things: readonly PrintItem[]): number[] {
  const heights = PRINT_BARS.map(() => 0)
  for (const { kind, weight, bars } of things) {
    const all = bars.length > 0 ? bars : [kind === 'artist' || kind === 'track' ? OTHER_MUSIC : OTHER_VIDEO]
    for (const bar of all) heights[bar] = (heights[bar] ?? 0) + (weight * KIND_WEIGHTS[kind]) / all.length
  }
  return heights
}

/** Three digits are finer than any screen draws, and keep the answers small. */
function normalize(heights: readonly number[]): number[] {
  const highest = Math.max(...heights)
  return heights.map((height) => (highest > 0 ? Math.round((height / highest) * 1_000) / 1_000 : 0))
}

import type { ItemKind } from '#contract/media.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import type { Print } from '#contract/taste/taste.ts'
import { OTHER_MUSIC, OTHER_VIDEO } from './index/taste-vector.ts'

export type PrintItem = { kind: ItemKind; weight: number; bars: readonly number[]; isInferred?: boolean }

/** Tracks and videos repeat their artists and channels, so they count half. */
const KIND_WEIGHTS: Record<ItemKind, number> = { artist: 1, track: 0.5, channel: 1, video: 0.5 }

/**
 * A user's taste as one height per bar of PRINT_BARS, 0 to 1; music and video are each scaled to their highest bar. An
 * item spreads over its bars; items without bars count in `other`.
 */
export function printOf(items: readonly PrintItem[]): Print {
  return printOfHeights(barHeights(items))
}

export function printOfHeights(heights: readonly number[]): Print {
  return [...normalize(heights.slice(0, MUSIC_BARS)), ...normalize(heights.slice(MUSIC_BARS))]
}

/** The bars of a print with at least half of their height from inferred items. */
export function inferredOf(items: readonly PrintItem[]): number[] {
  const guessed = barHeights(items.filter(({ isInferred }) => isInferred))
  const heights = barHeights(items)
  return PRINT_BARS.map((_, bar) => bar).filter((bar) => (guessed[bar] ?? 0) > 0 && (guessed[bar] ?? 0) >= (heights[bar] ?? 0) / 2)
}

/** The heights of a print before they are scaled. */
export function barHeights(items: readonly PrintItem[]): number[] {
  const heights = PRINT_BARS.map(() => 0)
  for (const { kind, weight, bars } of items) {
    const all = bars.length > 0 ? bars : [kind === 'artist' || kind === 'track' ? OTHER_MUSIC : OTHER_VIDEO]
    for (const bar of all) heights[bar] = (heights[bar] ?? 0) + (weight * KIND_WEIGHTS[kind]) / all.length
  }
  return heights
}

/** Three digits are precise enough for any screen and keep responses small. */
function normalize(heights: readonly number[]): number[] {
  const highest = Math.max(...heights)
  return heights.map((height) => (highest > 0 ? Math.round((height / highest) * 1_000) / 1_000 : 0))
}

/** Whether two items share a genre or topic. Unknown ones may. */
export const sharesBar = <Bar>(a: readonly Bar[], b: readonly Bar[]): boolean =>
  a.length === 0 || b.length === 0 || a.some((bar) => b.includes(bar))

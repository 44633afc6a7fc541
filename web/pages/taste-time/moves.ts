import { MUSIC_BARS, PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'
import type { TasteOverTime } from '#contract/taste/taste-time.ts'

/** A bar of the print at the beginning and at the end, from 0 to 100. */
export type Move = { bar: Genre | Topic; isMusic: boolean; before: number; now: number }

/** Single months vary: up to so many at each end are averaged. */
const END_MONTHS = 3
const MIN_MOVE = 10
const MOVES = 5
const OTHERS: readonly string[] = ['other-music', 'other-video']

/** The bars that changed most from the first to the last months, the largest move first. */
export function movesOf(months: TasteOverTime['months']): Move[] {
  const sides = [
    { from: 0, to: MUSIC_BARS },
    { from: MUSIC_BARS, to: PRINT_BARS.length },
  ].flatMap(({ from, to }) => {
    // A month without music says nothing about music.
    const known = months.flatMap(({ bars }) => (bars?.slice(from, to).some((height) => height > 0) ? [bars] : []))
    const ends = Math.min(END_MONTHS, Math.floor(known.length / 2))
    if (ends === 0) return []
    const [first, last] = [known.slice(0, ends), known.slice(-ends)]
    return PRINT_BARS.slice(from, to).map((bar, at): Move => {
      const mean = (part: readonly number[][]) => Math.round(part.reduce((sum, bars) => sum + (bars[from + at] ?? 0), 0) / part.length)
      return { bar, isMusic: from === 0, before: mean(first), now: mean(last) }
    })
  })
  return sides
    .filter(({ bar, before, now }) => Math.abs(now - before) >= MIN_MOVE && !OTHERS.includes(bar))
    .toSorted((one, two) => Math.abs(two.now - two.before) - Math.abs(one.now - one.before))
    .slice(0, MOVES)
}

/** The bar that fell most and the one that rose most; null if one of them is missing. */
export function headline(moves: readonly Move[]): { from: Move; to: Move } | null {
  const from = moves.find(({ before, now }) => now < before)
  const to = moves.find(({ before, now }) => now > before)
  return from && to ? { from, to } : null
}

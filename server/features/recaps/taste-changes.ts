import { PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'
import type { Day } from '#server/platform/local-day.ts'

// Who changed what a user plays, as pure functions.

/** An artist or a channel that `by` showed before the first play. */
export type BroughtMaker = { makerId: string; by: string; plays: number; first: Day; last: Day; bars: readonly (Genre | Topic)[] }
export type Change = { by: string; makers: number; points: number; makerId: string; bar: number | null }

/** What is still played this many days after the first play has stayed. */
const STAYED_DAYS = 21
const PEOPLE = 3

/** Those who brought most of all plays, as percent. What did not stay, and less than one percent, is left out. */
export function changesOf(brought: readonly BroughtMaker[], total: number): Change[] {
  const stayed = brought.filter(({ first, last }) => last - first >= STAYED_DAYS)
  return [...Map.groupBy(stayed, ({ by }) => by)]
    .flatMap(([by, makers]): Change[] => {
      const plays = makers.reduce((sum, one) => sum + one.plays, 0)
      const [most] = makers.toSorted((one, two) => two.plays - one.plays || (one.makerId < two.makerId ? -1 : 1))
      const points = total === 0 ? 0 : Math.round((plays / total) * 100)
      return most && points > 0 ? [{ by, makers: makers.length, points, makerId: most.makerId, bar: tallestBar(makers) }] : []
    })
    .toSorted((one, two) => two.points - one.points || (one.by < two.by ? -1 : 1))
    .slice(0, PEOPLE)
}

function tallestBar(makers: readonly BroughtMaker[]): number | null {
  const counts = new Map<Genre | Topic, number>()
  for (const { bars, plays } of makers)
    for (const bar of bars) if (!bar.startsWith('other-')) counts.set(bar, (counts.get(bar) ?? 0) + plays)
  const [tallest] = [...counts].toSorted(([, one], [, two]) => two - one)
  return tallest ? PRINT_BARS.indexOf(tallest[0]) : null
}

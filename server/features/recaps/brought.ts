import type { Uid } from '#contract/base/ids.ts'
import type { BroughtItem } from '#contract/taste/recaps.ts'
import type { FirstPlay } from '#server/features/sources/plays.ts'
import type { Day } from '#server/platform/local-day.ts'

/** An item that a buddy showed to the viewer, in a place that the viewer can open. */
export type Share = { itemId: string; by: Uid; how: BroughtItem['how']; at: Date; where: string }

/** An item counts as brought for this many days after it was shown. */
const MAX_DAYS = 60
const MINUTE_MS = 60_000

/**
 * For each item the first share before its first play, if it was at most two months before. If only the day of the first play is
 * known, a share of that day counts.
 */
export function firstShares(
  shares: readonly Share[],
  firstPlays: ReadonlyMap<string, FirstPlay>,
  dayOf: (at: number) => Day,
): Map<string, Share> {
  const found = new Map<string, Share>()
  for (const share of shares) {
    const played = firstPlays.get(share.itemId)
    const time = share.at.getTime()
    if (played === undefined || isBefore(played, time, dayOf) || played.day - dayOf(time) > MAX_DAYS) continue
    const earlier = found.get(share.itemId)
    if (!earlier || share.at < earlier.at) found.set(share.itemId, share)
  }
  return found
}

/** Whether something was played before this time in milliseconds; by day if only the day is known. */
export const isBefore = ({ day, minute }: FirstPlay, time: number, dayOf: (at: number) => Day): boolean =>
  minute === null ? day < dayOf(time) : minute < Math.floor(time / MINUTE_MS)

/** `until` is missing for now. */
export type ShareTime = { since: Date; until?: Date }

/** When the shares were that can have brought items of these days. In the west, days end up to 12 hours later than in UTC. */
export const timeOfShares = ({ from, to }: { from: Day; to: Day }): ShareTime => ({
  since: new Date((from - MAX_DAYS) * 86_400_000),
  until: new Date((to + 2) * 86_400_000),
})

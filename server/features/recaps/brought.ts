import type { Uid } from '#contract/base/ids.ts'
import type { BroughtItem } from '#contract/taste/recaps.ts'
import type { Day } from '#server/platform/local-day.ts'

/** A buddy showed an item to the viewer, in a place that the viewer can open. */
export type Share = { itemId: string; by: Uid; how: BroughtItem['how']; at: Date; where: string }

/** An item counts as brought for this many days after it was shown. */
const MAX_DAYS = 60

/** For each item the first share before its first play, if it was at most two months before. The time of the first play is known by day only. */
export function firstShares(shares: readonly Share[], firstDays: ReadonlyMap<string, Day>, dayOf: (at: number) => Day): Map<string, Share> {
  const found = new Map<string, Share>()
  for (const share of shares) {
    const played = firstDays.get(share.itemId)
    const shown = dayOf(share.at.getTime())
    if (played === undefined || shown > played || played - shown > MAX_DAYS) continue
    const earlier = found.get(share.itemId)
    if (!earlier || share.at < earlier.at) found.set(share.itemId, share)
  }
  return found
}

/** Shares from before a week can have brought items of it. */
export const sharesSince = (week: Day): Date => new Date((week - MAX_DAYS) * 86_400_000)

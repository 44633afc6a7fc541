import type { RecapDay, RecapItem } from '#contract/taste/recaps.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import { dateOfDay, type Day } from '#server/platform/local-day.ts'
import type { ItemDay } from '#server/features/sources/plays.ts'
import { WEEK_DAYS } from './local-week.ts'

// What a week's plays say, as pure functions. Artists and channels repeat the plays of their tracks and videos.

export type Totals = { music: number; video: number; seconds: number }

export function totalsOf(plays: readonly ItemDay[]): Totals {
  const totals = { music: 0, video: 0, seconds: 0 }
  for (const { kind, plays: count, seconds } of plays) {
    if (kind === 'track') totals.seconds += seconds
    if (kind === 'track') totals.music += count
    if (kind === 'video') totals.video += count
  }
  return totals
}

export function daysOf(plays: readonly ItemDay[], from: Day): RecapDay[] {
  return Array.from({ length: WEEK_DAYS }, (_, at) => {
    const { music, video } = totalsOf(plays.filter(({ day }) => day === from + at))
    return { date: dateOfDay(from + at), music, video }
  })
}

/** Plays by item, the most played first. */
export function ranked(plays: readonly ItemDay[], kinds: readonly ItemKind[]): { id: string; plays: number }[] {
  const counts = new Map<string, number>()
  for (const { itemId, kind, plays: count } of plays) if (kinds.includes(kind)) counts.set(itemId, (counts.get(itemId) ?? 0) + count)
  return Array.from(counts, ([id, count]) => ({ id, plays: count })).toSorted(
    (one, two) => two.plays - one.plays || (one.id < two.id ? -1 : 1),
  )
}

export type WeekItems = {
  items: ReadonlyMap<string, Item>
  /** Plays of the week before by item. */
  before: ReadonlyMap<string, number>
  /** Items whose first known play is in the week. */
  fresh: ReadonlySet<string>
}

export function present(top: readonly { id: string; plays: number }[], { items, before, fresh }: WeekItems): RecapItem[] {
  return top.flatMap(({ id, plays }) => {
    const item = items.get(id)
    return item ? [{ item, plays, before: before.get(id) ?? 0, is_new: fresh.has(id) }] : []
  })
}

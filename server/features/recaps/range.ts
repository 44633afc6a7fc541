import type { ItemKind } from '#contract/media.ts'
import type { PlayUnit } from '#contract/taste/plays.ts'
import { PRINT_BARS, type Genre, type Topic } from '#contract/taste/print.ts'
import { unpackDay } from '#server/features/sources/days.ts'
import { minuteOf, secondsOf } from '#server/features/sources/play-times.ts'
import type { ItemPlays } from '#server/features/sources/plays.ts'
import { dateOfDay, DAY_MINUTES, DAY_MS, localMinutes, mondayOf, type Day } from '#server/platform/local-day.ts'
import { WEEK_DAYS } from './local-week.ts'

// Statistics of the plays in a range, as pure functions. Artists and channels repeat the plays of their tracks and videos.

export type Part = { from: Day; to: Day }

/** Parts of a range: days, weeks from Monday, calendar months, or years. The first and the last are cut at the range. */
export function partsOf(from: Day, to: Day, unit: PlayUnit): Part[] {
  const parts: Part[] = []
  for (let day = from; day <= to;) {
    const next = nextPart(day, unit)
    parts.push({ from: day, to: Math.min(to, next - 1) })
    day = next
  }
  return parts
}

function nextPart(day: Day, unit: PlayUnit): Day {
  if (unit === 'day') return day + 1
  if (unit === 'week') return mondayOf(day) + WEEK_DAYS
  const date = new Date(day * DAY_MS)
  const year = date.getUTCFullYear()
  return (unit === 'month' ? Date.UTC(year, date.getUTCMonth() + 1, 1) : Date.UTC(year + 1, 0, 1)) / DAY_MS
}

/** `untimed`: plays whose length no source reported. */
export type ItemCount = {
  itemId: string
  kind: ItemKind
  plays: number
  seconds: number
  untimed: number
  before: number
  byPart: number[]
}

export const isWork = (kind: ItemKind): boolean => kind === 'track' || kind === 'video'

type Options = { from: Day; to: Day; unit: PlayUnit; timeZone: string }
type CountedPart = Part & { music: number; video: number; seconds: number }

export type CountedRange = ReturnType<typeof countRange>

/** Counts plays in one pass: by item, by part, and by weekday (from Monday) and hour. Those before `from` count for the comparison. */
export function countRange(played: readonly ItemPlays[], { from, to, unit, timeZone }: Options) {
  const parts = partsOf(from, to, unit).map((part): CountedPart => ({ ...part, music: 0, video: 0, seconds: 0 }))
  const partOfDay = parts.flatMap((part, index) => Array.from({ length: part.to - part.from + 1 }, () => index))
  const hours = Array.from({ length: WEEK_DAYS }, () => Array.from({ length: 24 }, () => 0))
  const before = { plays: 0, seconds: 0 }
  const local = localMinutes(timeZone)
  let withoutHour = 0
  const none = parts.map(() => 0)
  const count = (item: ItemCount, day: Day, plays: number, seconds: number): void => {
    const { kind, byPart } = item
    if (day < from) {
      item.before += plays
      if (isWork(kind)) before.plays += plays
      if (kind === 'track') before.seconds += seconds
      return
    }
    const index = partOfDay[day - from]
    const part = index === undefined ? undefined : parts[index]
    if (index === undefined || !part) return
    item.plays += plays
    item.seconds += seconds
    if (seconds === 0) item.untimed += plays
    byPart[index] = (byPart[index] ?? 0) + plays
    if (kind === 'track') {
      part.music += plays
      part.seconds += seconds
    } else if (kind === 'video') part.video += plays
  }
  const items = played.map(({ itemId, kind, times, days }): ItemCount => {
    const item: ItemCount = { itemId, kind, plays: 0, seconds: 0, untimed: 0, before: 0, byPart: [...none] }
    const hasHours = isWork(kind)
    for (const play of times) {
      const minute = local(minuteOf(play))
      const day = Math.floor(minute / DAY_MINUTES)
      count(item, day, 1, secondsOf(play))
      if (!hasHours || day < from) continue
      const ofWeekday = hours[(day + 3) % WEEK_DAYS]
      const hour = Math.floor((minute - day * DAY_MINUTES) / 60)
      if (ofWeekday) ofWeekday[hour] = (ofWeekday[hour] ?? 0) + 1
    }
    for (const packed of days) {
      const { day, plays, seconds } = unpackDay(packed)
      count(item, day, plays, seconds)
      if (hasHours && day >= from) withoutHour += plays
    }
    return item
  })
  return { items, parts, before, hours, withoutHour }
}

/** The unit with about 30 parts at most. */
export function unitOf(days: number): PlayUnit {
  if (days <= 31) return 'day'
  if (days <= 92) return 'week'
  return days <= 366 * 3 ? 'month' : 'year'
}

/** The most played items of these kinds. */
export const top = (items: readonly ItemCount[], kinds: ItemKind | readonly ItemKind[], limit: number): ItemCount[] =>
  items
    .filter((item) => (Array.isArray(kinds) ? kinds.includes(item.kind) : item.kind === kinds) && item.plays > 0)
    .toSorted(byPlays)
    .slice(0, limit)

const byPlays = (a: ItemCount, b: ItemCount) => b.plays - a.plays || (a.itemId < b.itemId ? -1 : 1)

export const dated = ({ from, to }: Part) => ({ from: dateOfDay(from), to: dateOfDay(to) })

/** Places of the most played artists and channels in each part. Items with equal plays are in the order of the whole range. */
export function placesOf(items: readonly ItemCount[], parts: number, limit: number): { itemId: string; places: (number | null)[] }[] {
  const makers = items.filter(({ kind, plays }) => (kind === 'artist' || kind === 'channel') && plays > 0).toSorted(byPlays)
  const ranked = Array.from({ length: parts }, (_, part) =>
    makers.filter(({ byPart }) => (byPart[part] ?? 0) > 0).toSorted((a, b) => (b.byPart[part] ?? 0) - (a.byPart[part] ?? 0)),
  )
  const places = ranked.map((inOrder) => new Map(inOrder.map(({ itemId }, index) => [itemId, index + 1])))
  return makers.slice(0, limit).map(({ itemId }) => ({ itemId, places: places.map((of) => of.get(itemId) ?? null) }))
}

/** Plays by bar of the print in each part, from artists and channels; a play counts for each bar of its artist. */
export function barsByPart(items: readonly ItemCount[], parts: number, barsOf: (itemId: string) => readonly (Genre | Topic)[]): number[][] {
  const counts = Array.from({ length: parts }, () => PRINT_BARS.map(() => 0))
  for (const { itemId, kind, byPart } of items) {
    if (kind !== 'artist' && kind !== 'channel') continue
    for (const bar of barsOf(itemId)) {
      const index = PRINT_BARS.indexOf(bar)
      for (const [part, plays] of byPart.entries()) {
        const ofPart = counts[part]
        if (ofPart && index >= 0) ofPart[index] = (ofPart[index] ?? 0) + plays
      }
    }
  }
  return counts
}

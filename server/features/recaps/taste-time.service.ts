import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import type { PassingItem, TasteOverTime } from '#contract/taste/taste-time.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import { barHeights } from '#server/features/matching/taste-print.ts'
import { createMonthlyPrintsStore } from '#server/features/sources/monthly-prints.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import { dateOfDay, dayOfDate, localDays, type Day } from '#server/platform/local-day.ts'
import { arrivalsAndDepartures, monthPrints, namedEras, type Prints } from './months.ts'
import { barsByPart, countRange, partsOf, type ItemCount } from './range.ts'
import type { RecapsDeps } from './recap-content.ts'

export type TasteTimeDeps = Pick<RecapsDeps, 'db' | 'clock' | 'media' | 'timeZoneOf'> & {
  loved(uid: Uid): Promise<{ itemId: string; kind: ItemKind; source: SourceName; weight: number }[]>
}

export type TasteTime = ReturnType<typeof createTasteTime>

/** The sources that a user shows to another one; all if `sources` is omitted. */
type ShownPart = { sources?: readonly SourceName[]; music: boolean; video: boolean }

const EVERYTHING: ShownPart = { music: true, video: true }
/** 20 years. */
const MAX_MONTHS = 240
const PASSING = 8

/** Taste over time: a user's print by month, from plays and from the prints that the weekly job stored. Nobody else sees it. */
export function createTasteTime({ db, clock, media, loved, timeZoneOf }: TasteTimeDeps) {
  const plays = createPlaysStore(db)
  const stored = createMonthlyPrintsStore(db)

  async function heightsNow(uid: Uid): Promise<Map<SourceName, number[]>> {
    const rows = await loved(uid)
    const bars = await media.bars([...new Set(rows.map(({ itemId }) => itemId))])
    const barsOf = (itemId: string) => (bars.get(itemId) ?? []).map((bar) => PRINT_BARS.indexOf(bar))
    const bySource = Map.groupBy(rows, ({ source }) => source)
    return new Map(
      Array.from(bySource, ([source, entries]) => [
        source,
        barHeights(entries.map(({ itemId, kind, weight }) => ({ kind, weight, bars: barsOf(itemId) }))),
      ]),
    )
  }

  async function monthsOf(viewer: Uid, { sources }: Partial<ShownPart> = {}) {
    const timeZone = await timeZoneOf(viewer)
    const dayOf = localDays(timeZone)
    const today = dayOf(clock.now().getTime())
    const [span, months, bySource] = await Promise.all([plays.getDaySpan(viewer, dayOf), stored.list(viewer), heightsNow(viewer)])
    const isShown = (source: SourceName) => sources === undefined || sources.includes(source)
    const snapshots = months.filter(({ source }) => isShown(source))
    const now = [...bySource].flatMap(([source, ofSource]) => (isShown(source) ? [ofSource] : []))
    const thisMonth = monthOf(dateOfDay(today))
    const starts = [span?.from ?? today, ...snapshots.slice(0, 1).map(({ month }) => dayOfDate(month))]
    const first = dayOfDate(monthOf(dateOfDay(Math.min(today, ...starts))))
    const parts = partsOf(first, today, 'month').slice(-MAX_MONTHS)
    const from = parts[0]?.from ?? first
    const played = span === null ? [] : await plays.listInRange(viewer, { from, to: today, timeZone, sources })
    const { items, parts: counted } = countRange(played, { from, to: today, unit: 'month', timeZone })
    const makers = items.filter(({ kind, plays: count }) => (kind === 'artist' || kind === 'channel') && count > 0)
    const bars = await media.bars(makers.map(({ itemId }) => itemId))
    const byMonth = Map.groupBy(
      snapshots.filter(({ month }) => month !== thisMonth),
      ({ month }) => month,
    )
    const dates = parts.map(({ from: day }) => dateOfDay(day))
    const prints = monthPrints(
      barsByPart(makers, parts.length, (itemId) => bars.get(itemId) ?? []),
      dates.map((month) => (month === thisMonth ? now : (byMonth.get(month) ?? []).map(({ heights }) => heights))),
    )
    return { months: dates, prints, makers, counted, dayOf }
  }

  async function present(viewer: Uid, all: readonly ItemCount[], dayOf: (at: number) => Day): Promise<PassingItem[]> {
    const shown = all.slice(0, PASSING)
    const ids = shown.map(({ itemId }) => itemId)
    const [items, days] = await Promise.all([media.items(ids), plays.ends(viewer, ids, dayOf)])
    const date = (day: Day | undefined) => (day === undefined || day === 0 ? null : dateOfDay(day))
    return shown.flatMap(({ itemId, plays: count }) => {
      const [item, ends] = [items.get(itemId), days.get(itemId)]
      return item ? [{ item, first: date(ends?.first.day), last: date(ends?.last), plays: count }] : []
    })
  }

  return {
    async overTime(viewer: Uid): Promise<TasteOverTime> {
      const { months, prints, makers, counted, dayOf } = await monthsOf(viewer)
      const { came, went } = arrivalsAndDepartures(makers)
      const dates = (index: number) => months[index] ?? ''
      return {
        music: counted.reduce((sum, { music }) => sum + music, 0),
        video: counted.reduce((sum, { video }) => sum + video, 0),
        months: prints.some((bars) => bars !== null) ? months.map((month, index) => ({ month, bars: prints[index] ?? null })) : [],
        eras: namedEras(prints).map(({ from, to, bars }) => ({ from: dates(from), to: dates(to), bars })),
        came: await present(viewer, came, dayOf),
        went: await present(viewer, went, dayOf),
      }
    },

    /** Prints by month: complete, or limited to what a user shows another one. */
    async prints(uid: Uid, part: ShownPart = EVERYTHING): Promise<Prints> {
      const { months, prints } = await monthsOf(uid, part)
      const isShown = (bar: number) => (bar < MUSIC_BARS ? part.music : part.video)
      return new Map(
        prints.flatMap((bars, index) =>
          bars ? [[months[index] ?? '', bars.map((height, bar) => (isShown(bar) ? height : 0))] as const] : [],
        ),
      )
    },

    /** Stores the current data of each source as the print of the month of this day. */
    async saveMonth(uid: Uid, date: string): Promise<void> {
      await stored.save(uid, monthOf(date), await heightsNow(uid))
    },
  }
}

/** The first day of a date's month. */
export const monthOf = (date: string): string => `${date.slice(0, 7)}-01`

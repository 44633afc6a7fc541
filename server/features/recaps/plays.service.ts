import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ListedPlay, PlayRange, PlaySettings, PlayUnit } from '#contract/taste/plays.ts'
import { itemsToStore, rowsOf } from '#server/features/imports/merge.ts'
import type { Db } from '#server/platform/db/database.ts'
import { unpackDay } from '#server/features/sources/days.ts'
import { createExclusionsStore, exclusionAt, type PlayExclusion } from '#server/features/sources/play-exclusions.ts'
import { countPlays, minuteOf } from '#server/features/sources/play-times.ts'
import { createPlaysStore, type ItemPlays, type PlaysStore } from '#server/features/sources/plays.ts'
import { sourceRows } from '#server/features/sources/source-rows.ts'
import { isFile } from '#server/features/sources/sources.types.ts'
import { dateOfDay, dayOfDate, localDays, startOfDay, type Day } from '#server/platform/local-day.ts'
import { decodeCursor, encodeCursor } from '#server/platform/page-cursor.ts'
import { itemsWithoutLength, playLength } from './play-length.ts'
import { barsByPart, countRange, dated, partsOf, placesOf, top, unitOf, type ItemCount } from './range.ts'
import type { RecapsDeps } from './recap-content.ts'
import { presentRangeItem } from './recaps.present.ts'

export type PlaysDeps = Pick<RecapsDeps, 'db' | 'clock' | 'media' | 'timeZoneOf'> & {
  onTasteChanged(uid: Uid): Promise<void> | void
}

export type Plays = ReturnType<typeof createPlays>

const MINUTE_MS = 60_000
/** Without a range, the last four weeks. */
const DEFAULT_DAYS = 28
const MAX_DAYS = 366 * 60
/** Longer ranges are not compared with the one before. */
const MAX_COMPARED_DAYS = 366
const MAX_PARTS = 400
const MAX_TOP_ITEMS = 10
const MAX_RANKED_ITEMS = 8
const MAX_MONTHS = 12
const PAGE_SIZE = 50
/** The number of days that a page reads first. */
const WINDOW_DAYS = 31
const MAX_EXCLUSIONS = 5_000

type Context = PlaysDeps & {
  store: PlaysStore
  exclusions: ReturnType<typeof createExclusionsStore>
  nowMinute: () => number
}

/** A user's plays in any range of days, and their deletion. Nobody else sees them. */
export function createPlays(deps: PlaysDeps) {
  const { db, clock } = deps
  const context: Context = {
    ...deps,
    store: createPlaysStore(db),
    exclusions: createExclusionsStore(db),
    nowMinute: () => Math.floor(clock.now().getTime() / MINUTE_MS),
  }
  return { ...rangeQueries(context), ...playQueries(context), ...deletions(context), ...playSettings(context) }
}

function parseRange(viewer: Uid, input: { from?: string | undefined; to?: string | undefined }, today: Day): { from: Day; to: Day } {
  const to = input.to === undefined ? today : dayOfDate(input.to)
  const from = input.from === undefined ? to - DEFAULT_DAYS + 1 : dayOfDate(input.from)
  if (from > to || from < 0 || to - from > MAX_DAYS || to > today + MAX_DAYS)
    throw new AppError('invalid_input', { viewer }, [{ field: 'from', message: 'This range has no days.' }])
  return { from, to }
}

function rangeQueries({ store, clock, media, timeZoneOf }: Context) {
  return {
    /** @throws AppError 'invalid_input' for a range without days */
    async range(viewer: Uid, input: { from?: string | undefined; to?: string | undefined; by?: PlayUnit | undefined }): Promise<PlayRange> {
      const timeZone = await timeZoneOf(viewer)
      const dayOf = localDays(timeZone)
      const { from, to } = parseRange(viewer, input, dayOf(clock.now().getTime()))
      const days = to - from + 1
      const isCompared = days <= MAX_COMPARED_DAYS
      const unit = input.by !== undefined && partsOf(from, to, input.by).length <= MAX_PARTS ? input.by : unitOf(days)
      const [played, span] = await Promise.all([
        store.listInRange(viewer, { from: isCompared ? from - days : from, to, timeZone }),
        store.getDaySpan(viewer, dayOf),
      ])
      const { items: counts, parts, before, hours, withoutHour } = countRange(played, { from, to, unit, timeZone })
      const months = partsOf(from, to, 'month').slice(-MAX_MONTHS)
      const isMonthly = unit === 'month' && parts.length <= MAX_MONTHS
      const monthly = isMonthly
        ? counts
        : countRange(
            played.filter(({ kind }) => kind === 'artist' || kind === 'channel'),
            { from: months[0]?.from ?? from, to, unit: 'month', timeZone },
          ).items
      const rankParts = parts.length <= MAX_MONTHS ? parts : months
      const places = placesOf(parts.length <= MAX_MONTHS ? counts : monthly, rankParts.length, MAX_RANKED_ITEMS)
      const tops = {
        artists: top(counts, 'artist', MAX_TOP_ITEMS),
        tracks: top(counts, 'track', MAX_TOP_ITEMS),
        channels: top(counts, 'channel', MAX_TOP_ITEMS),
        videos: top(counts, 'video', MAX_TOP_ITEMS),
      }
      const shown = [
        ...new Set([...Object.values(tops).flatMap((all) => all.map(({ itemId }) => itemId)), ...places.map(({ itemId }) => itemId)]),
      ]
      const makers = monthly.filter(({ kind, plays }) => (kind === 'artist' || kind === 'channel') && plays > 0).map(({ itemId }) => itemId)
      const [items, ends, barsOf, durations] = await Promise.all([
        media.items(shown),
        store.ends(viewer, shown, dayOf),
        media.bars(makers),
        media.durations(itemsWithoutLength(counts)),
      ])
      const present = (all: readonly ItemCount[]) => all.flatMap((count) => presentRangeItem(count, items, ends, isCompared))
      const sum = (field: 'music' | 'video') => parts.reduce((total, part) => total + part[field], 0)
      const bars = barsByPart(monthly, months.length, (itemId) => barsOf.get(itemId) ?? [])
      return {
        from: dateOfDay(from),
        to: dateOfDay(to),
        unit,
        span: span && dated(span),
        music: sum('music'),
        video: sum('video'),
        length: playLength(counts, durations),
        before: isCompared ? before : null,
        parts: parts.map(({ music, video, seconds, ...part }) => ({ ...dated(part), music, video, seconds })),
        hours,
        without_hour: withoutHour,
        months: months.map((month, index) => ({ month: dateOfDay(month.from), bars: bars[index] ?? [] })),
        ranks: {
          parts: rankParts.map(dated),
          items: places.flatMap(({ itemId, places: ofItem }) => {
            const item = items.get(itemId)
            return item ? [{ item, places: ofItem }] : []
          }),
        },
        artists: present(tops.artists),
        tracks: present(tops.tracks),
        channels: present(tops.channels),
        videos: present(tops.videos),
      }
    },
  }
}

function playQueries({ store, clock, media, timeZoneOf }: Context) {
  return {
    /**
     * Single plays of tracks and videos, the latest first.
     * @throws AppError 'invalid_input' for a range without days or an invalid cursor
     */
    async list(
      viewer: Uid,
      input: { from?: string | undefined; to?: string | undefined; cursor?: string | undefined },
    ): Promise<{ plays: ListedPlay[]; next: string | null }> {
      const timeZone = await timeZoneOf(viewer)
      const dayOf = localDays(timeZone)
      const range = parseRange(viewer, input, dayOf(clock.now().getTime()))
      const { order, shown } = input.cursor === undefined ? { order: Number.POSITIVE_INFINITY, shown: 0 } : readCursor(input.cursor)
      const end = shown + PAGE_SIZE
      let to = order === Number.POSITIVE_INFINITY ? range.to : Math.min(range.to, dayOf(minuteIn(order) * MINUTE_MS))
      const found: SinglePlay[] = []
      // Reads backwards from the cursor; the windows grow, so that years without plays take few reads.
      for (let days = WINDOW_DAYS; to >= range.from && found.length <= end; days *= 2) {
        const from = Math.max(range.from, to - days + 1)
        const played = await store.listInRange(viewer, { from, to, timeZone })
        const works = played.filter(({ kind }) => kind === 'track' || kind === 'video')
        const singles = works.flatMap((item) => singlePlays(item, timeZone)).filter((single) => single.order <= order)
        for (const single of singles.toSorted((a, b) => b.order - a.order || (a.itemId < b.itemId ? -1 : 1))) found.push(single)
        to = from - 1
      }
      const page = found.slice(shown, end)
      const items = await media.items(page.map(({ itemId }) => itemId))
      return {
        plays: page.flatMap(({ itemId, order: place, plays }) => {
          const item = items.get(itemId)
          const time = minuteIn(place) * MINUTE_MS
          return item ? [{ item, at: hasTime(place) ? new Date(time).toISOString() : null, date: dateOfDay(dayOf(time)), plays }] : []
        }),
        next: found.length > end ? writeCursor(found.slice(0, end)) : null,
      }
    },

    async getItemPlays(viewer: Uid, itemId: string): Promise<{ plays: number; first: string | null; last: string | null }> {
      const timeZone = await timeZoneOf(viewer)
      const dayOf = localDays(timeZone)
      const item = await store.getItemPlays(viewer, itemId, dayOf)
      if (!item || countPlays(item) === 0) return { plays: 0, first: null, last: null }
      const days = [...item.times.map((play) => dayOf(minuteOf(play) * MINUTE_MS)), ...item.days.map((packed) => unpackDay(packed).day)]
      const [first, last] = [days.reduce((least, day) => Math.min(least, day)), days.reduce((most, day) => Math.max(most, day))]
      return { plays: countPlays(item), first: first > 0 ? dateOfDay(first) : null, last: last > 0 ? dateOfDay(last) : null }
    },
  }
}

function deletions({ db, store, exclusions, clock, media, timeZoneOf, nowMinute, onTasteChanged }: Context) {
  /** The first and the last minute. A day is the same as in the lists; plays later today are not included. */
  async function minutesOf(viewer: Uid, { from, to }: { from: string; to: string }): Promise<{ from: number; to: number }> {
    const timeZone = await timeZoneOf(viewer)
    const first = isDate(from) ? startOfDay(dayOfDate(from), timeZone) : Math.floor(Date.parse(from) / MINUTE_MS)
    if (!isDate(to)) return { from: first, to: Math.floor(Date.parse(to) / MINUTE_MS) }
    return { from: first, to: Math.min(startOfDay(dayOfDate(to) + 1, timeZone) - 1, nowMinute()) }
  }

  /** Plays of an item in a range also count for its makers. */
  async function exclusionsOf(uid: Uid, itemId: string, from: number, to: number): Promise<PlayExclusion[]> {
    const makers = await exclusions.makersOf(itemId)
    const minutes = new Set<number>()
    for (const source of await store.sources(uid))
      for (const { times } of await store.find({ uid, source }, [itemId]))
        for (const play of times) if (minuteOf(play) >= from && minuteOf(play) <= to) minutes.add(minuteOf(play))
    const single = from === to ? [exclusionAt(itemId, from)] : [{ itemId, from, to }]
    return [...single, ...makers.flatMap((maker) => [...minutes].map((minute) => exclusionAt(maker, minute)))]
  }

  return {
    /** @throws AppError 'invalid_input' for an item that is not a track or video, an end before the beginning, or too many exclusions */
    async delete(viewer: Uid, input: { from: string; to: string; item_id?: string | undefined }): Promise<{ deleted: number }> {
      const { from, to } = await minutesOf(viewer, input)
      if (from > to || from < 1 || to > nowMinute() + 2 * 24 * 60)
        throw new AppError('invalid_input', { viewer }, [{ field: 'from', message: 'This range has no plays.' }])
      const itemId = input.item_id
      const item = itemId === undefined ? null : (await media.items([itemId])).get(itemId)
      if (item === undefined || item?.kind === 'artist' || item?.kind === 'channel')
        throw new AppError('invalid_input', { viewer }, [{ field: 'item_id', message: 'Only plays of tracks and videos can be deleted.' }])
      const added = item === null ? [{ itemId: null, from, to }] : await exclusionsOf(viewer, item.id, from, to)
      const deleted = await db.transaction().execute((tx) => exclude(tx, viewer, added, clock.now()))
      await onTasteChanged(viewer)
      return { deleted }
    },
  }
}

/** Hidden items and private sessions. */
function playSettings({ db, exclusions, clock, media, nowMinute }: Context) {
  async function settings(viewer: Uid): Promise<PlaySettings> {
    const [until, hidden] = await Promise.all([exclusions.privateUntil(viewer, nowMinute()), exclusions.listHidden(viewer)])
    const items = await media.items(hidden)
    return {
      private_until: until === null ? null : new Date(until * MINUTE_MS).toISOString(),
      hidden: hidden.flatMap((id) => items.get(id) ?? []),
    }
  }

  return {
    settings,

    async hide(viewer: Uid, itemId: string): Promise<PlaySettings> {
      await exclusions.hide(viewer, itemId, clock.now())
      return settings(viewer)
    },

    async show(viewer: Uid, itemId: string): Promise<PlaySettings> {
      await exclusions.show(viewer, itemId)
      return settings(viewer)
    },

    /** Starts a private session, replaces the running one, or ends it with 0 hours. Plays of that time stay out. */
    async setPrivate(viewer: Uid, hours: number): Promise<PlaySettings> {
      const now = nowMinute()
      await db.transaction().execute(async (tx) => {
        const inTx = createExclusionsStore(tx)
        await inTx.endPrivate(viewer, now)
        if (hours > 0) await inTx.startPrivate(viewer, { from: now, to: now + hours * 60 }, clock.now())
      })
      return settings(viewer)
    },
  }
}

/** Whether it is a day such as 2026-11-16, not a time. */
const isDate = (text: string): boolean => text.length === 10

/**
 * One play, or the plays of a day without times. Sorted by `order`: twice its minute and one, or twice the first minute of its day, so
 * that the plays without times come after those of their day.
 */
type SinglePlay = { itemId: string; order: number; plays: number }

const minuteIn = (order: number): number => Math.floor(order / 2)
const hasTime = (order: number): boolean => order % 2 !== 0

function singlePlays({ itemId, times, days }: ItemPlays, timeZone: string): SinglePlay[] {
  return [
    ...times.map((play) => ({ itemId, order: minuteOf(play) * 2 + 1, plays: 1 })),
    ...days.map((packed) => {
      const { day, plays } = unpackDay(packed)
      return { itemId, order: startOfDay(day, timeZone) * 2, plays }
    }),
  ]
}

/** The place of the last play, and how many at the same place were shown: several can be in one minute or day. */
function writeCursor(shown: readonly SinglePlay[]): string {
  const order = shown.at(-1)?.order ?? 0
  return encodeCursor(`${order} ${shown.filter((single) => single.order === order).length}`)
}

/** @throws AppError 'invalid_input' for other text */
function readCursor(cursor: string): { order: number; shown: number } {
  const [order, shown] = decodeCursor(cursor, /^(-?\d{1,9}) (\d{1,7})$/)
  return { order: Number(order), shown: Number(shown) }
}

/** Stores exclusions and removes their plays from all sources. Returns how many plays of tracks and videos were removed. */
async function exclude(tx: Db, uid: Uid, added: readonly PlayExclusion[], now: Date): Promise<number> {
  const plays = createPlaysStore(tx)
  const rows = sourceRows(tx)
  const sources = await plays.sources(uid)
  // Imports and syncs lock their source before they write: they see the exclusions afterwards.
  for (const source of sources) await rows.lock({ uid, source })
  const exclusions = createExclusionsStore(tx)
  // The first is the deleted range. What it covers needs no row of its own.
  if (added[0]) await exclusions.removeWithin(uid, added[0])
  if ((await exclusions.list(uid)).length + added.length > MAX_EXCLUSIONS)
    throw new AppError('invalid_input', { uid }, [
      { field: 'from', message: 'These are too many single plays. Delete all plays of a range instead.' },
    ])
  await exclusions.add(uid, 'deleted', added, now)
  const ids = added.map(({ itemId }) => itemId)
  const only = ids.includes(null) ? undefined : [...new Set(ids)].filter((id) => id !== null)
  let deleted = 0
  for (const source of sources) {
    const key = { uid, source }
    const before = await plays.find(key, only)
    const after = await plays.allowed(uid, before)
    const removed = worksIn(before) - worksIn(after)
    if (after.length === before.length && removed === 0) continue
    deleted += removed
    if (!isFile(source)) {
      await plays.replace(key, after, only)
      continue
    }
    // The weights and ranks of a file's rows depend on all of its plays.
    const all = only ? await plays.allowed(uid, await plays.find(key)) : after
    const next = rowsOf(all, now)
    await plays.replace(key, itemsToStore(all, next), only)
    await plays.completeSource(key, await rows.replace(key, next), now)
  }
  return deleted
}

const worksIn = (items: readonly ItemPlays[]): number =>
  items.reduce((sum, item) => sum + (item.kind === 'track' || item.kind === 'video' ? countPlays(item) : 0), 0)

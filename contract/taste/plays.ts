import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { cursor, isoDate } from '../base/ids.ts'
import { item } from '../media.ts'

/** A calendar day, such as 2026-11-16. */
const date = z.iso.date()

const timeOrDate = z.union([isoDate, date])

/** The unit that divides a range. */
export const playUnits = ['day', 'week', 'month', 'year'] as const
export const playUnit = z.enum(playUnits)
export type PlayUnit = z.output<typeof playUnit>

/** How long plays were in total. `is_estimate`: no source reported how long some of them were. */
export const playLength = z.object({ ms: z.int(), is_estimate: z.boolean() })

/** An item with the viewer's plays of the range. */
export const rangeItem = z.object({
  item,
  plays: z.int(),
  seconds: z.int(),
  /** Plays of the previous range of the same length; null if none is compared. */
  before: z.nullable(z.int()),
  /** The day of the first known play; null if it is unknown. */
  first: z.nullable(date),
})
export type RangeItem = z.output<typeof rangeItem>

/** A part of a range. `from` is its first day. Seconds count music only, if known. */
export const rangePart = z.object({ from: date, to: date, music: z.int(), video: z.int(), seconds: z.int() })
export type RangePart = z.output<typeof rangePart>

export const playRange = z.object({
  from: date,
  to: date,
  unit: playUnit,
  /** The first and last day with plays; null without plays. */
  span: z.nullable(z.object({ from: date, to: date })),
  music: z.int(),
  video: z.int(),
  /** How long all plays were; null if the length of most is unknown. */
  length: z.nullable(playLength),
  /** Plays of the previous range of the same length; null for ranges of more than a year. */
  before: z.nullable(z.object({ plays: z.int(), seconds: z.int() })),
  parts: z.array(rangePart),
  /** Plays by weekday, Monday first, and hour. */
  hours: z.array(z.array(z.int())),
  without_hour: z.int(),
  /** Plays by month and bar of the print, in the order of `PRINT_BARS`; only the last 12 months of the range. */
  months: z.array(z.object({ month: date, bars: z.array(z.int()) })),
  /** Ranks of the most played artists and channels in each part; null where one was not played. */
  ranks: z.object({
    parts: z.array(z.object({ from: date, to: date })),
    items: z.array(z.object({ item, places: z.array(z.nullable(z.int())) })),
  }),
  artists: z.array(rangeItem),
  tracks: z.array(rangeItem),
  channels: z.array(rangeItem),
  videos: z.array(rangeItem),
})
export type PlayRange = z.output<typeof playRange>

/** One play, or several plays with a known day but no time. */
export const listedPlay = z.object({
  item,
  /** Null if only the day is known. */
  at: z.nullable(isoDate),
  date,
  plays: z.int(),
})
export type ListedPlay = z.output<typeof listedPlay>

export const playSettings = z.object({
  /** The end of the running private session; null if there is none. */
  private_until: z.nullable(isoDate),
  hidden: z.array(item),
})
export type PlaySettings = z.output<typeof playSettings>

const itemParams = z.object({ item_id: z.uuid() })

export const playCalls = {
  getPlays: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/plays',
    summary: 'Counts, top lists, and charts of the viewer’s plays in a range of days; the last four weeks without one',
    query: z.object({ from: z.optional(date), to: z.optional(date), by: z.optional(playUnit) }),
    response: playRange,
  }),
  listPlays: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/plays/list',
    summary: 'The viewer’s single plays in a range of days, the latest first',
    query: z.object({ from: date, to: date, cursor: z.optional(cursor) }),
    response: z.object({ plays: z.array(listedPlay), next: z.nullable(cursor) }),
  }),
  deletePlays: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/plays/delete',
    summary:
      'Deletes the viewer’s plays between two times, or from the first to the last of these days in their time zone, of one track or video or of all; they stay out of later syncs and imports',
    body: z.object({ from: timeOrDate, to: timeOrDate, item_id: z.optional(z.uuid()) }),
    response: z.object({ deleted: z.int() }),
  }),
  getPlaySettings: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/plays/settings',
    summary: 'The viewer’s hidden items and private session',
    response: playSettings,
  }),
  hideFromPlays: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/plays/hidden/:item_id',
    summary: 'Hides an item from the viewer’s plays and recaps; an artist or a channel with its tracks or videos',
    params: itemParams,
    response: playSettings,
  }),
  showInPlays: defineCall({
    method: 'DELETE',
    area: 'auth',
    path: '/plays/hidden/:item_id',
    summary: 'Shows a hidden item in the viewer’s plays again',
    params: itemParams,
    response: playSettings,
  }),
  setPrivateSession: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/plays/private',
    summary: 'Starts a private session of so many hours, in which no plays are counted, or ends it with 0',
    body: z.object({ hours: z.union([z.literal(0), z.literal(1), z.literal(6), z.literal(24)]) }),
    response: playSettings,
  }),
  getItemPlays: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/plays/items/:item_id',
    summary: 'How often the viewer played an item, and the first and last time',
    params: itemParams,
    response: z.object({ plays: z.int(), first: z.nullable(date), last: z.nullable(date) }),
  }),
}

import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { isoDate, uid } from '../base/ids.ts'
import { item } from '../media.ts'
import { personCard } from '../people.ts'
import { uploadedPicture } from '../uploads.ts'
import { pictureShape } from './recaps.ts'

/** A calendar day, such as 2026-11-16. A month is its first day. */
const date = z.iso.date()

/** Heights from 0 to 100 in the order of `PRINT_BARS`. The tallest bar of music and the tallest of video are 100, if there is one. */
const monthPrint = z.object({
  month: date,
  /** Null for a month without data. */
  bars: z.nullable(z.array(z.int())),
})

/** Months in which the print stays similar. */
export const era = z.object({
  /** The first and the last month. */
  from: date,
  to: date,
  /** Up to two indexes in `PRINT_BARS` that stand out. */
  bars: z.array(z.int()),
})
export type Era = z.output<typeof era>

/** An artist or a channel with the days of its first and last play. */
export const passingItem = z.object({
  item,
  /** Null if the day is unknown. */
  first: z.nullable(date),
  last: z.nullable(date),
  plays: z.int(),
})
export type PassingItem = z.output<typeof passingItem>

export const tasteOverTime = z.object({
  /** Plays of tracks and videos that the months come from. */
  music: z.int(),
  video: z.int(),
  /** Every month from the first with data to the current one. */
  months: z.array(monthPrint),
  eras: z.array(era),
  /** New ones that the user still plays, the latest first. */
  came: z.array(passingItem),
  /** No longer played, the latest first. */
  went: z.array(passingItem),
})
export type TasteOverTime = z.output<typeof tasteOverTime>

/** An item that one of two buddies played for the first time after the other one had shown it. */
export const broughtBetween = z.object({
  item,
  /** Who showed it. */
  by: uid,
  how: z.enum(['sent', 'posted', 'blended', 'together']),
  at: isoDate,
  /** The conversation, moment, or blend. */
  where: z.uuid(),
  /** The day of the first play. */
  played: date,
})
export type BroughtBetween = z.output<typeof broughtBetween>

export const matchOverTime = z.object({
  /** Whether both users allow the history. If not, all other fields are empty. */
  state: z.enum(['shown', 'yours_off', 'theirs_off']),
  connected_at: z.nullable(isoDate),
  /** The match on the day they became buddies; null if it is unknown. */
  met: z.nullable(z.int()),
  /** Every month from the first to the current one; null where the match is unknown. */
  points: z.array(z.object({ month: date, percent: z.nullable(z.int()) })),
  /** Indexes in `PRINT_BARS` with the common height on that day and now, the largest change first. */
  bars: z.array(z.object({ bar: z.int(), before: z.int(), now: z.int() })),
  /** Items that one discovered through the other, the latest first. */
  brought: z.array(broughtBetween),
  /** Whether the buddy allows pictures of the match, and their name in them. */
  picture: z.enum(['off', 'unnamed', 'named']),
})
export type MatchOverTime = z.output<typeof matchOverTime>

/** Artists and channels that a user first played after another one had shown an item of theirs, and still played three weeks later. */
export const tasteChange = z.object({
  person: personCard,
  /** The number of these people. */
  makers: z.int(),
  /** Percent of the plays of the last 365 days. */
  points: z.int(),
  /** The most played item. */
  item,
  /** The index in `PRINT_BARS` of the bar with most of these plays; null if none is known. */
  bar: z.nullable(z.int()),
})
export type TasteChange = z.output<typeof tasteChange>

export const tasteChanges = z.object({
  changed_you: z.array(tasteChange),
  /** Only buddies, if both users allow the history of the match. */
  you_changed: z.array(tasteChange),
})
export type TasteChanges = z.output<typeof tasteChanges>

export const tasteTimeCalls = {
  getTasteChanges: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/taste-over-time/people',
    summary: 'The buddies who changed what the viewer plays, and those whom the viewer changed; for the latter both must allow it',
    response: tasteChanges,
  }),
  getMatchOverTime: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/matches/:uid/over-time',
    summary: 'The match with a buddy by month, what changed it, and what each brought the other; both must allow it',
    params: z.object({ uid }),
    response: matchOverTime,
  }),
  makeMatchPicture: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/matches/:uid/over-time/picture',
    summary:
      'Create a picture of the match with a buddy by month; the buddy must allow it, and their name in it. Only the viewer can open it until it is attached to a moment or message',
    params: z.object({ uid }),
    body: z.object({ shape: pictureShape }),
    response: uploadedPicture,
  }),
  getTasteOverTime: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/taste-over-time',
    summary: 'The viewer’s print month by month, eras, and which artists and channels came and went',
    response: tasteOverTime,
  }),
}

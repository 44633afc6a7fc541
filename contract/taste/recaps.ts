import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { isoDate } from '../base/ids.ts'
import { listening } from './listening.ts'
import { item } from '../media.ts'
import { personCard } from '../people.ts'
import { periodKind, periodText } from './periods.ts'
import { playLength, playUnit } from './plays.ts'
import { uploadedPicture } from '../uploads.ts'

/** A calendar day, such as 2026-11-16. */
const date = z.iso.date()

/** An item with the viewer's plays of the period. */
export const recapItem = z.object({
  item,
  plays: z.int(),
  /** Plays of the previous period; null if none is compared. */
  before: z.nullable(z.int()),
  /** The viewer's first known play of it is in the period. */
  is_new: z.boolean(),
})
export type RecapItem = z.output<typeof recapItem>

export const recapPart = z.object({ from: date, to: date, music: z.int(), video: z.int() })

export const recapPlayed = z.object({
  music: z.int(),
  video: z.int(),
  /** How long all plays were; null if the length of most is unknown. */
  length: z.nullable(playLength),
  /** The same for the previous period; null while the period runs, and for more than a year. */
  before: z.nullable(z.object({ plays: z.int(), seconds: z.int() })),
  unit: playUnit,
  parts: z.array(recapPart),
  /** Plays by bar of the print, in the order of `PRINT_BARS`. */
  bars: z.array(z.int()),
  artists: z.array(recapItem),
  tracks: z.array(recapItem),
  channels: z.array(recapItem),
})
export type RecapPlayed = z.output<typeof recapPlayed>

/** How and where the viewer discovered an item through a buddy. */
export const broughtItem = z.object({
  item,
  plays: z.int(),
  by: personCard,
  how: z.enum(['sent', 'posted', 'blended', 'together']),
  at: isoDate,
  /** The conversation, moment, or blend. */
  where: z.uuid(),
})
export type BroughtItem = z.output<typeof broughtItem>

/** An item that a buddy discovered through the viewer: first played after the viewer had shown it. */
export const gaveItem = z.object({ ...z.omit(broughtItem, { plays: true, by: true }).shape, to: personCard })
export type GaveItem = z.output<typeof gaveItem>

/** A shared session with buddies, in its conversation. */
export const recapSession = z.object({ people: z.array(personCard), at: isoDate, items: z.int(), where: z.uuid() })
export type RecapSession = z.output<typeof recapSession>

/** The viewer's activity: items saved, items shared in moments and messages, and artists and channels played for the first time. */
export const recapActivity = z.object({ saved: z.int(), shared: z.int(), discovered: z.int() })
export type RecapActivity = z.output<typeof recapActivity>

/** Why a match changed: an item that the buddy brought, a new item that the buddy loves, or a bar that the viewer played more or less. */
export const closerReason = z.union([
  z.object({ kind: z.enum(['brought', 'found']), item }),
  z.object({ kind: z.enum(['more', 'less']), /** The index in `PRINT_BARS`. */ bar: z.int() }),
])
export type CloserReason = z.output<typeof closerReason>

/** `why`: null if the viewer's own plays don't explain it. */
export const closerBuddy = z.object({ person: personCard, before: z.int(), now: z.int(), why: z.nullable(closerReason) })
export type CloserBuddy = z.output<typeof closerBuddy>

export const recap = z.object({
  kind: periodKind,
  /** The first and the last day in the viewer's time zone. */
  from: date,
  to: date,
  /** The last day is over. Always true for weeks. */
  is_finished: z.boolean(),
  /** The previous and next period as in addresses; null where there is nothing to show. */
  older: z.nullable(periodText),
  newer: z.nullable(periodText),
  /** The first and last day with plays; null without plays. */
  span: z.nullable(z.object({ from: date, to: date })),
  /** Plays of a week were added or deleted after the viewer got its recap. */
  is_changed: z.boolean(),
  played: z.nullable(recapPlayed),
  /** New artists and channels, the most played first. */
  fresh: z.array(recapItem),
  /** Buddies, ordered by the growth of the match between the first and the last known Sunday. */
  closer: z.array(closerBuddy),
  brought: z.array(broughtItem),
  activity: recapActivity,
  /** Only buddies, if both users allow the history of the match. */
  gave: z.array(gaveItem),
  /** The latest first. */
  together: z.array(recapSession),
  /** For a period with few plays: what buddies play. */
  ideas: z.array(listening),
})
export type Recap = z.output<typeof recap>

/** The card on Home. */
export const weekCard = z.object({
  from: date,
  to: date,
  plays: z.int(),
  length: z.nullable(playLength),
  fresh: z.int(),
  top: z.nullable(item),
})
export type WeekCard = z.output<typeof weekCard>

/** A post of 4:5, or a story of 9:16. */
export const pictureShape = z.enum(['post', 'story'])
export type PictureShape = z.output<typeof pictureShape>

const timeZone = z.string().check(z.minLength(1), z.maxLength(64))

export const recapCalls = {
  getRecap: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/recap',
    summary: 'The viewer’s recap of a finished week, a month, a year, or a range of days; of the last week without `period`',
    query: z.object({ period: z.optional(periodText) }),
    response: recap,
  }),
  makeRecapPicture: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/recap/picture',
    summary:
      'Create a picture of the viewer’s recap without data of others; only the viewer can open it until it is attached to a moment or message',
    body: z.object({ period: periodText, shape: pictureShape }),
    response: uploadedPicture,
  }),
  openWeekCard: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/week/card',
    summary: 'The card of the last week from Monday, 8 AM, to Wednesday; by the time zone of the device for a viewer who has none',
    body: z.object({ time_zone: timeZone }),
    response: z.object({ card: z.nullable(weekCard) }),
  }),
}

import * as z from 'zod/mini'
import { defineCall } from '../base/call.ts'
import { isoDate } from '../base/ids.ts'
import { listening } from './listening.ts'
import { item } from '../media.ts'
import { personCard } from '../people.ts'

/** A calendar day, such as 2026-11-16. */
const date = z.iso.date()

/** An item with the viewer's plays of the week. */
export const recapItem = z.object({
  item,
  plays: z.int(),
  /** Plays of the week before. */
  before: z.int(),
  /** The week has the viewer's first known play of it. */
  is_new: z.boolean(),
})
export type RecapItem = z.output<typeof recapItem>

export const recapDay = z.object({ date, music: z.int(), video: z.int() })
export type RecapDay = z.output<typeof recapDay>

export const recapPlayed = z.object({
  music: z.int(),
  video: z.int(),
  /** Seconds of music, as far as known; 0 if no source says so. */
  seconds: z.int(),
  /** The same of the week before. */
  before: z.object({ plays: z.int(), seconds: z.int() }),
  days: z.array(recapDay),
  artists: z.array(recapItem),
  tracks: z.array(recapItem),
  channels: z.array(recapItem),
})
export type RecapPlayed = z.output<typeof recapPlayed>

/** How a buddy brought an item, with the place that shows it. */
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

export const closerBuddy = z.object({ person: personCard, before: z.int(), now: z.int() })
export type CloserBuddy = z.output<typeof closerBuddy>

export const weekRecap = z.object({
  /** Monday and Sunday in the viewer's time zone. */
  from: date,
  to: date,
  /** The Mondays of the week before and of the next finished week. */
  older: z.nullable(date),
  newer: z.nullable(date),
  /** Plays were added after the viewer got the recap. */
  is_changed: z.boolean(),
  /** Null without plays. */
  played: z.nullable(recapPlayed),
  /** Artists and channels that are new, the most played first. */
  fresh: z.array(recapItem),
  /** Buddies by how much the match grew; compared with the Sunday before. */
  closer: z.array(closerBuddy),
  brought: z.array(broughtItem),
  /** For a week with little in it: what buddies play. */
  ideas: z.array(listening),
})
export type WeekRecap = z.output<typeof weekRecap>

/** The card on Home. */
export const weekCard = z.object({ from: date, to: date, plays: z.int(), seconds: z.int(), fresh: z.int(), top: z.nullable(item) })
export type WeekCard = z.output<typeof weekCard>

const timeZone = z.string().check(z.minLength(1), z.maxLength(64))

export const recapCalls = {
  getWeek: defineCall({
    method: 'GET',
    area: 'auth',
    path: '/week',
    summary: 'The viewer’s recap of a finished week, the last one without `from`',
    query: z.object({ from: z.optional(date) }),
    answer: weekRecap,
  }),
  openWeekCard: defineCall({
    method: 'POST',
    area: 'auth',
    path: '/week/card',
    summary: 'The card of the last week from Monday, 8 AM, to Wednesday; also says in which time zone the viewer is',
    body: z.object({ time_zone: timeZone }),
    answer: z.object({ card: z.nullable(weekCard) }),
  }),
}

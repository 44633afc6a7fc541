import type { Uid } from '#contract/base/ids.ts'
import type { Item, ItemKind } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import { formatPeriod, movedPeriod, type Period } from '#contract/taste/periods.ts'
import type { PlayUnit, RangeItem } from '#contract/taste/plays.ts'
import type { Genre, Topic } from '#contract/taste/print.ts'
import type { BroughtItem, CloserBuddy, GaveItem, Recap, RecapItem } from '#contract/taste/recaps.ts'
import type { TotalDuration } from '#contract/durations.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import type { FirstPlay } from '#server/features/sources/plays.ts'
import { dateOfDay, dayOfDate, type Day } from '#server/platform/local-day.ts'
import type { Share } from './brought.ts'
import { barsByPart, dated, top, unitOf, type CountedRange, type ItemCount } from './range.ts'

const MAX_TOP_ITEMS = 5
const FRESH = 12
const BROUGHT = 6
const CREATOR_KINDS: readonly ItemKind[] = ['artist', 'channel']
/** Longer periods are not compared with the one before. */
const MAX_COMPARED_DAYS = 366
/** A period with fewer sections is quiet. */
export const MIN_SECTIONS = 2

export type Days = { from: Day; to: Day }
export type Now = { today: Day; lastWeek: Day; timeZone: string }
/** A period as seen today. */
export type Frame = Now & { period: Period; days: Days; isFinished: boolean; isCompared: boolean; unit: PlayUnit }

/** The plays of a period. `now`: the items that were played in it. `fresh`: the items that were played for the first time in it. */
export type PlayedItems = { counted: CountedRange; now: readonly ItemCount[]; fresh: ReadonlyMap<ItemId, FirstPlay> }

export type Brought = ReadonlyMap<ItemId, Share>

export type Sections = Pick<Recap, 'played' | 'fresh' | 'closer' | 'brought'>

export const daysOf = ({ from, to }: Period): Days => ({ from: dayOfDate(from), to: dayOfDate(to) })
export const isCreatorKind = (kind: ItemKind): boolean => CREATOR_KINDS.includes(kind)

export function frameOf(period: Period, now: Now): Frame {
  const days = daysOf(period)
  const isFinished = period.kind === 'week' || days.to < now.today
  const isCompared = isFinished && days.to - days.from < MAX_COMPARED_DAYS
  return { ...now, period, days, isFinished, isCompared, unit: unitOf(days.to - days.from + 1) }
}

export type TopItems = ReturnType<typeof topItemsOf>

export function topItemsOf({ now, fresh }: PlayedItems, brought: Brought) {
  return {
    artists: top(now, 'artist', MAX_TOP_ITEMS),
    tracks: top(now, 'track', MAX_TOP_ITEMS),
    channels: top(now, 'channel', MAX_TOP_ITEMS),
    fresh: top(
      now.filter(({ itemId }) => fresh.has(itemId)),
      CREATOR_KINDS,
      FRESH,
    ),
    brought: top(
      now.filter(({ itemId }) => brought.has(itemId)),
      ['track', 'video', ...CREATOR_KINDS],
      BROUGHT,
    ),
  }
}

export function isQuiet({ played, fresh, closer, brought }: Sections): boolean {
  return [played !== null, fresh.length > 0, closer.length > 0, brought.length > 0].filter(Boolean).length < MIN_SECTIONS
}

type Known = { items: ReadonlyMap<ItemId, Item>; cards: ReadonlyMap<Uid, PersonCard> }

export function presentSections(
  frame: Pick<Frame, 'isCompared' | 'unit'>,
  {
    played,
    length,
    brought,
    barsOf,
  }: {
    played: PlayedItems
    length: TotalDuration | null
    brought: Brought
    barsOf: (itemId: ItemId) => readonly (Genre | Topic)[]
  },
  tops: TopItems,
  { items, cards, closer }: Known & { closer: CloserBuddy[] },
): Sections {
  const present = (all: readonly ItemCount[]) => all.flatMap((count) => presentRecapItem(count, items, frame.isCompared, played.fresh))
  return {
    played: presentPlayed(frame, played, tops, { length, present, barsOf }),
    fresh: present(tops.fresh),
    closer,
    brought: tops.brought.flatMap(({ itemId, plays: count }): BroughtItem[] => {
      const share = brought.get(itemId)
      const [item, by] = [items.get(itemId), share && cards.get(share.by)]
      return item && by && share ? [{ item, plays: count, by, how: share.how, at: share.at.toISOString(), where: share.where }] : []
    }),
  }
}

function presentPlayed(
  { isCompared, unit }: Pick<Frame, 'isCompared' | 'unit'>,
  { counted, now }: PlayedItems,
  tops: TopItems,
  {
    length,
    present,
    barsOf,
  }: {
    length: TotalDuration | null
    present: (all: readonly ItemCount[]) => RecapItem[]
    barsOf: (itemId: ItemId) => readonly (Genre | Topic)[]
  },
): Recap['played'] {
  const sum = (field: 'music' | 'video') => counted.parts.reduce((total, part) => total + part[field], 0)
  const totals = { music: sum('music'), video: sum('video'), length }
  if (totals.music + totals.video === 0) return null
  return {
    ...totals,
    before: isCompared ? counted.before : null,
    unit,
    parts: counted.parts.map(({ music, video, ...part }) => ({ ...dated(part), music, video })),
    bars: barsOfPeriod(now, barsOf),
    artists: present(tops.artists),
    tracks: present(tops.tracks),
    channels: present(tops.channels),
  }
}

function presentRecapItem(
  { itemId, plays, before }: ItemCount,
  items: Known['items'],
  isCompared: boolean,
  fresh: PlayedItems['fresh'],
): RecapItem[] {
  const item = items.get(itemId)
  return item ? [{ item, plays, before: isCompared ? before : null, is_new: fresh.has(itemId) }] : []
}

/** An item of a list of plays. @param ends the first and last known play of each item */
export function presentRangeItem(
  { itemId, plays, seconds, before }: ItemCount,
  items: ReadonlyMap<string, Item>,
  ends: ReadonlyMap<string, { first: FirstPlay }>,
  isCompared: boolean,
): RangeItem[] {
  const item = items.get(itemId)
  const first = ends.get(itemId)?.first.day ?? 0
  return item ? [{ item, plays, seconds, before: isCompared ? before : null, first: first > 0 ? dateOfDay(first) : null }] : []
}

/** Plays by bar of the print over the whole period. */
const barsOfPeriod = (items: readonly ItemCount[], barsOf: (itemId: ItemId) => readonly (Genre | Topic)[]): number[] =>
  barsByPart(
    items.map((item) => ({ ...item, byPart: [item.plays] })),
    1,
    barsOf,
  )[0] ?? []

/** @param span the days of the user's whole history */
export function presentPeriod({ period, days, isFinished, today, lastWeek }: Frame, span: Days | null) {
  const newer = movedPeriod(period, 1)
  const hasNewer = dayOfDate(newer.from) <= (period.kind === 'week' ? lastWeek : today)
  return {
    ...period,
    is_finished: isFinished,
    older: span !== null && span.from < days.from ? formatPeriod(movedPeriod(period, -1)) : null,
    newer: hasNewer ? formatPeriod(newer) : null,
    span: span && dated(span),
  }
}

/** The items that the viewer brought buddies. */
export function presentGivenItems(gave: readonly (Omit<GaveItem, 'to'> & { to: Uid })[], cards: Known['cards']): GaveItem[] {
  return gave.flatMap(({ to: uid, item, how, at, where }): GaveItem[] => {
    const person = cards.get(uid)
    return person ? [{ item, how, at, where, to: person }] : []
  })
}

/** Shared sessions of a period. */
export type Session = { chatId: string; startedAt: Date; people: readonly Uid[]; items: number }

export function presentSessions(sessions: readonly Session[], cards: Known['cards']): Recap['together'] {
  return sessions.map(({ people: uids, startedAt, items: count, chatId }) => ({
    people: uids.flatMap((uid) => cards.get(uid) ?? []),
    at: startedAt.toISOString(),
    items: count,
    where: chatId,
  }))
}

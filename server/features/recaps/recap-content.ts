import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Listening } from '#contract/taste/listening.ts'
import { movedPeriod, type Period } from '#contract/taste/periods.ts'
import type { PlayUnit } from '#contract/taste/plays.ts'
import type { GaveItem, Recap } from '#contract/taste/recaps.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dateOfDay, localDays, mondayOf, startOfDay, type Day } from '#server/platform/local-day.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { firstShares, timeOfShares, type Share, type ShareTime } from './brought.ts'
import { barMoves, broughtByBuddy, createCloser, type CloserDeps } from './closer.ts'
import { lastFullWeek, WEEK_DAYS } from './local-week.ts'
import {
  daysOf,
  frameOf,
  isCreatorKind,
  isQuiet,
  MIN_SECTIONS,
  presentGivenItems,
  presentPeriod,
  presentSections,
  presentSessions,
  topItemsOf,
  type Days,
  type Frame,
  type Now,
  type PlayedItems,
  type Session,
} from './recaps.present.ts'
import { itemsWithoutLength, playLength } from './play-length.ts'
import { countRange } from './range.ts'
import type { RecapsStore } from './recaps.store.ts'

export type RecapsDeps = Pick<CloserDeps, 'percents' | 'shownTaste'> & {
  db: Db
  clock: Clock
  media: Pick<Media, 'items' | 'bars' | 'durations'>
  people: {
    cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
    buddiesOf(uid: Uid): Promise<readonly Uid[]>
    hiddenAndMuted(viewer: Uid): Promise<{ hidden: ReadonlySet<Uid>; muted: ReadonlySet<Uid> }>
  }
  /** The items that these buddies showed the viewer and that the viewer can still see. */
  shares(viewer: Uid, buddies: readonly Uid[], time: ShareTime): Promise<Share[]>
  /** Filters these users to those who may be counted in the recaps of others. */
  counted(uids: readonly Uid[]): Promise<ReadonlySet<Uid>>
  /** How many items the user saved and shared in this time. */
  activity(viewer: Uid, time: Time): Promise<{ saved: number; shared: number }>
  /** The items that these buddies played for the first time in these days after the viewer had shown them. Both must allow it. */
  broughtBy(viewer: Uid, buddies: readonly Uid[], days: Days): Promise<(Omit<GaveItem, 'to'> & { to: Uid })[]>
  /** Shared sessions of this time in which the viewer took part, the latest first, with the others whom the viewer may see. */
  sessions(viewer: Uid, time: Time): Promise<Session[]>
  /** The plays that buddies show. */
  listening(viewer: Uid): Promise<Listening[]>
  mutedAmong: ContentMutes['mutedAmong']
  timeZoneOf(uid: Uid): Promise<string>
  /** Stores the user's print of the month of this day. */
  saveMonth(uid: Uid, date: string): Promise<void>
  /** Notifies a user of this week. Repeats are ignored. */
  notify(uid: Uid, week: string): Promise<void>
  log: Log
}

const GAVE = 6
const SESSIONS = 6
const IDEAS = 3

type Time = { since: Date; until: Date }

const timeOf = ({ from, to }: Days, timeZone: string): Time => {
  const [since, until] = [from, to + 1].map((day) => new Date(startOfDay(day, timeZone) * 60_000))
  return { since: since ?? new Date(0), until: until ?? new Date(0) }
}

/** Reads what a recap shows. Past plays and matches are stored; data of others is shown as they share it now. */
export function createRecapContent(deps: RecapsDeps, store: RecapsStore) {
  const closerBuddies = createCloser({ ...deps, store, cards: deps.people.cards })
  const plays = playsOfPeriods(deps, store)
  const shares = sharesOfBuddies(deps)

  /** The plays of a week, and whether it is quiet; reads only the sections that decide that. */
  async function summaryOf(viewer: Uid, week: Day, timeZone: string): Promise<{ plays: number; isQuiet: boolean }> {
    const days = { from: week, to: week + WEEK_DAYS - 1 }
    const played = await plays.inPeriod(viewer, days, { since: days.from, unit: 'week', timeZone })
    const count = played.counted.parts.reduce((sum, { music, video }) => sum + music + video, 0)
    const hasNew = played.now.some(({ itemId, kind }) => isCreatorKind(kind) && played.fresh.has(itemId))
    let sections = [count > 0, hasNew].filter(Boolean).length
    if (sections < MIN_SECTIONS) {
      const buddies = await shares.buddiesOf(viewer)
      if ((await closerBuddies.moved(viewer, days, buddies)).length > 0) sections++
      if (sections === MIN_SECTIONS - 1 && (await shares.broughtTo(viewer, days, buddies, played)).size > 0) sections++
    }
    return { plays: count, isQuiet: sections < MIN_SECTIONS }
  }

  /** The plays, brought items and activity of a period. */
  async function readPeriod(viewer: Uid, { period, days, unit, timeZone, isCompared }: Frame) {
    const since = isCompared ? daysOf(movedPeriod(period, -1)).from : days.from
    const [played, buddies] = await Promise.all([plays.inPeriod(viewer, days, { since, unit, timeZone }), shares.buddiesOf(viewer)])
    const makers = played.counted.items.filter(({ kind }) => isCreatorKind(kind)).map(({ itemId }) => itemId)
    const time = timeOf(days, timeZone)
    const [bars, durations, brought, activity, gave, sessions] = await Promise.all([
      deps.media.bars(makers),
      deps.media.durations(itemsWithoutLength(played.now)),
      shares.broughtTo(viewer, days, buddies, played),
      deps.activity(viewer, time),
      shares.gaveOf(viewer, buddies, days),
      shares.sessionsWith(viewer, buddies, time),
    ])
    const barsOf = (itemId: string) => bars.get(itemId) ?? []
    const discovered = makers.filter((itemId) => played.fresh.has(itemId)).length
    const length = playLength(played.now, durations)
    return { played, length, buddies, barsOf, brought, activity: { ...activity, discovered }, gave, sessions }
  }

  async function recapOf(viewer: Uid, period: Period, now: Now): Promise<Recap> {
    const frame = frameOf(period, now)
    const { days, unit, timeZone, isCompared } = frame
    const read = await readPeriod(viewer, frame)
    const { played, buddies, brought, gave, sessions } = read
    const tops = topItemsOf(played, brought)
    const shownIds = Object.values(tops).flatMap((items) => items.map(({ itemId }) => itemId))
    const shownUids = [
      ...Array.from(brought.values(), ({ by }) => by),
      ...gave.map(({ to: uid }) => uid),
      ...sessions.flatMap((session) => session.people),
    ]
    const [items, cards, moved, changed] = await Promise.all([
      deps.media.items([...new Set(shownIds)]),
      deps.people.cards([...new Set(shownUids)]),
      closerBuddies.moved(viewer, days, buddies),
      plays.isChanged(
        viewer,
        days,
        () => (unit === 'week' ? played.counted : countRange(played.all, { ...days, unit: 'week', timeZone })).parts,
      ),
    ])
    const closer = await closerBuddies.explain(
      moved,
      { fresh: tops.fresh.map(({ itemId }) => itemId), moves: isCompared ? barMoves(played.counted.items, read.barsOf) : null },
      broughtByBuddy(tops.brought, (itemId) => brought.get(itemId)?.by),
      items,
    )
    const sections = presentSections(frame, read, tops, { items, cards, closer })
    return {
      ...presentPeriod(frame, played.span),
      is_changed: changed,
      ...sections,
      activity: read.activity,
      gave: presentGivenItems(gave, cards),
      together: presentSessions(sessions, cards),
      ideas: isQuiet(sections) ? (await deps.listening(viewer)).slice(0, IDEAS) : [],
    }
  }

  return { recapOf, summaryOf }
}

/** The user's own plays. */
function playsOfPeriods({ db }: RecapsDeps, store: RecapsStore) {
  const plays = createPlaysStore(db)
  return {
    /**
     * Whether the plays of a week inside these days have changed since the user got its recap.
     * @param weeks the weeks of these days as they are now
     */
    async isChanged(viewer: Uid, { from, to }: Days, weeks: () => readonly (Days & { music: number; video: number })[]): Promise<boolean> {
      const first = mondayOf(from + WEEK_DAYS - 1)
      const then = await store.listWeeklyPlays(viewer, dateOfDay(first), dateOfDay(lastFullWeek(to)))
      if (then.length === 0) return false
      const now = new Map(weeks().map((part) => [dateOfDay(part.from), part.music + part.video]))
      return then.some(({ week, plays: known }) => now.get(week) !== known)
    },

    /** The plays, and which items were new. */
    async inPeriod(viewer: Uid, days: Days, { since, unit, timeZone }: { since: Day; unit: PlayUnit; timeZone: string }) {
      const dayOf = localDays(timeZone)
      const [all, span] = await Promise.all([
        plays.listInRange(viewer, { from: since, to: days.to, timeZone }),
        plays.getDaySpan(viewer, dayOf),
      ])
      const counted = countRange(all, { ...days, unit, timeZone })
      const now = counted.items.filter((item) => item.plays > 0)
      // In the first period of a history everything would be new.
      const hasPast = span !== null && span.from < days.from
      const played = now.map(({ itemId }) => itemId)
      const ends = hasPast ? await plays.ends(viewer, played, dayOf) : []
      const fresh = new Map([...ends].flatMap(([itemId, { first }]) => (first.day >= days.from ? [[itemId, first] as const] : [])))
      return { all, counted, now, span, fresh, dayOf }
    },
  }
}

/** Items that the user and their buddies brought each other or played together. */
function sharesOfBuddies(deps: RecapsDeps) {
  const { people } = deps
  return {
    async buddiesOf(viewer: Uid): Promise<Uid[]> {
      const [buddies, { hidden, muted }] = await Promise.all([people.buddiesOf(viewer), people.hiddenAndMuted(viewer)])
      const counted = await deps.counted(buddies)
      return buddies.filter((uid) => counted.has(uid) && !hidden.has(uid) && !muted.has(uid))
    },

    /** The shares that brought new items, without muted ones. */
    async broughtTo(
      viewer: Uid,
      days: Days,
      buddies: readonly Uid[],
      { fresh, dayOf }: Pick<PlayedItems, 'fresh'> & { dayOf: (at: number) => Day },
    ) {
      const shares = fresh.size === 0 ? [] : await deps.shares(viewer, buddies, timeOfShares(days))
      const brought = firstShares(shares, fresh, dayOf)
      const muted = await deps.mutedAmong(viewer, [...brought.keys()])
      return new Map([...brought].filter(([itemId]) => !muted.has(itemId)))
    },

    /** The items that the viewer brought these buddies, without muted ones. */
    async gaveOf(viewer: Uid, buddies: readonly Uid[], days: Days) {
      const all = await deps.broughtBy(viewer, buddies, days)
      const muted = await deps.mutedAmong(
        viewer,
        all.map(({ item }) => item.id),
      )
      return all.filter(({ item }) => !muted.has(item.id)).slice(0, GAVE)
    },

    /** Shared sessions that played something, with buddies. */
    async sessionsWith(viewer: Uid, buddies: readonly Uid[], time: Time): Promise<Session[]> {
      const all = (await deps.sessions(viewer, time)).filter(({ items }) => items > 0)
      return all
        .map((session) => ({ ...session, people: session.people.filter((uid) => buddies.includes(uid)) }))
        .filter((session) => session.people.length > 0)
        .slice(0, SESSIONS)
    },
  }
}

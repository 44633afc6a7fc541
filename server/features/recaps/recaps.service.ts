import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Listening } from '#contract/taste/listening.ts'
import type { ItemKind } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { PlayUnit } from '#contract/taste/plays.ts'
import { formatPeriod, movedPeriod, parsePeriod, periodAround, type Period } from '#contract/taste/periods.ts'
import type { Genre, Topic } from '#contract/taste/print.ts'
import type { BroughtItem, GaveItem, Recap, WeekCard } from '#contract/taste/recaps.ts'
import type { ContentMutes } from '#server/features/media/mutes/content-mutes.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dateOfDay, dayOfDate, isTimeZone, localDays, startOfDay, type Day } from '#server/platform/local-day.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { firstShares, sharesSince, type Share } from './brought.ts'
import { barMoves, broughtByBuddy, createCloser, type CloserDeps } from './closer.ts'
import { lastWeekIn, localWeek, mondayOf, WEEK_DAYS } from './local-week.ts'
import { present } from './played.ts'
import { barsByPart, countRange, dated, top, unitOf, type ItemCount } from './range.ts'
import { createRecapsStore } from './recaps.store.ts'

export type RecapsDeps = Pick<CloserDeps, 'percents' | 'shownTaste'> & {
  db: Db
  clock: Clock
  media: Pick<Media, 'items' | 'bars'>
  people: {
    cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
    buddiesOf(uid: Uid): Promise<readonly Uid[]>
    hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>>
    mutedBy(viewer: Uid): Promise<ReadonlySet<Uid>>
  }
  /** The items that these buddies showed the viewer and that the viewer can still see. */
  shares(viewer: Uid, buddies: readonly Uid[], since: Date): Promise<Share[]>
  /** Filters these users to those who may be counted in the recaps of others. */
  counted(uids: readonly Uid[]): Promise<ReadonlySet<Uid>>
  /** How many items the user saved and shared in this time. */
  activity(viewer: Uid, time: Time): Promise<{ saved: number; shared: number }>
  /** The items that these buddies played for the first time in these days after the viewer had shown them. Both must allow it. */
  broughtBy(viewer: Uid, buddies: readonly Uid[], days: Days): Promise<(Omit<GaveItem, 'to'> & { to: Uid })[]>
  /** Shared sessions of this time in which the viewer took part, the latest first, with the others whom the viewer may see. */
  sessions(viewer: Uid, time: Time): Promise<{ chatId: string; startedAt: Date; people: readonly Uid[]; items: number }[]>
  /** The plays that buddies show. */
  listening(viewer: Uid): Promise<Listening[]>
  mutedAmong: ContentMutes['mutedAmong']
  timeZoneOf(uid: Uid): Promise<string>
  setTimeZone(uid: Uid, timeZone: string): Promise<void>
  /** Stores the user's print of the month of this day. */
  saveMonth(uid: Uid, date: string): Promise<void>
  /** Notifies a user of this week. Repeats are ignored. */
  notify(uid: Uid, week: string): Promise<void>
  log: Log
}

export type Recaps = ReturnType<typeof createRecaps>

/** The interval of the search for due weeks. */
export const recapSchedule = { name: 'recaps.weekly', everyMs: 5 * 60_000 }

const DEFAULT_ZONE = 'UTC'
const TOP = 5
const FRESH = 12
const BROUGHT = 6
const GAVE = 6
const SESSIONS = 6
const IDEAS = 3
const MAKERS: readonly ItemKind[] = ['artist', 'channel']
const MAX_DAYS = 366 * 60
/** Longer periods are not compared with the one before. */
const MAX_COMPARED_DAYS = 366
/** A period with fewer sections is quiet. */
const MIN_SECTIONS = 2
const DUE_AT_ONCE = 200

/** Recaps of weeks, months, years, and ranges. Past plays and matches are stored; data of others is shown as they share it now. */
export function createRecaps(deps: RecapsDeps) {
  const { db, clock, media, people, log } = deps
  const store = createRecapsStore(db)
  const plays = createPlaysStore(db)
  const closerBuddies = createCloser({ ...deps, store, cards: people.cards })

  async function buddiesOf(viewer: Uid): Promise<Uid[]> {
    const [buddies, hidden, muted] = await Promise.all([people.buddiesOf(viewer), people.hiddenFrom(viewer), people.mutedBy(viewer)])
    const counted = await deps.counted(buddies)
    return buddies.filter((uid) => counted.has(uid) && !hidden.has(uid) && !muted.has(uid))
  }

  /** Whether the plays of a week inside these days have changed since the user got its recap. */
  async function isChanged(viewer: Uid, { from, to }: Days, count: (unit: 'week') => readonly CountedPart[]): Promise<boolean> {
    const first = mondayOf(from + WEEK_DAYS - 1)
    const then = await store.playsThen(viewer, dateOfDay(first), dateOfDay(lastWeekIn(to)))
    if (then.length === 0) return false
    const now = new Map(count('week').map((part) => [dateOfDay(part.from), part.music + part.video]))
    return then.some(({ week, plays: known }) => now.get(week) !== known)
  }

  /** What was played, and which items were new. */
  async function playedIn(viewer: Uid, days: Days, { since, unit, timeZone }: { since: Day; unit: PlayUnit; timeZone: string }) {
    const dayOf = localDays(timeZone)
    const [all, span] = await Promise.all([plays.inRange(viewer, { from: since, to: days.to, timeZone }), plays.span(viewer, dayOf)])
    const counted = countRange(all, { ...days, unit, timeZone })
    const now = counted.items.filter((item) => item.plays > 0)
    // In the first period of a history everything would be new.
    const hasPast = span !== null && span.from < days.from
    const firstDays = hasPast
      ? await plays.firstDays(
          viewer,
          now.map(({ itemId }) => itemId),
          dayOf,
        )
      : new Map<string, Day>()
    const fresh = new Map([...firstDays].filter(([, day]) => day >= days.from))
    return { all, counted, now, span, fresh, dayOf }
  }

  /** The shares that brought new items, without muted ones. */
  async function broughtTo(viewer: Uid, from: Day, buddies: readonly Uid[], { fresh, dayOf }: Played) {
    const shares = fresh.size === 0 ? [] : await deps.shares(viewer, buddies, sharesSince(from))
    const brought = firstShares(shares, fresh, dayOf)
    const muted = await deps.mutedAmong(viewer, [...brought.keys()])
    return new Map([...brought].filter(([itemId]) => !muted.has(itemId)))
  }

  /** The items that the viewer brought these buddies, without muted ones. */
  async function gaveOf(viewer: Uid, buddies: readonly Uid[], days: Days) {
    const all = await deps.broughtBy(viewer, buddies, days)
    const muted = await deps.mutedAmong(
      viewer,
      all.map(({ item }) => item.id),
    )
    return all.filter(({ item }) => !muted.has(item.id)).slice(0, GAVE)
  }

  /** Shared sessions that played something, with buddies. */
  async function sessionsWith(viewer: Uid, buddies: readonly Uid[], time: Time) {
    const all = (await deps.sessions(viewer, time)).filter(({ items }) => items > 0)
    return all
      .map((session) => ({ ...session, people: session.people.filter((uid) => buddies.includes(uid)) }))
      .filter((session) => session.people.length > 0)
      .slice(0, SESSIONS)
  }

  /** The plays of a week, and whether it is quiet; reads only the sections that decide that. */
  async function summaryOf(viewer: Uid, week: Day, timeZone: string): Promise<{ plays: number; isQuiet: boolean }> {
    const days = { from: week, to: week + WEEK_DAYS - 1 }
    const played = await playedIn(viewer, days, { since: days.from, unit: 'week', timeZone })
    const count = played.counted.parts.reduce((sum, { music, video }) => sum + music + video, 0)
    const hasNew = played.now.some(({ itemId, kind }) => isMaker(kind) && played.fresh.has(itemId))
    let sections = [count > 0, hasNew].filter(Boolean).length
    if (sections < MIN_SECTIONS) {
      const buddies = await buddiesOf(viewer)
      if ((await closerBuddies.moved(viewer, days, buddies)).length > 0) sections++
      if (sections === MIN_SECTIONS - 1 && (await broughtTo(viewer, week, buddies, played)).size > 0) sections++
    }
    return { plays: count, isQuiet: sections < MIN_SECTIONS }
  }

  async function recapOf(viewer: Uid, period: Period, { today, lastWeek, timeZone }: Now): Promise<Recap> {
    const days = daysOf(period)
    const { from, to } = days
    const older = daysOf(movedPeriod(period, -1))
    const isFinished = period.kind === 'week' || to < today
    const isCompared = isFinished && to - from < MAX_COMPARED_DAYS
    const unit = unitOf(to - from + 1)
    const [played, buddies] = await Promise.all([
      playedIn(viewer, days, { since: isCompared ? older.from : from, unit, timeZone }),
      buddiesOf(viewer),
    ])
    const { all, counted, now, span, fresh } = played
    const makers = counted.items.filter(({ kind }) => isMaker(kind)).map(({ itemId }) => itemId)
    const time = timeOf(days, timeZone)
    const [bars, brought, activity, gave, sessions] = await Promise.all([
      media.bars(makers),
      broughtTo(viewer, from, buddies, played),
      deps.activity(viewer, time),
      gaveOf(viewer, buddies, days),
      sessionsWith(viewer, buddies, time),
    ])
    const tops = {
      artists: top(now, 'artist', TOP),
      tracks: top(now, 'track', TOP),
      channels: top(now, 'channel', TOP),
      fresh: top(
        now.filter(({ itemId }) => fresh.has(itemId)),
        MAKERS,
        FRESH,
      ),
      brought: top(
        now.filter(({ itemId }) => brought.has(itemId)),
        ['track', 'video', ...MAKERS],
        BROUGHT,
      ),
    }
    const shownIds = Object.values(tops).flatMap((items) => items.map(({ itemId }) => itemId))
    const [items, cards, moved, changed] = await Promise.all([
      media.items([...new Set(shownIds)]),
      people.cards([
        ...new Set([
          ...Array.from(brought.values(), ({ by }) => by),
          ...gave.map(({ to: uid }) => uid),
          ...sessions.flatMap((one) => one.people),
        ]),
      ]),
      closerBuddies.moved(viewer, days, buddies),
      isChanged(viewer, days, (week) => (unit === week ? counted : countRange(all, { ...days, unit: week, timeZone })).parts),
    ])
    const barsOfItem = (itemId: string) => bars.get(itemId) ?? []
    const closer = await closerBuddies.explain(
      moved,
      { fresh: tops.fresh.map(({ itemId }) => itemId), moves: isCompared ? barMoves(counted.items, barsOfItem) : null },
      broughtByBuddy(tops.brought, (itemId) => brought.get(itemId)?.by),
      items,
    )
    const shown = { items, isCompared, fresh }
    const sum = (field: 'music' | 'video' | 'seconds') => counted.parts.reduce((total, part) => total + part[field], 0)
    const totals = { music: sum('music'), video: sum('video'), seconds: sum('seconds') }
    const sections = {
      played:
        totals.music + totals.video === 0
          ? null
          : {
              ...totals,
              before: isCompared ? counted.before : null,
              unit,
              parts: counted.parts.map(({ music, video, ...part }) => ({ ...dated(part), music, video })),
              bars: barsOf(now, barsOfItem),
              artists: present(tops.artists, shown),
              tracks: present(tops.tracks, shown),
              channels: present(tops.channels, shown),
            },
      fresh: present(tops.fresh, shown),
      closer,
      brought: tops.brought.flatMap(({ itemId, plays: count }): BroughtItem[] => {
        const share = brought.get(itemId)
        const [item, by] = [items.get(itemId), share && cards.get(share.by)]
        return item && by && share ? [{ item, plays: count, by, how: share.how, at: share.at.toISOString(), where: share.where }] : []
      }),
    }
    const newer = movedPeriod(period, 1)
    const hasNewer = dayOfDate(newer.from) <= (period.kind === 'week' ? lastWeek : today)
    return {
      ...period,
      is_finished: isFinished,
      older: span !== null && span.from < from ? formatPeriod(movedPeriod(period, -1)) : null,
      newer: hasNewer ? formatPeriod(newer) : null,
      span: span && dated(span),
      is_changed: changed,
      ...sections,
      activity: { ...activity, discovered: makers.filter((itemId) => fresh.has(itemId)).length },
      gave: gave.flatMap(({ to: uid, item, how, at, where }): GaveItem[] => {
        const person = cards.get(uid)
        return person ? [{ item, how, at, where, to: person }] : []
      }),
      together: sessions.map(({ people: uids, startedAt, items: count, chatId }) => ({
        people: uids.flatMap((uid) => cards.get(uid) ?? []),
        at: startedAt.toISOString(),
        items: count,
        where: chatId,
      })),
      ideas: isQuiet(sections) ? (await deps.listening(viewer)).slice(0, IDEAS) : [],
    }
  }

  const nowIn = (timeZone: string): Now => {
    const at = clock.now()
    return { timeZone, today: localDays(timeZone)(at.getTime()), lastWeek: localWeek(at, timeZone).last }
  }
  const weekRecap = (viewer: Uid, week: Day, timeZone: string) =>
    recapOf(viewer, periodAround(dateOfDay(week), 'week'), { ...nowIn(timeZone), lastWeek: week })

  /** The user's own week is stored last: a crash before that repeats the steps, which change nothing the second time. */
  async function complete(uid: Uid, week: Day, timeZone: string): Promise<void> {
    const date = dateOfDay(week)
    await store.saveMatches(uid, date, await deps.percents(uid, await people.buddiesOf(uid)))
    await deps.saveMonth(uid, dateOfDay(week + WEEK_DAYS - 1))
    const { plays: known, isQuiet: isSilent } = await summaryOf(uid, week, timeZone)
    if (!isSilent) await deps.notify(uid, date)
    await store.complete(uid, date, known, clock.now())
  }

  return {
    /**
     * The recap of a period; of the last finished week without one. Months, years, and ranges may still run.
     * @throws AppError 'invalid_input' for days that the calendar lacks, a week that is not finished, and a future
     */
    async recap(viewer: Uid, given?: string): Promise<Recap> {
      const now = nowIn(await deps.timeZoneOf(viewer))
      const period = given === undefined ? periodAround(dateOfDay(now.lastWeek), 'week') : parsePeriod(given)
      const days = period && daysOf(period)
      const latest = period?.kind === 'week' ? now.lastWeek : now.today
      if (!period || !days || days.from > latest || days.to < 0 || days.to - days.from > MAX_DAYS)
        throw new AppError('invalid_input', { viewer, given }, [{ field: 'period', message: 'This period has no recap.' }])
      return recapOf(viewer, period, now)
    },

    /** The recap of the last week that became ready in this time; null without one and for a quiet week. */
    async readyIn(viewer: Uid, span: { since: Date; until: Date }): Promise<Recap | null> {
      const week = await store.readyWeek(viewer, span)
      if (week === null) return null
      const ready = await weekRecap(viewer, dayOfDate(week), await deps.timeZoneOf(viewer))
      return isQuiet(ready) ? null : ready
    },

    /**
     * The card of the last week, from Monday to Wednesday; null for a quiet week.
     * @throws AppError 'invalid_input' for an unknown time zone
     */
    async card(viewer: Uid, given: string): Promise<WeekCard | null> {
      if (!isTimeZone(given))
        throw new AppError('invalid_input', { viewer }, [{ field: 'time_zone', message: 'This time zone is unknown.' }])
      const stored = await deps.timeZoneOf(viewer)
      if (stored === DEFAULT_ZONE && given !== stored) await deps.setTimeZone(viewer, given)
      const timeZone = stored === DEFAULT_ZONE ? given : stored
      const { last, isCardTime } = localWeek(clock.now(), timeZone)
      if (!isCardTime) return null
      const ready = await weekRecap(viewer, last, timeZone)
      if (isQuiet(ready)) return null
      const { from, to, played, fresh } = ready
      return {
        from,
        to,
        plays: playsOf(ready),
        seconds: played?.seconds ?? 0,
        fresh: fresh.length,
        top: (played?.artists[0] ?? played?.channels[0])?.item ?? null,
      }
    },

    /** Completes the last week of all users for whom it is Monday, 8 AM, or later. */
    async completeDue(): Promise<void> {
      const now = clock.now()
      const zones = [...new Set([DEFAULT_ZONE, ...(await store.timeZones())])].filter(isTimeZone)
      const open = zones.map((zone) => ({ zone, ...localWeek(now, zone) })).filter(({ isCardTime }) => isCardTime)
      for (const [week, ofWeek] of Map.groupBy(open, ({ last }) => last)) {
        const joinedBefore = new Date((week + WEEK_DAYS) * 86_400_000)
        const zonesOfWeek = ofWeek.map(({ zone }) => zone)
        // Each user comes once in a run, so those whose recap fails wait for the next one.
        for (let after: Uid | null = null; ;) {
          const due = await store.due({ zones: zonesOfWeek, week: dateOfDay(week), joinedBefore, after, limit: DUE_AT_ONCE })
          const last = due.at(-1)
          if (last === undefined) break
          for (const uid of due)
            await complete(uid, week, await deps.timeZoneOf(uid)).catch((err: unknown) => {
              log.error({ err, uid }, 'completing a week failed')
            })
          after = last
        }
      }
    },
  }
}

type Days = { from: Day; to: Day }
type Time = { since: Date; until: Date }
type Now = { today: Day; lastWeek: Day; timeZone: string }
/** The result of `playedIn`. */
type Played = { fresh: ReadonlyMap<string, Day>; dayOf: (at: number) => Day }
type CountedPart = Days & { music: number; video: number }

const daysOf = ({ from, to }: Period): Days => ({ from: dayOfDate(from), to: dayOfDate(to) })
const timeOf = ({ from, to }: Days, timeZone: string): Time => {
  const [since, until] = [from, to + 1].map((day) => new Date(startOfDay(day, timeZone) * 60_000))
  return { since: since ?? new Date(0), until: until ?? new Date(0) }
}
const isMaker = (kind: ItemKind): boolean => MAKERS.includes(kind)

/** Plays by bar of the print over the whole period. */
const barsOf = (items: readonly ItemCount[], of: (itemId: string) => readonly (Genre | Topic)[]): number[] =>
  barsByPart(
    items.map((item) => ({ ...item, byPart: [item.plays] })),
    1,
    of,
  )[0] ?? []

type Sections = Pick<Recap, 'played' | 'fresh' | 'closer' | 'brought'>

function isQuiet({ played, fresh, closer, brought }: Sections): boolean {
  return [played !== null, fresh.length > 0, closer.length > 0, brought.length > 0].filter(Boolean).length < MIN_SECTIONS
}

const playsOf = ({ played }: Pick<Recap, 'played'>): number => (played?.music ?? 0) + (played?.video ?? 0)

import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Listening } from '#contract/taste/listening.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { BroughtItem, CloserBuddy, WeekCard, WeekRecap } from '#contract/taste/recaps.ts'
import { createPlaysStore } from '#server/features/sources/plays.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/db/database.ts'
import { dateOfDay, dayOfDate, isTimeZone, localDays, type Day } from '#server/platform/local-day.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { firstShares, sharesSince, type Share } from './brought.ts'
import { localWeek, mondayOf, sundayOf, WEEK_DAYS } from './local-week.ts'
import { daysOf, present, ranked, totalsOf } from './played.ts'
import { createRecapsStore } from './recaps.store.ts'

export type RecapsDeps = {
  db: Db
  clock: Clock
  media: { items(ids: readonly string[]): Promise<ReadonlyMap<string, Item>> }
  people: {
    cards(uids: readonly Uid[]): Promise<ReadonlyMap<Uid, PersonCard>>
    buddiesOf(uid: Uid): Promise<readonly Uid[]>
    hiddenFrom(viewer: Uid): Promise<ReadonlySet<Uid>>
    mutedBy(viewer: Uid): Promise<ReadonlySet<Uid>>
  }
  /** The match of each of these buddies that shows it to the viewer. */
  percents(viewer: Uid, buddies: readonly Uid[]): Promise<ReadonlyMap<Uid, number>>
  /** What these buddies showed the viewer and what the viewer can still see. */
  shares(viewer: Uid, buddies: readonly Uid[], since: Date): Promise<Share[]>
  /** What buddies play, as far as they show it. */
  listening(viewer: Uid): Promise<Listening[]>
  timeZoneOf(uid: Uid): Promise<string>
  setTimeZone(uid: Uid, timeZone: string): Promise<void>
  /** Notifies a user of this week. Repeats are ignored. */
  notify(uid: Uid, week: string): Promise<void>
  log: Log
}

export type Recaps = ReturnType<typeof createRecaps>

/** Due weeks are looked for this often. */
export const recapSchedule = { name: 'recaps.weekly', everyMs: 5 * 60_000 }

const DEFAULT_ZONE = 'UTC'
const TOP = 5
const FRESH = 12
const CLOSER = 6
const BROUGHT = 6
const IDEAS = 3
/** A week with fewer sections is quiet. */
const MIN_SECTIONS = 2
const DUE_AT_ONCE = 200

/** Recaps of weeks. Plays and matches of the past are stored; everything of others is as they show it now. */
export function createRecaps(deps: RecapsDeps) {
  const { db, clock, media, people, log } = deps
  const store = createRecapsStore(db)
  const plays = createPlaysStore(db)

  async function buddiesOf(viewer: Uid): Promise<Uid[]> {
    const [buddies, hidden, muted] = await Promise.all([people.buddiesOf(viewer), people.hiddenFrom(viewer), people.mutedBy(viewer)])
    return buddies.filter((uid) => !hidden.has(uid) && !muted.has(uid))
  }

  async function closerOf(viewer: Uid, week: Day, buddies: readonly Uid[]): Promise<CloserBuddy[]> {
    const [before, then] = await Promise.all([store.matches(viewer, dateOfDay(week - WEEK_DAYS)), store.matches(viewer, dateOfDay(week))])
    const changed = buddies.filter((uid) => before.has(uid) && then.has(uid) && before.get(uid) !== then.get(uid))
    // A match that a buddy hides today is not shown from the past either.
    const shown = await deps.percents(viewer, changed)
    const cards = await people.cards([...shown.keys()])
    return changed
      .flatMap((uid) => {
        const person = shown.has(uid) ? cards.get(uid) : undefined
        return person ? [{ person, before: before.get(uid) ?? 0, now: then.get(uid) ?? 0 }] : []
      })
      .toSorted((one, two) => two.now - two.before - (one.now - one.before))
      .slice(0, CLOSER)
  }

  async function recap(viewer: Uid, week: Day, last: Day, timeZone: string): Promise<WeekRecap> {
    const sunday = week + WEEK_DAYS - 1
    const dayOf = localDays(timeZone)
    const [all, span, buddies] = await Promise.all([
      plays.between(viewer, { from: week - WEEK_DAYS, to: sunday, timeZone }),
      plays.span(viewer, dayOf),
      buddiesOf(viewer),
    ])
    const [now, earlier] = [all.filter(({ day }) => day >= week), all.filter(({ day }) => day < week)]
    const ids = [...new Set(now.map(({ itemId }) => itemId))]
    const firstDays = await plays.firstDays(viewer, ids, dayOf)
    // In the first week of a history everything would be new.
    const hasPast = span !== null && span.from < week
    const fresh = new Set(hasPast ? ids.filter((id) => (firstDays.get(id) ?? 0) >= week) : [])
    const shares = fresh.size === 0 ? [] : await deps.shares(viewer, buddies, sharesSince(week))
    const freshDays = new Map([...firstDays].filter(([id]) => fresh.has(id)))
    const brought = firstShares(shares, freshDays, dayOf)
    const tops = {
      artists: ranked(now, ['artist']),
      tracks: ranked(now, ['track']),
      channels: ranked(now, ['channel']),
      fresh: ranked(now, ['artist', 'channel']).filter(({ id }) => fresh.has(id)),
      brought: ranked(now, ['track', 'video', 'artist', 'channel']).filter(({ id }) => brought.has(id)),
    }
    const shownIds = Object.values(tops).flatMap((top) => top.slice(0, FRESH).map(({ id }) => id))
    const [items, cards, closer, playsThen] = await Promise.all([
      media.items(shownIds),
      people.cards([...new Set([...brought.values()].map(({ by }) => by))]),
      closerOf(viewer, week, buddies),
      store.playsThen(viewer, dateOfDay(week)),
    ])
    const before = new Map(ranked(earlier, ['artist', 'track', 'channel']).map((one) => [one.id, one.plays]))
    const shown = { items, before, fresh }
    const [totals, totalsBefore] = [totalsOf(now), totalsOf(earlier)]
    const sections = {
      played:
        totals.music + totals.video === 0
          ? null
          : {
              ...totals,
              before: { plays: totalsBefore.music + totalsBefore.video, seconds: totalsBefore.seconds },
              days: daysOf(now, week),
              artists: present(tops.artists.slice(0, TOP), shown),
              tracks: present(tops.tracks.slice(0, TOP), shown),
              channels: present(tops.channels.slice(0, TOP), shown),
            },
      fresh: present(tops.fresh.slice(0, FRESH), shown),
      closer,
      brought: tops.brought.slice(0, BROUGHT).flatMap(({ id, plays: count }): BroughtItem[] => {
        const share = brought.get(id)
        const [item, by] = [items.get(id), share && cards.get(share.by)]
        return item && by && share ? [{ item, plays: count, by, how: share.how, at: share.at.toISOString(), where: share.where }] : []
      }),
    }
    return {
      from: dateOfDay(week),
      to: sundayOf(week),
      older: span !== null && mondayOf(span.from) < week ? dateOfDay(week - WEEK_DAYS) : null,
      newer: week < last ? dateOfDay(week + WEEK_DAYS) : null,
      is_changed: playsThen !== null && playsThen !== totals.music + totals.video,
      ...sections,
      ideas: isQuiet(sections) ? (await deps.listening(viewer)).slice(0, IDEAS) : [],
    }
  }

  /** The user's own week is stored last: a crash before that repeats the steps, which change nothing the second time. */
  async function complete(uid: Uid, week: Day, timeZone: string): Promise<void> {
    const date = dateOfDay(week)
    await store.saveMatches(uid, date, await deps.percents(uid, await people.buddiesOf(uid)))
    const ready = await recap(uid, week, week, timeZone)
    if (!isQuiet(ready)) await deps.notify(uid, date)
    await store.complete(uid, date, playsOf(ready), clock.now())
  }

  return {
    /** The recap of the week that contains `from`; the last finished week without it. @throws AppError 'invalid_input' for a week that is not finished */
    async week(viewer: Uid, from?: string): Promise<WeekRecap> {
      const timeZone = await deps.timeZoneOf(viewer)
      const { last } = localWeek(clock.now(), timeZone)
      const week = from === undefined ? last : mondayOf(dayOfDate(from))
      if (week > last || week < 0)
        throw new AppError('invalid_input', { viewer, from }, [{ field: 'from', message: 'This week is not finished.' }])
      return recap(viewer, week, last, timeZone)
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
      const ready = await recap(viewer, last, last, timeZone)
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

    /** Completes the last week of all users for whom it is Monday, 8 AM, or later. Runs again until nobody is left. */
    async completeDue(): Promise<void> {
      const now = clock.now()
      const zones = [...new Set([DEFAULT_ZONE, ...(await store.timeZones())])].filter(isTimeZone)
      const open = zones.map((zone) => ({ zone, ...localWeek(now, zone) })).filter(({ isCardTime }) => isCardTime)
      for (const [week, ofWeek] of Map.groupBy(open, ({ last }) => last)) {
        const joinedBefore = new Date((week + WEEK_DAYS) * 86_400_000)
        const failed = new Set<Uid>()
        for (;;) {
          const due = await store.due({
            zones: ofWeek.map(({ zone }) => zone),
            week: dateOfDay(week),
            joinedBefore,
            limit: DUE_AT_ONCE + failed.size,
          })
          const uids = due.filter((uid) => !failed.has(uid))
          if (uids.length === 0) break
          for (const uid of uids)
            await complete(uid, week, await deps.timeZoneOf(uid)).catch((err: unknown) => {
              failed.add(uid)
              log.error({ err, uid }, 'completing a week failed')
            })
        }
      }
    },
  }
}

type Sections = Pick<WeekRecap, 'played' | 'fresh' | 'closer' | 'brought'>

function isQuiet({ played, fresh, closer, brought }: Sections): boolean {
  return [played !== null, fresh.length > 0, closer.length > 0, brought.length > 0].filter(Boolean).length < MIN_SECTIONS
}

const playsOf = ({ played }: Pick<WeekRecap, 'played'>): number => (played?.music ?? 0) + (played?.video ?? 0)

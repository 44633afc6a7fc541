import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { parsePeriod, periodAround } from '#contract/taste/periods.ts'
import type { Recap, WeekCard } from '#contract/taste/recaps.ts'
import type { IsTimeUp } from '#server/features/media/scheduled-tasks.ts'
import { dateOfDay, assertTimeZone, dayOfDate, isTimeZone, localDays, type Day } from '#server/platform/local-day.ts'
import { localWeek, WEEK_DAYS } from './local-week.ts'
import { daysOf, isQuiet, type Now } from './recaps.present.ts'
import { createRecapContent, type RecapsDeps } from './recap-content.ts'
import { createRecapsStore, type RecapsStore } from './recaps.store.ts'

export type Recaps = ReturnType<typeof createRecaps>

/** The interval of the search for due weeks. */
export const recapSchedule = { name: 'recaps.weekly', everyMs: 5 * 60_000 }

const DEFAULT_ZONE = 'UTC'
const MAX_DAYS = 366 * 60
const DUE_AT_ONCE = 200

/** Recaps of weeks, months, years, and ranges, and the Monday morning job. */
export function createRecaps(deps: RecapsDeps) {
  const store = createRecapsStore(deps.db)
  const content = createRecapContent(deps, store)
  const completion = createCompletion(deps, store, content.summaryOf)
  return { ...recapQueries(deps, store, content.recapOf, completion), completeDue: completion.completeDue }
}

type RecapContent = ReturnType<typeof createRecapContent>

/** Recaps for the page and for the email. */
function recapQueries(deps: RecapsDeps, store: RecapsStore, recapOf: RecapContent['recapOf'], { completeLast }: Completion) {
  const { clock } = deps

  const nowIn = (timeZone: string): Now => {
    const time = clock.now()
    return { timeZone, today: localDays(timeZone)(time.getTime()), lastWeek: localWeek(time, timeZone).last }
  }
  const weekRecap = (viewer: Uid, week: Day, timeZone: string) =>
    recapOf(viewer, periodAround(dateOfDay(week), 'week'), { ...nowIn(timeZone), lastWeek: week })

  return {
    /**
     * The recap of a period; of the last finished week without one. Months, years, and ranges may still run.
     * @throws AppError 'invalid_input' for days that the calendar lacks, a week that is not finished, and a future
     */
    async recap(viewer: Uid, periodText?: string): Promise<Recap> {
      const now = nowIn(await deps.timeZoneOf(viewer))
      const period = periodText === undefined ? periodAround(dateOfDay(now.lastWeek), 'week') : parsePeriod(periodText)
      const days = period && daysOf(period)
      const latest = period?.kind === 'week' ? now.lastWeek : now.today
      if (!period || !days || days.from > latest || days.to < 0 || days.to - days.from > MAX_DAYS)
        throw new AppError('invalid_input', { viewer, given: periodText }, [{ field: 'period', message: 'This period has no recap.' }])
      return recapOf(viewer, period, now)
    },

    /**
     * The recap of the last week that became ready since then; null if there is none or the week was quiet. A week that is due is
     * completed first: the email is sent at the same time of Monday.
     */
    async getReadySince(viewer: Uid, since: Date): Promise<Recap | null> {
      const timeZone = await deps.timeZoneOf(viewer)
      await completeLast(viewer, timeZone)
      const week = await store.readyWeek(viewer, { since, until: clock.now() })
      if (week === null) return null
      const ready = await weekRecap(viewer, dayOfDate(week), timeZone)
      return isQuiet(ready) ? null : ready
    },

    /**
     * The card of the last week, from Monday to Wednesday; null for a quiet week.
     * @throws AppError 'invalid_input' for an unknown time zone
     */
    async card(viewer: Uid, deviceTimeZone: string): Promise<WeekCard | null> {
      assertTimeZone(deviceTimeZone, { viewer })
      const stored = await deps.timeZoneOf(viewer)
      const timeZone = stored === DEFAULT_ZONE ? deviceTimeZone : stored
      const { last, isCardTime } = localWeek(clock.now(), timeZone)
      if (!isCardTime) return null
      const ready = await weekRecap(viewer, last, timeZone)
      if (isQuiet(ready)) return null
      const { from, to, played, fresh } = ready
      return {
        from,
        to,
        plays: playsOf(ready),
        length: played?.length ?? null,
        fresh: fresh.length,
        top: (played?.artists[0] ?? played?.channels[0])?.item ?? null,
      }
    },
  }
}

type Completion = ReturnType<typeof createCompletion>

/** Stores the weeks that have ended, and notifies their users. */
function createCompletion(deps: RecapsDeps, store: RecapsStore, summaryOf: RecapContent['summaryOf']) {
  const { clock, people, log } = deps

  /** The user's own week is stored last: a crash before that repeats the steps, which change nothing the second time. */
  async function complete(uid: Uid, week: Day, timeZone: string): Promise<void> {
    const date = dateOfDay(week)
    await store.saveMatches(uid, date, await deps.percents(uid, await people.buddiesOf(uid)))
    await deps.saveMonth(uid, dateOfDay(week + WEEK_DAYS - 1))
    const { plays: known, isQuiet: isSilent } = await summaryOf(uid, week, timeZone)
    if (!isSilent) await deps.notify(uid, date)
    await store.complete(uid, date, known, clock.now())
  }

  const logFailure = (uid: Uid) => (err: unknown) => log.error({ err, uid }, 'completing the recap of a week failed')

  return {
    async completeLast(uid: Uid, timeZone: string): Promise<void> {
      const { last, isCardTime } = localWeek(clock.now(), timeZone)
      if (!isCardTime) return
      try {
        const due = await store.listDue({ zones: [timeZone], ...weekOf(last), only: uid, limit: 1 })
        if (due.length > 0) await complete(uid, last, timeZone)
      } catch (error) {
        logFailure(uid)(error)
      }
    },

    /** Completes the last week of all users for whom it is Monday, 8 AM, or later. What is left when the time is up is still due. */
    async completeDue(isTimeUp: IsTimeUp = () => false): Promise<void> {
      const now = clock.now()
      const zones = [...new Set([DEFAULT_ZONE, ...(await store.timeZones())])].filter(isTimeZone)
      const open = zones.map((zone) => ({ zone, ...localWeek(now, zone) })).filter(({ isCardTime }) => isCardTime)
      for (const [week, ofWeek] of Map.groupBy(open, ({ last }) => last)) {
        const zonesOfWeek = ofWeek.map(({ zone }) => zone)
        // Each user comes once in a run, so those whose recap fails wait for the next one.
        for (let after: Uid | null = null; ;) {
          const due = await store.listDue({ zones: zonesOfWeek, ...weekOf(week), after, limit: DUE_AT_ONCE })
          const last = due.at(-1)
          if (last === undefined) break
          for (const uid of due) {
            if (isTimeUp()) return
            await complete(uid, week, await deps.timeZoneOf(uid)).catch(logFailure(uid))
          }
          after = last
        }
      }
    },
  }
}

/** A week, and when users must have joined to get it. */
const weekOf = (week: Day) => ({ week: dateOfDay(week), joinedBefore: new Date((week + WEEK_DAYS) * 86_400_000) })

const playsOf = ({ played }: Pick<Recap, 'played'>): number => (played?.music ?? 0) + (played?.video ?? 0)

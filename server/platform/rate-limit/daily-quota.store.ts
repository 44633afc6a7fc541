import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/database.ts'

export type QuotaOptions = {
  db: Db
  clock: Clock
  /** Whose quota it is. */
  name: string
  unitsPerDay: number
  /** Where the provider's day begins at midnight. */
  timeZone: string
}

export type Quota = {
  /**
   * Takes `units` out of what is left of the day, for all processes together, and leaves `leaving` to others.
   * Null when they were there; otherwise the seconds until the next day, and nothing is taken.
   */
  spend(units: number, leaving?: number): Promise<number | null>
  /** Units spent today. */
  spent(): Promise<number>
}

const DAY_SECONDS = 86_400
const KEPT_DAYS = 30

/** Forgets what was spent more than a month ago. */
export async function forgetOldQuotaDays(db: Db, clock: Clock): Promise<void> {
  await sql`delete from quota_days where day < ${clock.now()}::timestamptz::date - ${KEPT_DAYS}::integer`.execute(db)
}

/** A provider's daily quota, kept in the database so that no restart and no second process spends it twice. */
export function createQuota({ db, clock, name, unitsPerDay, timeZone }: QuotaOptions): Quota {
  const dates = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const hours = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const today = () => dates.format(clock.now())

  function secondsLeft(): number {
    const [hour = 0, minute = 0, second = 0] = hours.format(clock.now()).split(':').map(Number)
    return Math.max(60, DAY_SECONDS - (hour * 3_600 + minute * 60 + second))
  }

  return {
    async spend(units, leaving = 0) {
      const most = unitsPerDay - leaving
      if (units > most) return secondsLeft()
      const { rows } = await sql`
        insert into quota_days (name, day, units) values (${name}, ${today()}::date, ${units}::integer)
        on conflict (name, day) do update set units = quota_days.units + excluded.units
        where quota_days.units + excluded.units <= ${most}::integer
        returning units
      `.execute(db)
      return rows.length > 0 ? null : secondsLeft()
    },

    async spent() {
      const { rows } = await sql<{ units: number }>`select units from quota_days where name = ${name} and day = ${today()}::date`.execute(
        db,
      )
      return rows[0]?.units ?? 0
    },
  }
}

import { localDays, minuteOfDay, mondayOf, type Day } from '#server/platform/local-day.ts'

/** On Monday at 8 AM a week's recap is ready. */
const READY_MINUTE = 8 * 60
/** Home shows the card on Monday, Tuesday, and Wednesday. */
const CARD_DAYS = 3
export const WEEK_DAYS = 7

/** The Monday of the last week that ends by this day. */
export const lastFullWeek = (to: Day): Day => mondayOf(to + 1) - WEEK_DAYS

export type LocalWeek = {
  /** The Monday of the last week that is finished and ready. */
  last: Day
  /** Whether it is time to notify the user and to show the card. */
  isCardTime: boolean
}

/** The last week in a time zone. On Monday before 8 AM it is still the week before. */
export function localWeek(now: Date, timeZone: string): LocalWeek {
  const today = localDays(timeZone)(now.getTime())
  const monday = mondayOf(today)
  const isEarly = today === monday && minuteOfDay(now, timeZone) < READY_MINUTE
  return { last: monday - (isEarly ? 2 : 1) * WEEK_DAYS, isCardTime: !isEarly && today - monday < CARD_DAYS }
}

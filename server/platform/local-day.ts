/** A calendar day as days since 1970-01-01. */
export type Day = number

const DAY_MS = 86_400_000
const QUARTER_MS = 15 * 60_000

/** Whether this is a time zone that the server knows. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    // Intl throws for unknown time zones.
    return false
  }
}

/** Returns a function from milliseconds since 1970 to the day in a time zone. It caches: all zones differ from UTC by whole quarters of an hour. */
export function localDays(timeZone: string): (at: number) => Day {
  if (timeZone === 'UTC') return (at) => Math.floor(at / DAY_MS)
  const format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  const days = new Map<number, Day>()
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS)
    const known = days.get(quarter)
    if (known !== undefined) return known
    const [month = 1, day = 1, year = 1970] = format
      .format(quarter * QUARTER_MS)
      .split('/')
      .map(Number)
    const found = Date.UTC(year, month - 1, day) / DAY_MS
    days.set(quarter, found)
    return found
  }
}

export const dateOfDay = (day: Day): string => new Date(day * DAY_MS).toISOString().slice(0, 10)
export const dayOfDate = (date: string): Day => Math.floor(Date.parse(date) / DAY_MS)

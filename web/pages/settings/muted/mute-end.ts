/** How long something stays muted. `date`: the last day as YYYY-MM-DD, if `after` is 'date'. */
export type MuteEnd = { after: 'never' | 'day' | 'week' | 'month' | 'date'; date: string }

/** The time at which a mute ends, or null if it doesn't. A date ends with that day in the local time zone. */
export function endDate({ after, date }: MuteEnd, now = new Date()): string | null {
  if (after === 'never') return null
  if (after === 'date') {
    const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
    return new Date(year, month - 1, day + 1).toISOString()
  }
  const end = new Date(now)
  if (after === 'month') {
    end.setMonth(end.getMonth() + 1)
    // January 31 plus a month is the last day of February.
    if (end.getDate() !== now.getDate()) end.setDate(0)
  } else end.setDate(end.getDate() + (after === 'week' ? 7 : 1))
  return end.toISOString()
}

/** Tomorrow as YYYY-MM-DD in the local time zone. */
export function tomorrow(now = new Date()): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return [day.getFullYear(), String(day.getMonth() + 1).padStart(2, '0'), String(day.getDate()).padStart(2, '0')].join('-')
}

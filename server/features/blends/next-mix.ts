const STEP_MS = 15 * 60_000
const STEPS_PER_WEEK = 7 * 24 * 4
/** A change of the clock can make a week an hour longer. */
const MARGIN = 8

/** The next Monday at 6 AM in a time zone, after `now`. All zones differ from UTC by whole quarters of an hour. */
export function nextMixAt(now: Date, timeZone: string): Date {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  const first = (Math.floor(now.getTime() / STEP_MS) + 1) * STEP_MS
  for (let step = 0; step < STEPS_PER_WEEK + MARGIN; step++) {
    const at = new Date(first + step * STEP_MS)
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    if (part['weekday'] === 'Mon' && part['hour'] === '06' && part['minute'] === '00') return at
  }
  return new Date(now.getTime() + STEPS_PER_WEEK * STEP_MS)
}

import { expect, test } from 'vitest'
import { localWeek } from '#server/features/recaps/local-week.ts'
import { DAY_MS } from '#server/platform/local-day.ts'
import { fullWeeks } from './play-a-year.ts'

test('at every hour, the last recap is of a week with all sections', () => {
  const monday = Date.UTC(2026, 10, 30)
  for (let hour = 0; hour < 7 * 24; hour++) {
    const now = new Date(monday + hour * 3_600_000)
    expect(fullWeeks(Math.floor(now.getTime() / DAY_MS))).toContain(localWeek(now, 'UTC').last)
  }
})

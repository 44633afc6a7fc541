import { expect, test } from 'vitest'
import { isTimeZone } from '#server/platform/local-day.ts'
import { nextMixAt } from './next-mix.ts'

test.each([
  ['Europe/Berlin', '2026-11-23T04:59:59.999Z', '2026-11-23T05:00:00.000Z'],
  ['Europe/Berlin', '2026-11-23T05:00:00.000Z', '2026-11-30T05:00:00.000Z'],
  // Daylight saving time ends on the Sunday in between.
  ['Europe/Berlin', '2026-10-20T12:00:00.000Z', '2026-10-26T05:00:00.000Z'],
  ['Europe/Berlin', '2026-03-23T12:00:00.000Z', '2026-03-30T04:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-20T12:00:00.000Z', '2026-11-23T00:15:00.000Z'],
  ['Pacific/Kiritimati', '2026-11-20T12:00:00.000Z', '2026-11-22T16:00:00.000Z'],
])('in %s after %s it is %s', (timeZone, now, expected) => {
  expect(nextMixAt(new Date(now), timeZone).toISOString()).toBe(expected)
})

test('knows time zones by name', () => {
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Mars/Olympus')]).toEqual([true, false])
})

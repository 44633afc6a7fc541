import { expect, test } from 'vitest'
import { DAY_MINUTES, dateOfDay, dayOfDate, localDays, localMinutes, startOfDay, timeOnDay } from './local-day.ts'

const HOUR_MS = 3_600_000
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'America/New_York',
  // Clocks change at midnight.
  'America/Havana',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
  'Pacific/Kiritimati',
]

test('days and minutes follow local time, even in weeks with a clock change', () => {
  for (const timeZone of zones) {
    const day = localDays(timeZone)
    const minute = localMinutes(timeZone)
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    const wrong: string[] = []
    for (let index = Date.parse('2025-12-20T00:20:00Z'); index < Date.parse('2027-01-02T00:00:00Z'); index += HOUR_MS) {
      const shown = `${dateOfDay(day(index))} ${new Date(minute(index / 60_000) * 60_000).toISOString().slice(11, 16)}`
      if (shown !== format.format(index)) wrong.push(`${timeZone} ${shown}`)
    }
    expect(wrong).toEqual([])
  }
})

test('a day starts at its first minute, even when the clocks change', () => {
  for (const timeZone of zones)
    for (let day = dayOfDate('2026-03-20'); day < dayOfDate('2026-04-10'); day++) {
      const start = startOfDay(day, timeZone)
      expect([start - 1, start].map((minute) => Math.floor(localMinutes(timeZone)(minute) / DAY_MINUTES))).toEqual([day - 1, day])
    }
})

test('a time of day is shown by the clocks of that day, from morning to midnight, also when they change and at the end of a year', () => {
  for (const timeZone of zones)
    for (const date of ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-25', '2026-11-01', '2026-12-31', '2027-01-01'])
      for (const minute of [4 * 60, 8 * 60, 23 * 60 + 30]) {
        const at = timeOnDay(dayOfDate(date), minute, timeZone).getTime() / 60_000
        expect([timeZone, date, localMinutes(timeZone)(at) - dayOfDate(date) * DAY_MINUTES]).toEqual([timeZone, date, minute])
      }
})

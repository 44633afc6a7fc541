import { expect, test } from 'vitest'
import { DAY_MINUTES, dateOfDay, dayOfDate, localDays, localMinutes, startOfDay } from './local-day.ts'

const HOUR_MS = 3_600_000
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/Los_Angeles',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
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

import { expect, test } from 'vitest'
import { medianDurations, type Timed, totalDuration } from './durations.ts'

const items = (kind: Timed['kind'], ...minutes: (number | null)[]): Timed[] =>
  minutes.map((length) => (length === null ? { kind } : { kind, duration_ms: length * 60_000 }))

test('a total is exact if every duration is known', () => {
  expect(totalDuration([...items('track', 3, 4), ...items('video', 20)])).toEqual({ ms: 27 * 60_000, is_estimate: false })
  expect(totalDuration([])).toBeNull()
})

test('items without a duration count like the median of their kind, and the total is an estimate', () => {
  const mixed = [...items('track', 1, 3, 9, null), ...items('video', 20, 40, null)]
  expect(medianDurations(mixed)).toEqual(
    new Map([
      ['track', 3 * 60_000],
      ['video', 20 * 60_000],
    ]),
  )
  expect(totalDuration(mixed)).toEqual({ ms: (1 + 3 + 9 + 3 + 20 + 40 + 20) * 60_000, is_estimate: true })
  // No video is known.
  expect(totalDuration([...items('track', 3, 5, 9), ...items('video', null)])).toEqual({ ms: 22 * 60_000, is_estimate: true })
})

test('artists and channels have no length', () => {
  expect(totalDuration([...items('track', 3), ...items('artist', null, null)])).toEqual({ ms: 3 * 60_000, is_estimate: false })
})

test('there is no total if most durations are unknown', () => {
  expect(totalDuration(items('track', 3, null))).not.toBeNull()
  expect(totalDuration(items('track', 3, null, null))).toBeNull()
})

import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollWhileUp } from './poll-while-up.ts'

const start = new Date('2026-11-01T12:00:00.000Z').getTime()
let isUp: boolean
let polls: number[]
let fails: boolean
let stops: (() => void)[]
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  isUp = true
  fails = false
  polls = []
  stops = []
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
const begin = (isShared = true) =>
  stops.push(
    pollWhileUp({
      bus: { isShared, isUp: () => isUp },
      clock: { now: () => new Date() },
      log: pino({ level: 'silent' }),
      poll: async (since) => {
        if (fails) throw new Error('on purpose')
        polls.push((since.getTime() - start) / 1000)
      },
    }),
  )

test('the store is compared every 4 s, each time from a little before the last', async () => {
  begin()
  await pass(13)
  expect(polls).toEqual([-10, 4 - 10, 8 - 10])
})

test('a single server never compares: it can miss nothing', async () => {
  begin(false)
  await pass(60)
  expect(polls).toEqual([])
})

test('while the bus is down others read the store, and compare the missed changes once it is back', async () => {
  begin()
  await pass(5)
  isUp = false
  await pass(60)
  isUp = true
  await pass(4)
  expect(polls).toEqual([-10, 4 - 10])
})

test('after a failed poll the next one starts at the same time', async () => {
  begin()
  fails = true
  await pass(9)
  fails = false
  await pass(4)
  expect(polls).toEqual([-10])
})

test('a clock that is set back does not make it skip events', async () => {
  begin()
  await pass(5)
  vi.setSystemTime(start - 3_600_000)
  await pass(4)
  expect(polls).toEqual([-10, -3_600 + 3 - 10].map((time) => expect.closeTo(time, 0)))
})

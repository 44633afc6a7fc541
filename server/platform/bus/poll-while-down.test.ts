import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pollWhileDown } from './poll-while-down.ts'

const start = new Date('2026-11-01T12:00:00.000Z').getTime()
let isUp: boolean
let polls: number[]
let fails: boolean
let rejoined: (since: Date) => void
let stop: () => void
beforeEach(() => {
  vi.useFakeTimers({ now: start })
  isUp = true
  polls = []
  fails = false
  stop = pollWhileDown({
    bus: { isUp: () => isUp, onReconnected: (listener) => void (rejoined = listener) },
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    poll: async (since) => {
      if (fails) throw new Error('on purpose')
      polls.push(Math.round((since.getTime() - start) / 1000))
    },
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test('the store is not read while the bus is up', async () => {
  await pass(60)
  expect(polls).toEqual([])
})

test('while it is down the store is read every 10 s, each time from a little before the last', async () => {
  await pass(100)
  isUp = false
  await pass(25)
  expect(polls).toEqual([101 - 15, 101 - 15, 111 - 15])
})

test('within a second after its return the latest events are read once more, and then no more', async () => {
  await pass(100)
  isUp = false
  await pass(4)
  isUp = true
  await pass(60)
  expect(polls).toEqual([101 - 15, 101 - 15])
})

test('an outage that was noticed here causes no second read when the bus, or another server, reports its end', async () => {
  await pass(100)
  isUp = false
  await pass(65)
  const before = polls.length
  isUp = true
  rejoined(new Date(start + 100_000))
  await pass(2)
  rejoined(new Date(start + 100_500))
  await pass(2)
  expect(polls.slice(before).every((from) => from >= 161 - 15)).toBe(true)
  expect(polls.length).toBeGreaterThan(before)
})

test('reads for a process from the moment it was cut off, even before this was noticed', async () => {
  await pass(100)
  isUp = false
  await pass(15)
  isUp = true
  rejoined(new Date(start + 40_000))
  await pass(2)
  expect(polls.at(-1)).toBe(40 - 15)
})

test('a failed read continues later at the same position', async () => {
  await pass(100)
  isUp = false
  fails = true
  await pass(30)
  fails = false
  await pass(1)
  expect(polls).toEqual([101 - 15])
})

test('messages that another process published while it was cut off are read once when it is back', async () => {
  await pass(100)
  rejoined(new Date(start + 40_000))
  await pass(60)
  expect(polls).toEqual([40 - 15])
})

test('an outage that ended before the first check also causes a read, even when the store fails at first', async () => {
  await pass(100)
  fails = true
  rejoined(new Date(start + 99_900))
  await pass(5)
  fails = false
  await pass(60)
  expect(polls).toEqual([Math.round(99.9 - 15)])
})

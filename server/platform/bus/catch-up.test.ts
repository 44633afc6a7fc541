import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { catchUpAfterReconnect } from './catch-up.ts'

let rejoined: () => void
let starts: number
/** Ends the pending reads, with or without an error. */
let ends: PromiseWithResolvers<void>[]
beforeEach(() => {
  vi.useFakeTimers()
  starts = 0
  ends = []
  catchUpAfterReconnect({
    bus: { onReconnected: (listener) => void (rejoined = () => listener(new Date())) },
    log: pino({ level: 'silent' }),
    what: 'names',
    run: async () => {
      starts++
      const end = Promise.withResolvers<void>()
      ends.push(end)
      await end.promise
    },
  })
})
afterEach(() => vi.useRealTimers())
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test('servers that reconnect one after the other within seconds cause one delayed read', async () => {
  rejoined()
  await pass(1)
  rejoined()
  await pass(1.5)
  rejoined()
  expect(starts).toBe(0)
  await pass(60)
  expect(starts).toBe(1)
})

test('a loss during a read triggers another read', async () => {
  rejoined()
  await pass(10)
  rejoined()
  await pass(30)
  expect(starts).toBe(1)
  ends[0]?.resolve()
  await pass(10)
  expect(starts).toBe(2)
  ends[1]?.resolve()
  await pass(60)
  expect(starts).toBe(2)
})

test('a failed read is retried until it succeeds', async () => {
  rejoined()
  await pass(10)
  ends[0]?.reject(new Error('the store is down'))
  await pass(10)
  ends[1]?.resolve()
  await pass(60)
  expect(starts).toBe(2)
})

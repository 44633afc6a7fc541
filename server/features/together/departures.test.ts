import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createDepartures } from './departures.ts'

const log = createLogs({ filter: 'off', pretty: false })('together')
let sockets: number
let report: (uid: Uid, isHere: boolean) => void
let seen: string[]
let departures: ReturnType<typeof createDepartures>

beforeEach(() => {
  vi.useFakeTimers()
  sockets = 0
  seen = []
  departures = createDepartures({
    log,
    hub: { countSockets: async () => sockets, onUserPresence: (listener) => void (report = listener) },
    together: {
      markAwayInAll: async (uid) => void seen.push(`${uid} away`),
      leaveAll: async (uid) => void seen.push(`${uid} left`),
      everyoneHere: async () => ['ben'],
    },
  })
})
afterEach(() => {
  departures.stop()
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

test('a user without a socket is away after 15 s, and has left after 45 s', async () => {
  report('anna', false)
  await pass(14)
  expect(seen).toEqual([])
  await pass(1)
  expect(seen).toEqual(['anna away'])
  await pass(29)
  expect(seen).toEqual(['anna away'])
  await pass(1)
  expect(seen).toEqual(['anna away', 'anna left'])
})

test('a user who is back in time stays, and so does one with a socket at another server', async () => {
  report('anna', false)
  await pass(10)
  report('anna', true)
  await pass(60)
  report('anna', false)
  sockets = 1
  await pass(60)
  expect(seen).toEqual([])
})

test('after a start of the server, users who do not come back have left after 45 s', async () => {
  await departures.resume()
  await pass(44)
  expect(seen).toEqual([])
  await pass(1)
  expect(seen).toEqual(['ben left'])
})

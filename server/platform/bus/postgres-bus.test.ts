import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { besideRedis } from './beside-redis.ts'
import type { Bus } from './bus.ts'
import { createMemoryBus, createMemoryExchange } from './memory-bus.ts'
import { openPostgresBus } from './postgres-bus.ts'

type Member = { onText: (text: string) => void; onListening: () => void; isCut: boolean; isDead: boolean; reconnects: number }

const log = pino({ level: 'silent' })
const error = vi.spyOn(log, 'error')
const warn = vi.spyOn(log, 'warn')
/** The processes that listen at one database. */
let members: Member[]
let buses: Bus[]
/** Redis. */
let exchange: ReturnType<typeof createMemoryExchange>
beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  members = []
  buses = []
  exchange = createMemoryExchange()
})
afterEach(async () => {
  await Promise.all(buses.map((bus) => bus.close()))
  vi.useRealTimers()
})

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)

async function aProcess({ hasRedis = false } = {}) {
  const received: string[] = []
  const reconnects: Date[] = []
  let member: Member | undefined
  const postgres = await openPostgresBus({
    log,
    hasRedis,
    open: async ({ onText, onListening }) => {
      const self: Member = { onText, onListening, isCut: false, isDead: false, reconnects: 0 }
      member = self
      members.push(self)
      onListening()
      return {
        send: (text) => {
          for (const other of members) if (!self.isDead && !other.isCut) setImmediate(() => other.onText(text))
        },
        isListening: () => true,
        reconnect: () => void self.reconnects++,
        close: async () => void setImmediate(() => (members = members.filter((entry) => entry !== self))),
      }
    },
  })
  const bus = hasRedis ? besideRedis(createMemoryBus({ log, exchange }), postgres) : postgres
  buses.push(bus)
  bus.onAnnouncement('revoked', (payload) => void received.push(payload))
  bus.onReconnected((since) => void reconnects.push(since))
  if (!member) throw new Error('It was not opened.')
  return { bus, received, reconnects, member }
}

test('announcements reach every process once, with their text unchanged, or all but the sender', async () => {
  const [first, second] = [await aProcess(), await aProcess()]
  first.bus.announce('revoked', 'alice  and bob ')
  first.bus.announce('revoked', '')
  first.bus.announceToOthers('revoked', 'carol')
  await pass(1)
  expect([first.received, second.received]).toEqual([
    ['alice  and bob ', ''],
    ['alice  and bob ', '', 'carol'],
  ])
})

test('the bus is down while another process runs: no frames are delivered, so the database must be polled', async () => {
  const first = await aProcess()
  await pass(60)
  expect(first.bus.isUp()).toBe(true)
  const second = await aProcess()
  await pass(1)
  expect([first.bus.isUp(), second.bus.isUp()]).toEqual([false, false])
  await second.bus.close()
  await pass(1)
  expect(first.bus.isUp()).toBe(true)
})

test('a crashed process is removed after 40 s', async () => {
  const [first, second] = [await aProcess(), await aProcess()]
  await pass(5)
  second.member.isDead = true
  await pass(20)
  expect(first.bus.isUp()).toBe(false)
  await pass(20)
  expect(first.bus.isUp()).toBe(true)
})

test('a second server is reported once, after a minute, so that a restart is not', async () => {
  await aProcess()
  await aProcess()
  await pass(55)
  expect(error).not.toHaveBeenCalled()
  await pass(200)
  const [inOne, inTwo, ...more] = error.mock.calls.map(([text]) => text)
  expect([inOne, more]).toEqual([expect.stringContaining('Set the same REDIS_URL for all servers'), []])
  expect(inTwo).toBe(inOne)
})

test('a dead connection is replaced, and lost announcements count from then on', async () => {
  const [first] = [await aProcess(), await aProcess()]
  await pass(5)
  const since = new Date()
  first.member.isCut = true
  await pass(45)
  expect([first.member.reconnects, warn.mock.calls.length, first.reconnects]).toEqual([1, 1, []])
  first.member.isCut = false
  first.member.onListening()
  await pass(1)
  expect(first.reconnects.length).toBe(1)
  expect(first.reconnects[0]?.getTime()).toBeLessThanOrEqual(since.getTime())
})

test('a single process whose connection was lost has nothing to catch up on', async () => {
  const first = await aProcess()
  await pass(5)
  first.member.onListening()
  await pass(5)
  expect(first.reconnects).toEqual([])
})

describe('servers with Redis', () => {
  test('do not need PostgreSQL for each other', async () => {
    const [first, second] = [await aProcess({ hasRedis: true }), await aProcess({ hasRedis: true })]
    await pass(200)
    first.bus.announce('revoked', 'alice')
    await pass(1)
    expect([first.bus.isUp(), first.received, second.received, error.mock.calls.length]).toEqual([true, ['alice'], ['alice'], 0])
  })

  test('and one without Redis detect each other, report it once, exchange announcements, and poll in the meantime', async () => {
    const [first, second] = [await aProcess({ hasRedis: true }), await aProcess({ hasRedis: true })]
    const other = await aProcess()
    await pass(1)
    expect([first, second, other].map(({ bus }) => bus.isUp())).toEqual([false, false, false])
    first.bus.announce('revoked', 'alice')
    other.bus.announce('revoked', 'bob')
    await pass(1)
    for (const { received } of [first, second, other]) expect(received.toSorted()).toEqual(['alice', 'bob'])
    await pass(200)
    const count = (where: string) => error.mock.calls.filter(([text]) => String(text).includes(`REDIS_URL is not set ${where}: `)).length
    // The one without Redis reports both of the others.
    expect([count('here'), count('there')]).toEqual([2, 2])
    await other.bus.close()
    await pass(1)
    expect([first.bus.isUp(), second.bus.isUp()]).toEqual([true, true])
  })
})

/**
 * The long version of F4 and F5: two servers at a steady rate that lose PostgreSQL for 25 s and then Redis for 30. Prints how soon clients
 * got a retry answer, how soon the rate recovered, how late messages were, and every delivery error. `node_modules/node/bin/node
 * tests/faults/outage.ts [pairs] [messages a second]`
 */
import { createMint } from '#tests/kit/chat/crowd.ts'
import { aDevice, type Device, checkDelivery } from '#tests/kit/chat/device.ts'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { startPostgres, startRedis } from '#tests/kit/engines.ts'
import { readNumbers } from '#tools/arguments.ts'

const [pairs = 50, aSecond = 200] = readNumbers('Usage: node tests/faults/outage.ts [pairs] [messages a second]', { most: 2 }).numbers
const BEFORE_MS = 5_000
const POSTGRES_AWAY_MS = 25_000
const REDIS_AWAY_MS = 30_000
const AFTER_MS = 15_000
const SECOND_MS = 1_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const [postgres, redis, mint] = await Promise.all([startPostgres({ isDurable: true }), startRedis(), createMint()])
if (!postgres || !redis) throw new Error('This needs PostgreSQL and Redis: apt-get install postgresql redis-server')
const options = { people: pairs * 2, mint, databaseUrl: postgres.url, redisUrl: redis.url }
const servers = [await startChatServer(options), await startChatServer({ ...options, people: 0 })]

/** Times are values of `performance.now()`, in milliseconds. */
const responses: { at: number; afterMs: number; isStored: boolean }[] = []
const writtenAt = new Map<string, number>()
const arrivals: { at: number; afterMs: number }[] = []
const devices: Device[] = []
for (let number = 0; number < pairs * 2; number++) {
  const device: Device = await aDevice({
    // The two users of a pair are on different servers.
    origin: () => servers[number % 2]?.origin ?? '',
    mint,
    number,
    onAnswer: (answer) => responses.push({ at: performance.now(), ...answer }),
    onStored: (id) => recordArrival(number, id),
  })
  await device.connect()
  devices.push(device)
}
function recordArrival(number: number, id: string): void {
  const began = writtenAt.get(id)
  if (began !== undefined && !devices[number]?.written.includes(id)) {
    arrivals.push({ at: performance.now(), afterMs: performance.now() - began })
  }
}

const writing = new AbortController()
async function write(): Promise<void> {
  for (let turn = 0; !writing.signal.aborted; turn++) {
    const device = devices[turn % devices.length]
    if (device) writtenAt.set(device.write(`message ${turn}`), performance.now())
    await pause(SECOND_MS / aSecond)
  }
}

async function withoutPostgres(): Promise<Record<string, number>> {
  await pause(BEFORE_MS)
  await postgres?.stop('SIGQUIT')
  const lostAt = performance.now()
  await pause(POSTGRES_AWAY_MS)
  const whileGone = responses.filter(({ at }) => at > lostAt)
  await postgres?.start()
  const backAt = performance.now()
  await pause(AFTER_MS)
  const rejected = whileGone.filter(({ isStored }) => !isStored)
  return {
    stored_while_away: whileGone.length - rejected.length,
    told_to_try_again: rejected.length,
    slowest_answer_ms: highest(rejected.map(({ afterMs }) => afterMs)),
    at_the_pace_again_after_ms: Math.round(paceSince(backAt) - backAt),
  }
}

/** The end of the first second in which as many messages were stored as are written per second. */
function paceSince(backAt: number): number {
  const stored = responses.filter(({ at, isStored }) => isStored && at >= backAt).map(({ at }) => at)
  const last = stored.find((position, index) => position - (stored[index - aSecond] ?? -Infinity) <= SECOND_MS)
  return last ?? Infinity
}

async function withoutRedis(): Promise<Record<string, number>> {
  await pause(BEFORE_MS)
  await redis?.stop('SIGKILL')
  const lostAt = performance.now()
  await pause(REDIS_AWAY_MS)
  await redis?.start()
  const backAt = performance.now()
  await pause(AFTER_MS)
  const writtenIn = (from: number, until: number) => arrivals.filter(({ at, afterMs }) => at - afterMs >= from && at - afterMs < until)
  return {
    slowest_arrival_while_away_ms: highest(writtenIn(lostAt, backAt).map(({ afterMs }) => afterMs)),
    slowest_arrival_from_a_second_after_ms: highest(writtenIn(backAt + SECOND_MS, Infinity).map(({ afterMs }) => afterMs)),
    slowest_acknowledgement_ms: highest(responses.filter(({ at }) => at > lostAt).map(({ afterMs }) => afterMs)),
  }
}
const highest = (times: readonly number[]) => Math.round(times.reduce((most, time) => Math.max(most, time), 0))

const written = write()
console.log('PostgreSQL away', await withoutPostgres())
console.log('Redis away', await withoutRedis())
writing.abort()
await written
await Promise.all(devices.map((device) => device.allAcknowledged(120_000)))

const errors: string[] = []
for (let number = 0; number < devices.length; number += 2) {
  const [first, second] = [devices[number], devices[number + 1]]
  if (first && second) errors.push(...(await checkDelivery(first, second)).problems)
}
const acknowledged = devices.reduce((sum, device) => sum + device.acknowledged.size, 0)
console.log(`${acknowledged} of ${writtenAt.size} acknowledged, ${errors.length} delivery errors`)
for (const problem of errors) console.log(problem)
await Promise.all(devices.map((device) => device.goOffline()))
await Promise.all(servers.map((server) => server.close()))
await Promise.all([postgres.remove(), redis.remove()])
process.exit(errors.length > 0 ? 1 : 0)

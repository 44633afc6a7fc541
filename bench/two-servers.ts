/**
 * What does a message cost two servers with Redis behind a load balancer, compared with one without? Both use PostgreSQL, and this process
 * is all the clients. At most 1.25 times the computing time of one server, and at 1,000 messages a second at most 1.5 times its p99, are the
 * promises. Two cores can't show more throughput.
 * `node_modules/node/bin/node bench/two-servers.ts [clients] [seconds]`
 */
import { startChatServer, type ChatServer } from '#tests/kit/chat/server.ts'
import { startPostgres, startRedis } from '#tests/kit/engines.ts'
import { readNumbers } from '#tools/arguments.ts'
import { configureHeap } from '#server/platform/heap.ts'
import { aCrowd } from './chat/crowd-client.ts'
import { machine, saveResult } from './report.ts'

const [CLIENTS = 2_000, SECONDS = 10] = readNumbers('Usage: node bench/two-servers.ts [clients] [seconds]', { most: 2 }).numbers
const ROUNDS = 5
const PER_SECOND = 1_000

// All clients are in this process. Its garbage collection delays all messages, which is not the servers' fault.
configureHeap()

const [singleDatabase, sharedDatabase, redis] = await Promise.all([
  startPostgres({ isDurable: true }),
  startPostgres({ isDurable: true }),
  startRedis(),
])
if (!singleDatabase || !sharedDatabase || !redis)
  throw new Error('This needs PostgreSQL and Redis; on Debian: apt-get install postgresql redis-server')
const single = await startChatServer({ people: CLIENTS, databaseUrl: singleDatabase.url })
const { mint } = single
const options = { mint, databaseUrl: sharedDatabase.url, redisUrl: redis.url }
const pair = [await startChatServer({ ...options, people: CLIENTS }), await startChatServer({ ...options, people: 0 })]

const rounds = { one: [], two: [] } as Record<'one' | 'two', Awaited<ReturnType<typeof measure>>[]>
for (let round = 0; round < ROUNDS; round++) {
  const measureOne = async () => rounds.one.push(await measure([single]))
  const measureTwo = async () => rounds.two.push(await measure(pair))
  // Alternating in both directions, so that the order affects both equally. oxlint-disable-next-line no-await-in-loop
  for (const run of round % 2 === 0 ? [measureOne, measureTwo] : [measureTwo, measureOne]) await run()
}
const medians = { one: mediansOf(rounds.one), two: mediansOf(rounds.two) }
const ratio = (read: (found: typeof medians.one) => number) => Math.round((read(medians.two) / read(medians.one)) * 100) / 100
const ratios = {
  costAtRate: ratio(({ costAtRate }) => costAtRate),
  costAtFullLoad: ratio(({ costAtFullLoad }) => costAtFullLoad),
  p99: ratio(({ p99 }) => p99),
}
console.table({ ...medians, ratio: ratios })
await saveResult('two-servers', { command: `node bench/two-servers.ts ${CLIENTS} ${SECONDS}`, machine: machine(), medians, ratios, rounds })
await Promise.all([single, ...pair].map((server) => server.close()))
await Promise.all([singleDatabase, sharedDatabase, redis].map((engine) => engine.remove()))
process.exit(0)

/** The computing time of a message in microseconds, at a fixed rate and as fast as possible, and the latency at the rate in milliseconds. */
async function measure(servers: readonly ChatServer[]) {
  const crowd = await aCrowd(
    servers.map(({ origin }) => origin),
    mint,
    CLIENTS,
  )
  await crowd.connect()
  await crowd.asFastAsPossible(2) // warm
  await crowd.atRate(PER_SECOND, 2)
  const rested = await cpuMicros(servers)
  const latency = await crowd.atRate(PER_SECOND, SECONDS)
  const afterRate = await cpuMicros(servers)
  const { acknowledged, perSecond } = await crowd.asFastAsPossible(SECONDS)
  const afterFullLoad = await cpuMicros(servers)
  crowd.close()
  return {
    costAtRate: Math.round((afterRate - rested) / (PER_SECOND * SECONDS)),
    costAtFullLoad: Math.round((afterFullLoad - afterRate) / acknowledged),
    p99: latency.delivered.p99,
    perSecond,
  }
}

async function cpuMicros(servers: readonly ChatServer[]): Promise<number> {
  const usages = await Promise.all(servers.map((server) => server.usage('asItIs')))
  return usages.reduce((sum, { cpu }) => sum + cpu.user + cpu.system, 0)
}

function mediansOf(found: readonly Awaited<ReturnType<typeof measure>>[]) {
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
  return {
    costAtRate: median(found.map((round) => round.costAtRate)),
    costAtFullLoad: median(found.map((round) => round.costAtFullLoad)),
    p99: median(found.map((round) => round.p99)),
    perSecond: median(found.map((round) => round.perSecond)),
  }
}

/**
 * F17: does anything grow or slow down while people write for a long time? Two servers on one PostgreSQL and one Redis, at about a
 * fifth of what they carry, with sockets that break now and then.
 * `npm run soak -- --minutes 30` ends with the slope of memory, the drift of the latency and every delivery error of chat.
 */
import { aDevice, type Device, checkDelivery } from '#tests/kit/chat/device.ts'
import { type ChatServer, startChatServer } from '#tests/kit/chat/server.ts'
import { createMint } from '#tests/kit/chat/crowd.ts'
import { startPostgres, startRedis } from '#tests/kit/engines.ts'
import { readArguments, rejectArguments } from '#tools/arguments.ts'
import { machine, percentile, roundToHundredth, saveResult } from './report.ts'
import { startControl } from './soak.control.ts'

const USAGE = 'Usage: npm run soak -- [--minutes <minutes>]'
const { minutes = '30' } = readArguments(USAGE, { options: { minutes: { type: 'string' } } }).values
if (!/^\d+$/.test(minutes)) rejectArguments(USAGE, `This is no number of minutes: ${minutes}.`)
const MINUTES = Number(minutes)
const PAIRS = 50
const A_SECOND = 200
const CUT_EVERY_MS = 2_000
const LOOKS = 12
/**
 * V8 sometimes returns memory when idle ("Mark-Compact (reduce)" of `--trace-gc`: 231 MB before, 93 after) and takes it again within
 * minutes, so the maximum of many samples counts. A leak still makes it grow.
 */
const MOMENT_MS = 1_000
/** Memory allocated in the first quarter is not a leak. */
const WARM_LOOKS = LOOKS / 4
/**
 * The retained heap is measured only after this sample and after the last one: it needs a forced collection, which never happens in
 * production and makes V8 discard compiled code. One sample before the slope begins, not part of it.
 */
const CLEANUP_SAMPLE = WARM_LOOKS - 1
/** As long as the product's own tokens live: a server caches verified tokens until then, and the warm-up must outlast that. */
const TOKEN_LIVES_S = 300
const SLOPE_MB_AN_HOUR = 1
const DRIFT = 0.1
const CONTROL_EVERY_MS = 100
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * `megabytes`: resident memory, the maximum of the samples. `control`: the same without our servers. `cpu`: CPU time of both servers per
 * message. Times in milliseconds.
 */
type Look = {
  minute: number
  megabytes: number[]
  p50: number
  p99: number
  control: { p50: number; p99: number }
  cpu: number
  messages: number
}

const [postgres, redis, mint] = await Promise.all([startPostgres({ isDurable: true }), startRedis(), createMint()])
if (!postgres || !redis) throw new Error('This needs PostgreSQL and Redis: apt-get install postgresql redis-server')
const options = { people: PAIRS * 2, mint, databaseUrl: postgres.url, redisUrl: redis.url }
const servers = [await startChatServer(options), await startChatServer({ ...options, people: 0 })]
const control = await startControl({ databaseUrl: postgres.url, redisUrl: redis.url })
const devices: Device[] = []
for (let number = 0; number < PAIRS * 2; number++) {
  let turn = number
  // Alternates between the servers, as behind a load balancer.
  const device = await aDevice({ origin: () => servers[turn++ % 2]?.origin ?? '', mint, number, tokenLivesS: TOKEN_LIVES_S })
  await device.connect()
  devices.push(device)
}

const latencies: number[] = []
const controls: number[] = []
let written = 0
const endsAt = Date.now() + MINUTES * 60_000
const isOver = () => Date.now() >= endsAt

async function write(): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    const device = devices[turn % devices.length]
    const began = performance.now()
    const id = device?.write(`message ${turn}`)
    written++
    device
      ?.until('acknowledged', () => acknowledged(device, id), 120_000)
      .then(() => latencies.push(performance.now() - began))
      .catch(() => undefined) // reported at the end, with everything that was not acknowledged
    await pause(1_000 / A_SECOND)
  }
}
const acknowledged = (device: Device, id: string | undefined) => id !== undefined && device.acknowledged.has(id)

async function cutConnections(): Promise<void> {
  for (let turn = 0; !isOver(); turn++) {
    await pause(CUT_EVERY_MS)
    devices[(turn * 7) % devices.length]?.cut()
  }
}

async function compare(): Promise<void> {
  while (!isOver()) {
    await pause(CONTROL_EVERY_MS)
    controls.push(await control.once())
  }
}

async function check(): Promise<{ looks: Look[]; live: number[][] }> {
  const samples: Look[] = []
  const live: number[][] = []
  let before = { computed: totalComputed(await Promise.all(servers.map(memoryOf))), written }
  const everyMs = (MINUTES * 60_000) / LOOKS
  for (let turn = 1; turn <= LOOKS; turn++) {
    const { computed, megabytes } = await mostMemory(everyMs)
    const now = { computed, written }
    samples.push({
      minute: roundToHundredth((turn * everyMs) / 60_000),
      megabytes,
      ...percentiles(latencies.splice(0)),
      control: percentiles(controls.splice(0)),
      cpu: roundToHundredth((now.computed - before.computed) / (now.written - before.written)),
      messages: written,
    })
    before = now
    console.log(JSON.stringify(samples.at(-1)))
    if (turn === CLEANUP_SAMPLE || turn === LOOKS) live.push(await Promise.all(servers.map(liveOf)))
  }
  return { looks: samples, live }
}
async function mostMemory(withinMs: number): Promise<{ megabytes: number[]; computed: number }> {
  const megabytes = servers.map(() => 0)
  let computed = 0
  const until = Date.now() + withinMs
  while (Date.now() < until) {
    await pause(Math.min(MOMENT_MS, withinMs))
    const now = await Promise.all(servers.map(memoryOf))
    computed = totalComputed(now)
    now.forEach(({ resident }, server) => (megabytes[server] = Math.max(megabytes[server] ?? 0, resident)))
  }
  return { megabytes, computed }
}
async function memoryOf(server: ChatServer) {
  const { memory, cpu } = await server.usage('asItIs')
  return { computed: (cpu.user + cpu.system) / 1_000, resident: roundToHundredth(memory.rss / 2 ** 20) }
}
/** Memory of the program itself. */
async function liveOf(server: ChatServer): Promise<number> {
  const { memory } = await server.usage()
  return roundToHundredth((memory.heapUsed + memory.external) / 2 ** 20)
}
const totalComputed = (all: readonly { computed: number }[]) => all.reduce((sum, { computed }) => sum + computed, 0)
const percentiles = (times: readonly number[]) => ({
  p50: roundToHundredth(percentile(times, 0.5)),
  p99: roundToHundredth(percentile(times, 0.99)),
})

/** The slope by least squares. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (pick: 0 | 1) => points.reduce((sum, point) => sum + point[pick], 0) / points.length
  const [mx, my] = [mean(0), mean(1)]
  const over = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0)
  return over / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
}

const [{ looks, live }] = await Promise.all([check(), write(), cutConnections(), compare()])
await Promise.all(devices.map((device) => device.allAcknowledged(120_000)))
const broken: string[] = []
for (let number = 0; number < devices.length; number += 2) {
  const [first, second] = [devices[number], devices[number + 1]]
  if (first && second) broken.push(...(await checkDelivery(first, second)).problems)
}
const settled = looks.slice(WARM_LOOKS)
const slopes = servers.map((_, server) =>
  roundToHundredth(slope(settled.map(({ minute, megabytes }) => [minute / 60, megabytes[server] ?? 0]))),
)
const hoursBetween = ((MINUTES / 60) * (LOOKS - CLEANUP_SAMPLE)) / LOOKS
const grown = servers.map((_, server) => roundToHundredth(((live[1]?.[server] ?? 0) - (live[0]?.[server] ?? 0)) / hoursBetween))
const half = Math.ceil(settled.length / 2)
/** The relative increase of a value from the first half to the second. Samples without acknowledged messages have no value. */
const drift = (of: (look: Look) => number) => {
  const mean = (part: readonly Look[]) => {
    const measured = part.map(of).filter((value) => !Number.isNaN(value))
    return measured.reduce((sum, value) => sum + value, 0) / measured.length
  }
  return roundToHundredth(mean(settled.slice(half)) / mean(settled.slice(0, half)) - 1)
}
const result = {
  minutes: MINUTES,
  messages: written,
  mb_an_hour: slopes,
  live_mb_an_hour: grown,
  p99_drift: drift(({ p99 }) => p99),
  control_p99_drift: drift((seen) => seen.control.p99),
  p99_drift_against_control: drift((seen) => seen.p99 / seen.control.p99),
  cpu_drift: drift(({ cpu }) => cpu),
  broken,
  promised: { mb_an_hour: SLOPE_MB_AN_HOUR, p99_drift: DRIFT, broken: 0 },
  looks,
}
console.log(JSON.stringify({ ...result, looks: undefined }, null, 2))
await saveResult('soak', { command: `npm run soak -- --minutes ${MINUTES}`, machine: machine(), result })
await Promise.all([control.stop(), ...devices.map((device) => device.goOffline())])
await Promise.all(servers.map((server) => server.close()))
await Promise.all([postgres.remove(), redis.remove()])
// A few minutes can't show a trend: a short run fails only on a missed target.
process.exit(broken.length > 0 ? 1 : 0)

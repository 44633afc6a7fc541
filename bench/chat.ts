/**
 * How many messages does the real path handle? Through the socket, every check, the store and to the other side, with this process as
 * all the clients: durable messages a second, latency at a fixed rate, memory of idle connections (after the collection of garbage that an idle
 * server makes once a minute), and all clients reconnecting at once.
 * On the embedded database and on PostgreSQL, each time against a bare server on the same database in the same run (`chat/bare.ts`),
 * and on PostgreSQL, where it is installed, against ejabberd with its archive (`chat/ejabberd.ts`).
 *
 * `node_modules/node/bin/node bench/chat.ts groups [connections] [seconds]` measures groups of 50 alone, against messages to one
 * person: what a message costs the server, and how many deliveries it makes in a second.
 * `node_modules/node/bin/node bench/chat.ts [connections] [seconds] [idle minutes]`; 10,000 connections need `ulimit -n 20000` and five
 * minutes. With `10000 10 10` the connections are idle for ten minutes before the first message, as in F10 (docs/security.md): half an hour.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { timings } from '#contract/limits.ts'
import { configureHeap } from '#server/platform/heap.ts'
import { createMint, GROUP_SIZE, type Mint } from '#tests/kit/chat/crowd.ts'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { startPostgres } from '#tests/kit/engines.ts'
import { freePort } from '#tools/free-port.ts'
import { readNumbers } from '#tools/arguments.ts'
import { aCrowd, CONTENT } from './chat/crowd-client.ts'
import { type Ejabberd, startEjabberd } from './chat/ejabberd.ts'
import { anXmppCrowd } from './chat/xmpp-crowd.ts'
import { machine, saveResult } from './report.ts'

const { numbers, words } = readNumbers('Usage: node bench/chat.ts [groups] [connections] [seconds] [idle minutes]', {
  most: 3,
  words: ['groups'],
})
const isGroupsOnly = words.includes('groups')
const CONNECTIONS = numbers[0] ?? (isGroupsOnly ? 2_000 : 10_000)
const SECONDS = numbers[1] ?? 10
const IDLE_MINUTES = numbers[2] ?? 0
/** People who write as fast as they can. At 20 a second each, which is allowed, they could send 40,000. */
const WRITERS = Math.min(2_000, CONNECTIONS)
const ROUNDS = 5
/** This many members of each group of 50 write at once: the rate limit of one user would be too low. */
const WRITERS_OF_GROUP = 5
/** Includes the server's work of once a minute. */
const RATE_SECONDS = 60

type Target = {
  origin: string
  usage(how?: 'tidy' | 'asItIs'): Promise<{ memory: NodeJS.MemoryUsage; cpu: NodeJS.CpuUsage }>
  close(): Promise<void>
}

// All clients are in this process. Its garbage collection delays all messages, which is not the server's fault.
configureHeap()

const ownLimits = '/proc/self/limits'
const openFiles = existsSync(ownLimits) ? Number(/Max open files\s+(\d+)/.exec(readFileSync(ownLimits, 'utf8'))?.[1]) : Infinity
if (openFiles < CONNECTIONS + 1_000) throw new Error(`${CONNECTIONS} connections need more open files than ${openFiles}: ulimit -n 20000`)

const results: Record<string, unknown> = {}
for (const engine of ['embedded', 'postgresql'] as const) {
  const found = await measureEngine(engine)
  if (!found) continue
  results[engine] = found
  console.log(engine, JSON.stringify(found, null, 2))
}
await saveResult(isGroupsOnly ? 'chat-groups' : 'chat', {
  command: `node bench/chat.ts ${[...words, ...numbers].join(' ')}`,
  machine: machine(),
  results,
})
process.exit(0)

async function measureEngine(engine: 'embedded' | 'postgresql') {
  const postgres = engine === 'postgresql' ? await startPostgres({ isDurable: true }) : null
  if (engine === 'postgresql' && !postgres) return console.log('PostgreSQL is not installed; it is left out.')
  const mint = await createMint()
  const databaseOptions = postgres ? { databaseUrl: postgres.url } : {}
  const env = { CROWD_GROUPS: 'yes' }
  const ours = await startChatServer({ people: CONNECTIONS, mint, env, ...databaseOptions })
  if (isGroupsOnly) {
    try {
      return { groups: await measureGroups(ours, mint) }
    } finally {
      await ours.close()
      await postgres?.remove()
    }
  }
  // First the crowd: the memory of a process that has worked hides the cost of a connection, and other servers would delay its messages.
  const crowd = await measureCrowd(ours, mint)
  const bare = await startBare(databaseOptions)
  const ejabberd = postgres ? await startEjabberd(postgres.url) : null
  if (typeof ejabberd === 'string') console.log(ejabberd)
  const third = typeof ejabberd === 'string' ? null : ejabberd
  try {
    // Alternating in both directions, so that other load on the machine and the order affect all of them equally.
    const settle = () => (postgres ? checkpoint(postgres.url) : Promise.resolve())
    const rounds: Round[] = []
    for (let round = 0; round < ROUNDS; round++) rounds.push(await compare({ ours, bare, ejabberd: third }, { round, mint, settle }))
    return {
      throughput: rounds,
      ratio: medianRatio(rounds, 'bare'),
      groups: await measureGroups(ours, mint),
      ratioToEjabberd: third && medianRatio(rounds, 'ejabberd'),
      ...crowd,
    }
  } finally {
    await ours.close()
    await bare.close()
    await third?.close()
    await postgres?.remove()
  }
}

type Measured = { perSecond: number; cpuMicrosEach: number }
type Round = Record<keyof Targets, Measured | null>

type Targets = { ours: Target; bare: Target; ejabberd: Ejabberd | null }
type Turn = { round: number; mint: Mint; settle: () => Promise<unknown> }

async function compare({ ours, bare, ejabberd }: Targets, { round, mint, settle }: Turn): Promise<Round> {
  const measure = {
    ours: () => throughput(ours, mint),
    bare: () => throughput(bare, mint),
    ejabberd: async () => ejabberd && throughputOfEjabberd(ejabberd),
  }
  const names = ['ours', 'bare', 'ejabberd'] as const
  const found: Partial<Record<keyof Targets, Measured | null>> = {}
  for (const name of round % 2 === 0 ? names : names.toReversed()) {
    await settle()
    found[name] = await measure[name]()
  }
  return { ours: found.ours ?? null, bare: found.bare ?? null, ejabberd: found.ejabberd ?? null }
}

/** Flushes earlier writes to the disk, so that they don't count for the next measurement. */
async function checkpoint(url: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query('checkpoint')
  await client.end()
}

function medianRatio(rounds: readonly Round[], to: 'bare' | 'ejabberd'): number {
  const ratios = rounds
    .map((round) => (round.ours?.perSecond ?? Number.NaN) / (round[to]?.perSecond ?? Number.NaN))
    .toSorted((a, b) => a - b)
  return Math.round((ratios[Math.floor(ratios.length / 2)] ?? 0) * 100) / 100
}

async function throughput(target: Target, mint: Mint) {
  const crowd = await aCrowd([target.origin], mint, WRITERS)
  await crowd.connect()
  await crowd.asFastAsPossible(2) // warm
  const before = (await target.usage()).cpu
  const found = await crowd.asFastAsPossible(SECONDS)
  const { user, system } = (await target.usage()).cpu
  crowd.close()
  // Unlike the rate, this hardly depends on other load on the machine. Excludes the CPU time of the database server.
  return { ...found, cpuMicrosEach: Math.round((user - before.user + system - before.system) / found.acknowledged) }
}

/** Compares messages to 49 others with messages to one person: the same writers, alternating; medians. */
async function measureGroups(target: Target, mint: Mint) {
  const crowd = await aCrowd([target.origin], mint, Math.min(2_000, CONNECTIONS))
  await crowd.connect()
  const writes = (number: number) => number % GROUP_SIZE < WRITERS_OF_GROUP
  const measure = async (toGroups: boolean) => {
    await crowd.asFastAsPossible(2, { writes, toGroups }) // warm
    const before = (await target.usage()).cpu
    const found = await crowd.asFastAsPossible(SECONDS, { writes, toGroups })
    const { user, system } = (await target.usage()).cpu
    const cpuMicrosEach = Math.round((user - before.user + system - before.system) / found.acknowledged)
    return { ...found, cpuMicrosEach, deliveriesPerSecond: Math.round((found.delivered / found.acknowledged) * found.perSecond) }
  }
  const [pairs, groups]: [Awaited<ReturnType<typeof measure>>[], Awaited<ReturnType<typeof measure>>[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push(await measure(false))
    groups.push(await measure(true))
  }
  crowd.close()
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  const [first, fifty] = [pairs, groups].map((rounds) => median(rounds.map(({ cpuMicrosEach }) => cpuMicrosEach)))
  return {
    costOfGroupMessage: Math.round(((fifty ?? 0) / (first ?? 1)) * 10) / 10,
    deliveriesPerSecond: median(groups.map(({ deliveriesPerSecond }) => deliveriesPerSecond)),
    pairs,
    groups,
  }
}

/** Like `throughput`, with the numbers of the XMPP server. */
async function throughputOfEjabberd({ port, cpuMicros }: Ejabberd) {
  const crowd = await anXmppCrowd(port, WRITERS, CONTENT)
  await crowd.connect()
  await crowd.asFastAsPossible(2) // warm
  const before = cpuMicros()
  const found = await crowd.asFastAsPossible(SECONDS)
  const cpuMicrosEach = Math.round((cpuMicros() - before) / found.acknowledged)
  crowd.close()
  return { ...found, cpuMicrosEach }
}

/** With all clients connected: memory, latency, and the reconnect of all at once. */
async function measureCrowd(target: Target, mint: Mint) {
  const before = (await target.usage()).memory
  const crowd = await aCrowd([target.origin], mint, CONNECTIONS)
  await crowd.connect()
  const perConnectionKb = Math.round(((await target.usage()).memory.rss - before.rss) / CONNECTIONS / 102.4) / 10
  await new Promise((resolve) => setTimeout(resolve, IDLE_MINUTES * 60_000))
  const dropped = CONNECTIONS - crowd.connected()
  await crowd.atRate(300, 3) // warm
  const latency = [await crowd.atRate(300, RATE_SECONDS), await crowd.atRate(1_000, SECONDS)]
  const computed = (await target.usage('asItIs')).cpu
  const reconnection = await crowd.storm(() => timings.reconnectDelayMs + Math.random() * timings.reconnectJitterMs)
  const { user, system } = (await target.usage('asItIs')).cpu
  const serverSeconds = Math.round((user - computed.user + system - computed.system) / 10_000) / 100
  const storm = { ...reconnection, serverSeconds }
  const afterStorm = await crowd.atRate(300, 3)
  crowd.close()
  return { connections: CONNECTIONS, idleMinutes: IDLE_MINUTES, dropped, perConnectionKb, latency, storm, afterStorm }
}

async function startBare({ databaseUrl }: { databaseUrl?: string }): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-bare-'))
  if (!databaseUrl) await copyEmbeddedDatabase(join(dataDir, 'db'))
  const port = await freePort('127.0.0.1', 0)
  const child: ChildProcess = spawn(process.execPath, ['--expose-gc', new URL('chat/bare.ts', import.meta.url).pathname], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: String(port),
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'message')
  return {
    origin: `http://127.0.0.1:${port}`,
    usage: async () => {
      const response = once(child, 'message')
      child.send('memory')
      const [usage] = await response
      // The child's only answer.
      return usage as { memory: NodeJS.MemoryUsage; cpu: NodeJS.CpuUsage }
    },
    close: async () => {
      child.kill('SIGKILL')
      await once(child, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

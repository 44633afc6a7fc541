import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoLogins } from '#sandbox/demo/people.ts'
import { startDemoStandIns } from '#sandbox/demo/stand-ins.ts'
import type { StandInOrigins } from '#server/offered-providers.ts'
import type { IssuerStandIn } from '#server/sign-in.ts'
import { freePort } from '#tools/free-port.ts'
import { startPostgres, startRedis } from '../engines.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { startBucket } from './bucket.ts'

/** What each server of a cluster is told beside its settings. */
export type MemberSettings = { origin: string; standIns: StandInOrigins; issuer: IssuerStandIn; demo: boolean }

type ClusterOptions = {
  servers: number
  settings: Record<string, string>
  /** A data folder that holds the demo world; without one nobody is there yet. */
  demo: string | undefined
}

const NODE = 'node_modules/node/bin/node'
const START_WITHIN_MS = 60_000

/**
 * Starts several servers as processes of their own behind one address, on one PostgreSQL, one Redis and one bucket, all fresh.
 * Gives what `startServer` of running-server.ts promises; `restart` does one server after the other, so that the others take over meanwhile.
 */
export async function startCluster({ servers, settings, demo }: ClusterOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-cluster-'))
  const [balancer, postgres, redis, bucket] = await Promise.all([startBalancer(), startPostgres(), startRedis(), startBucket()])
  if (!postgres || !redis) throw new Error('A cluster needs PostgreSQL and Redis: apt-get install postgresql redis-server')
  const standIns = await startDemoStandIns({ redirectOrigin: balancer.origin })
  const environment = {
    ...bucket.settings,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SECRET: demo ? readFileSync(join(demo, 'secret'), 'utf8').trim() : 'the secret that all servers of a cluster share',
    DATA_DIR: join(folder, 'commands'),
  }
  if (demo) await moveIn({ demo, folder: join(folder, 'demo'), environment })
  const shared = {
    ...settings,
    ...environment,
    LOG: process.env['LOG'] ?? '',
    CLUSTER_MEMBER: JSON.stringify({
      origin: balancer.origin,
      standIns: standIns.origins,
      issuer: standIns.issuer,
      demo: demo !== undefined,
    } satisfies MemberSettings),
  }
  const members: Member[] = []
  // One after the other: the first makes the tables.
  for (let at = 0; at < servers; at++) members.push(await startMember({ dataDir: join(folder, String(at)), shared }))
  standIns.slowDown()
  balancer.spread(members.map(({ port }) => port))

  const each = (work: (member: Member) => Promise<void>) => Promise.all(members.map(work)).then(() => undefined)
  return {
    environment,
    ready: { origin: balancer.origin, standIns: standIns.pages, logins: demo ? demoLogins : [] },
    output: () => members.map(({ output }) => output()).join('\n'),
    end: (signal: 'SIGTERM' | 'SIGKILL') => each((member) => member.end(signal)),
    start: () => each((member) => member.start()),
    restart: async (signal: 'SIGTERM' | 'SIGKILL') => {
      for (const member of members) {
        await member.end(signal)
        await member.start()
      }
    },
    close: async () => {
      await each((member) => member.end('SIGTERM'))
      await closeAll(balancer, [standIns.close(), postgres.remove(), redis.remove(), bucket.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The demo world comes as an installation does that outgrows its machine: by the command that operators use. */
async function moveIn({ demo, folder, environment }: { demo: string; folder: string; environment: Record<string, string> }): Promise<void> {
  cpSync(demo, folder, { recursive: true })
  const command = ['tools/move.ts', '--from', folder, '--to', environment['DATABASE_URL'] ?? '']
  await promisify(execFile)(NODE, command, { env: { ...process.env, ...environment } })
}

async function closeAll(balancer: Balancer, others: Promise<unknown>[]): Promise<void> {
  await balancer.close()
  await Promise.all(others)
}

type Member = { port: number; output(): string; start(): Promise<void>; end(signal: NodeJS.Signals): Promise<void> }

/** One server, on a port that it keeps over restarts. */
async function startMember({ dataDir, shared }: { dataDir: string; shared: Record<string, string> }): Promise<Member> {
  const port = await freePort('127.0.0.1', 0)
  let child: ChildProcess
  let written = ''

  async function start(): Promise<void> {
    const env = { ...process.env, ...shared, DATA_DIR: dataDir, PORT: String(port) }
    const file = new URL('member.ts', import.meta.url).pathname
    const started = spawn(NODE, [file], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    child = started
    for (const stream of [started.stdout, started.stderr]) stream?.on('data', (part: Buffer) => (written += String(part)))
    const ready = new AbortController()
    const gone = once(started, 'exit', { signal: ready.signal }).then(() => 'gone')
    const first = await Promise.race([once(started, 'message', { signal: AbortSignal.timeout(START_WITHIN_MS) }), gone])
    if (first === 'gone') throw new Error(`The server ended while starting:\n${written}`)
    gone.catch(() => undefined) // no longer waited for
    ready.abort()
  }

  await start()
  return {
    port,
    output: () => written,
    start,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

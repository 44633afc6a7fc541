import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoLogins } from '#sandbox/demo/people.ts'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import type { FakeServiceOrigins } from '#server/app/external/providers.ts'
import type { FakeIssuer } from '#server/app/sign-in.ts'
import { freePort } from '#tools/free-port.ts'
import { startRedis } from '../engines.ts'
import { copyDatabase, migratedTemplate } from '../postgres-copies.ts'
import { startBalancer } from './balancer.ts'
import { startBucket } from './bucket.ts'
import { type ClusterBase, clusterBase, NODE } from './cluster-base.ts'

/** Additional settings of each server of a cluster. */
export type MemberSettings = {
  origin: string
  fakeServices: FakeServiceOrigins | null
  issuer: FakeIssuer | null
  demo: boolean
  pages: boolean
}

type ClusterOptions = {
  servers: number
  settings: Record<string, string>
  /** Whether the demo world exists; without it there are no users. */
  demo: boolean
  /** Whether pages are served, which must have been built. */
  pages?: boolean
  base?: Pick<ClusterBase, 'url'> & Partial<ClusterBase>
}

/** Ends a start that hangs, without failing on a busy machine. */
const START_WITHIN_MS = 240_000

/**
 * Starts several server processes behind one address, with their own database, Redis and bucket. Has the interface of `startServer` in
 * running-server.ts; `restart` restarts one server after the other, so that the others take over in the meantime.
 */
export async function startCluster({ servers, settings, demo, pages = true, base = clusterBase() }: ClusterOptions) {
  const world = demo ? base.demo : null
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-cluster-'))
  const pictures = join(folder, 'pictures')
  if (world) cpSync(world.pictures, pictures, { recursive: true })
  const database = await copyDatabase(base.url, world?.template ?? (await migratedTemplate(base.url)))
  const [balancer, redis, bucket] = await Promise.all([startBalancer(), startRedis(), startBucket({ directory: pictures })])
  if (!redis) throw new Error('A cluster needs Redis: apt-get install redis-server')
  const fakeServices = await startFakeServices({ redirectOrigin: balancer.origin })
  const environment = {
    ...bucket.settings,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    SECRET: world?.secret ?? 'the secret that all servers of a cluster share',
    DATA_DIR: join(folder, 'commands'),
  }
  const shared = {
    ...settings,
    ...environment,
    LOG: process.env['LOG'] ?? '',
    CLUSTER_MEMBER: JSON.stringify({
      origin: balancer.origin,
      fakeServices: fakeServices.origins,
      issuer: fakeServices.issuer,
      demo,
      pages,
    } satisfies MemberSettings),
  }
  const members = await Promise.all(
    Array.from({ length: servers }, (_, index) => startMember({ dataDir: join(folder, String(index)), shared })),
  )
  balancer.spread(members.map(({ port }) => port))

  const forEachMember = (work: (member: Member) => Promise<void>) => Promise.all(members.map(work)).then(() => undefined)
  return {
    environment,
    ready: { origin: balancer.origin, fakeServices: fakeServices.pages, logins: demo ? demoLogins : [] },
    output: () => members.map(({ output }) => output()).join('\n'),
    end: (signal: 'SIGTERM' | 'SIGKILL') => forEachMember((member) => member.end(signal)),
    start: () => forEachMember((member) => member.start()),
    restart: async (signal: 'SIGTERM' | 'SIGKILL') => {
      for (const member of members) {
        await member.end(signal)
        await member.start()
      }
    },
    close: async () => {
      await forEachMember((member) => member.end('SIGTERM'))
      await balancer.close()
      await Promise.all([fakeServices.close(), database.drop(), redis.remove(), bucket.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Member = { port: number; output(): string; start(): Promise<void>; end(signal: NodeJS.Signals): Promise<void> }

/** One server, on a port that stays the same after restarts. */
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
    const exited = once(started, 'exit', { signal: ready.signal }).then(() => 'gone')
    const first = await Promise.race([once(started, 'message', { signal: AbortSignal.timeout(START_WITHIN_MS) }), exited])
    if (first === 'gone') throw new Error(`The server ended while starting:\n${written}`)
    exited.catch(() => undefined) // its rejection after the abort is expected
    ready.abort()
  }

  await start()
  return {
    port,
    output: () => written,
    start,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
    },
  }
}

// Starts a real PostgreSQL and a real Redis for the tests that need them, with their own ports and folders, and stops exactly these two
// processes afterwards. If one is not installed, its tests are skipped with a hint how to install it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { createClient } from 'redis'
import type { TestProject } from 'vitest/node'
import { freePort } from '#tools/free-port.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Null if the package is not installed: `describe.skipIf(inject('postgresUrl') === null)`. */
    postgresUrl: string | null
    redisUrl: string | null
  }
}

export type Engine = {
  url: string
  /** @throws Error while it is stopped */
  readonly pid: number
  /** Sends `signal` to the process and waits for its exit. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Stops it and removes its data. */
  remove(): Promise<void>
}

const START_WITHIN_MS = 20_000
/** Stops each running engine when the process that started it exits. */
const atExit = new Set<() => void>()
process.on('exit', () => atExit.forEach((end) => end()))
const debianPostgres = '/usr/lib/postgresql'

/** Vitest calls this before the first engine test, and the returned function after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  const redis = await startRedis()
  if (!postgres) console.warn('PostgreSQL is not installed, so its tests are skipped. On Debian: apt-get install postgresql')
  if (!redis) console.warn('Redis is not installed, so its tests are skipped. On Debian: apt-get install redis-server')
  project.provide('postgresUrl', postgres?.url ?? null)
  project.provide('redisUrl', redis?.url ?? null)
  if (postgres) process.env['TEST_DATABASE_URL'] = postgres.url
  if (redis) process.env['TEST_REDIS_URL'] = redis.url
  return async () => {
    await Promise.all([postgres?.remove(), redis?.remove()])
  }
}

/** Whether both are installed. */
export function hasEngines(): boolean {
  return findPostgres() !== null && findInPath('redis-server') !== null
}

/** A new PostgreSQL server, or null if it is not installed. fsync is off unless `isDurable`, because its data is only for tests. */
export async function startPostgres({ isDurable = false } = {}): Promise<Engine | null> {
  const bin = findPostgres()
  if (!bin) return null
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-postgres-'))
  // PostgreSQL does not run as root, so root runs it as the user of its package.
  const owner = process.getuid?.() === 0 ? userIds('postgres') : null
  if (owner) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const as = { ...owner, cwd: folder, stdio: 'pipe' as const }
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'], as)
  const port = await freePort('127.0.0.1', 0)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const settings = [
    `fsync=${isDurable ? 'on' : 'off'}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=200',
  ]
  const run = () => spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])], as)
  return startEngine({ url, run, folder, stopSignal: 'SIGINT', answers: () => isPostgresReady(url) })
}

/** A new Redis server without persistence, or null if it is not installed. */
export async function startRedis(): Promise<Engine | null> {
  const binary = findInPath('redis-server')
  if (!binary) return null
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-redis-'))
  const port = await freePort('127.0.0.1', 0)
  const url = `redis://127.0.0.1:${port}`
  const run = () =>
    spawn(binary, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder], { stdio: 'pipe' })
  return startEngine({ url, run, folder, stopSignal: 'SIGTERM', answers: () => isRedisReady(url) })
}

type EngineOptions = {
  url: string
  folder: string
  run: () => ChildProcess
  stopSignal: NodeJS.Signals
  answers: () => Promise<boolean>
}

async function startEngine({ url, folder, run, stopSignal, answers }: EngineOptions): Promise<Engine> {
  let child: ChildProcess | null = null
  const start = async (): Promise<void> => {
    const started = run()
    child = started
    const end = () => started.kill(stopSignal)
    atExit.add(end)
    started.once('exit', () => atExit.delete(end))
    let output = ''
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (part: Buffer) => (output = (output + String(part)).slice(-2_000)))
    const deadline = Date.now() + START_WITHIN_MS
    while (!(await answers())) {
      if (started.exitCode !== null || Date.now() > deadline) throw new Error(`${started.spawnfile} did not start:\n${output}`)
      await pause(20)
    }
  }
  const stop = async (signal: NodeJS.Signals = stopSignal): Promise<void> => {
    const ending = child
    child = null
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill(signal)
    await exited
  }
  const remove = async (): Promise<void> => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
  await start()
  return {
    url,
    get pid() {
      // Never signal a process id that is not ours: a signal to process 0 reaches the whole process group, including the tests.
      if (child?.pid === undefined) throw new Error('This engine does not run at the moment.')
      return child.pid
    },
    start,
    stop,
    remove,
  }
}

async function isPostgresReady(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false // not up yet
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function isRedisReady(url: string): Promise<boolean> {
  const client = createClient({ url, socket: { reconnectStrategy: false } })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.ping()
    return true
  } catch {
    return false // not up yet
  } finally {
    if (client.isOpen) client.destroy()
  }
}

/** The folder of the newest PostgreSQL: Debian installs its binaries outside of the path. */
function findPostgres(): string | null {
  const versions = existsSync(debianPostgres) ? readdirSync(debianPostgres).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(debianPostgres, version, 'bin')), ...pathFolders()]
  return folders.find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'initdb'))) ?? null
}

function findInPath(name: string): string | null {
  const folder = pathFolders().find((candidate) => existsSync(join(candidate, name)))
  return folder === undefined ? null : join(folder, name)
}

function pathFolders(): string[] {
  return (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)
}

function userIds(name: string): { uid: number; gid: number } {
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

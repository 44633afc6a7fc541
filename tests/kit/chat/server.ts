import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tools/free-port.ts'
import { copyEmbeddedDatabase } from '../database.ts'
import { createMint, crowdSettings, type Mint } from './crowd.ts'

export type ChatServerOptions = {
  /** The number of users; see `insertCrowd`. Only the first server of a database creates them. */
  people: number
  mint?: Mint
  databaseUrl?: string
  redisUrl?: string
  /** Additional environment variables of the process. */
  env?: Record<string, string>
  /** The same, for the first start only. */
  once?: Record<string, string>
}

export type ChatServer = {
  readonly origin: string
  readonly mint: Mint
  readonly pid: number
  readonly dataDir: string
  /** Sends the signal and waits for the exit. Returns how long that took, in milliseconds. */
  end(signal: NodeJS.Signals): Promise<number>
  /** Resolves when the process exits without a signal. */
  ended(): Promise<void>
  start(): Promise<void>
  /** @throws Error that says why there is no response, and whether the process has ended */
  get(path: string): Promise<{ status: number; body: unknown }>
  /** The memory in use after the collection that an idle server makes once a minute; with `asItIs`, without one. */
  usage(how?: 'tidy' | 'asItIs'): Promise<{ memory: NodeJS.MemoryUsage; cpu: NodeJS.CpuUsage }>
  output(): string
  /** Ends the process and removes its data. */
  close(): Promise<void>
}

const START_WITHIN_MS = 60_000
const EXIT_WITHIN_MS = 1_000
/** Shared by all servers of one database. */
export const SHARED_SECRET = 'the secret that all servers of a database share'

/** Starts a server as a separate process on new data, on a port that stays the same after restarts. */
export async function startChatServer(options: ChatServerOptions): Promise<ChatServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-chat-'))
  const mint = options.mint ?? (await createMint())
  const port = await freePort('127.0.0.1', 0)
  if (!options.databaseUrl) await copyEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })
  let child: ChildProcess
  let origin = ''
  let written = ''
  let extra = options.once ?? {}

  async function start(): Promise<void> {
    const env = {
      PATH: process.env['PATH'],
      // The cache of compiled code (tools/launch.mjs).
      ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
      NODE_ENV: 'production',
      ...crowdSettings,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG: process.env['LOG'] ?? 'off',
      DEMO: 'off',
      CROWD_KEYS: mint.keysAddress,
      CROWD_PEOPLE: String(options.people),
      ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl, SECRET: SHARED_SECRET } : {}),
      ...(options.redisUrl ? { REDIS_URL: options.redisUrl } : {}),
      ...options.env,
      ...extra,
    }
    extra = {}
    const file = new URL('child.ts', import.meta.url).pathname
    child = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (part: Buffer) => (written = (written + String(part)).slice(-20_000)))
    origin = await ready(child, () => written)
  }

  async function ended(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }

  async function end(signal: NodeJS.Signals): Promise<number> {
    const began = performance.now()
    const gone = ended()
    child.kill(signal)
    await gone
    return performance.now() - began
  }

  async function get(path: string): Promise<{ status: number; body: unknown }> {
    try {
      const response = await fetch(`${origin}${path}`)
      return { status: response.status, body: await response.json() }
    } catch (error) {
      // The exit of a process that crashes is reported after its connections are closed.
      await Promise.race([ended(), new Promise((resolve) => setTimeout(resolve, EXIT_WITHIN_MS))])
      const state = child.signalCode ?? child.exitCode ?? 'still running'
      throw new Error(`no response to ${path}: ${String(error instanceof Error && error.cause)}; process ${state}:\n${written}`, {
        cause: error,
      })
    }
  }

  await start()
  return {
    get origin() {
      return origin
    },
    get pid() {
      if (child.pid === undefined) throw new Error('This server has not started.')
      return child.pid
    },
    mint,
    dataDir,
    start,
    get,
    end,
    ended,
    async usage(how = 'tidy') {
      const response = once(child, 'message')
      child.send(how)
      const [usage] = await response
      // The child's only answer to this message.
      return usage as Awaited<ReturnType<ChatServer['usage']>>
    },
    output: () => written,
    close: async () => {
      await end('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function ready(child: ChildProcess, written: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start in time:\n${written()}`)), START_WITHIN_MS)
    child.once('message', (message) => {
      clearTimeout(timer)
      // The child sends nothing else on its own.
      resolve((message as { origin: string }).origin)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with ${code} while starting:\n${written()}`))
    })
  })
}

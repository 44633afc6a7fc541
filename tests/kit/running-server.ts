import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyEmbeddedDatabase } from './database.ts'
import { SERVERS } from './several-servers.ts'

/** The message of `tools/start.ts` to its parent process once it is up. */
export type Ready = {
  origin: string
  fakeServices: { spotify: string; youtube: string; oidc: string; spotifyPlayer: string; youtubePlayer: string } | null
  logins: { email: string; password: string; name: string }[]
}

export type RunningServer = {
  readonly ready: Ready
  /**
   * Settings with which a command reaches the same data, by the names in .env.example. A data folder may be opened only while the server is
   * stopped.
   */
  readonly environment: Record<string, string>
  /** Everything the server has written so far. */
  output(): string
  /** Sends `signal` to the server and starts it again on the same data and port. Several servers restart one after the other. */
  restart(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Stops the server until `start`. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  start(): Promise<void>
  /** Stops the server and removes its data. */
  close(): Promise<void>
}

/** A first start builds the web and fills the demo world. */
const START_WITHIN_MS = 400_000
/** The data folder of a server with the demo world, which takes half a minute to fill and no time to copy. */
export const DEMO_DATA = 'WAVELENGTH_DEMO_DATA'

/** Tests name the network address of each user (client-address.ts). */
const clients = { TRUSTED_PROXIES: '127.0.0.1' }

const outputs = new Set<() => string>()

/** Starts recording the output of the servers of this process. Returns a function that returns each server's output since then. */
export function watchOutputs(): () => string[] {
  const before = new Map([...outputs].map((output) => [output, output().length]))
  return () => [...outputs].map((output) => output().slice(before.get(output) ?? 0))
}

/** Records the output of a process for the report of a failing test. Returns a function that stops it. */
export function reportOutput(output: () => string): () => void {
  outputs.add(output)
  return () => void outputs.delete(output)
}

/**
 * Starts the product like `npm start`, as a separate process on a new data folder. Its fake services answer without a delay.
 * @param demo whether the demo world is needed; the fake services run either way
 * @param servers more than one: as many processes behind one address, on PostgreSQL, Redis and a bucket
 * @param settings additional settings, by their names in .env.example
 * @param prepare changes the data before a single server first opens it; starting again takes seconds of CPU time
 */
export async function startServer({
  demo,
  settings = {},
  prepare = () => undefined,
  servers = Number(process.env[SERVERS] ?? 1),
}: ServerOptions & { servers?: number }): Promise<RunningServer> {
  // Imported only here, because the bucket and the fake services load slowly.
  const started =
    servers > 1
      ? await (await import('./cluster/cluster.ts')).startCluster({ servers, settings: { ...clients, ...settings }, demo })
      : await startProcess({ settings: { ...clients, ...settings }, demo, prepare })
  const discard = reportOutput(started.output)
  const close = started.close
  started.close = async () => {
    discard()
    await close()
  }
  return started
}

type ServerOptions = {
  demo: boolean
  settings?: Record<string, string>
  prepare?: (environment: RunningServer['environment']) => Promise<void> | void
}

async function startProcess({ demo, settings, prepare }: Required<ServerOptions>): Promise<RunningServer> {
  const filled = process.env[DEMO_DATA]
  const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-e2e-'))
  if (!demo) await copyEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })
  else if (filled) cpSync(filled, dataDir, { recursive: true })
  let child: ChildProcess
  let ready: Ready
  let written = ''
  let port = '0'

  async function start(): Promise<void> {
    const env = { ...process.env, ...settings, DATA_DIR: dataDir, PORT: port, LOG: process.env['LOG'] ?? '' }
    child = spawn('node_modules/node/bin/node', ['tools/start.ts', '--quick', ...(demo ? [] : ['--empty'])], {
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    child.stdout?.on('data', (chunk: Buffer) => (written += chunk.toString()))
    child.stderr?.on('data', (chunk: Buffer) => (written += chunk.toString()))
    ready = await untilReady(child, () => written)
    port = new URL(ready.origin).port
  }

  const end = (signal: 'SIGTERM' | 'SIGKILL') =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill(signal)
    })

  const environment = { DATA_DIR: dataDir }
  await prepare(environment)
  await start()
  return {
    environment,
    get ready() {
      return ready
    },
    output: () => written,
    end,
    start,
    restart: async (signal) => {
      await end(signal)
      await start()
    },
    close: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function untilReady(child: ChildProcess, written: () => string): Promise<Ready> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start in time:\n${written()}`)), START_WITHIN_MS)
    child.once('message', (message) => {
      clearTimeout(timer)
      // Only our own start script speaks on this channel, and this is its only message.
      resolve(message as Ready)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with ${code} while starting:\n${written()}`))
    })
  })
}

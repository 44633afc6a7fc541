import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildWebWhenStale } from '#tools/build/build-web.ts'
import { sourceHash } from '#tools/build/source-hash.ts'
import { SERVERS } from './several-servers.ts'
import { DEMO_DATA, startServer } from './running-server.ts'

/** Set if no test of the run needs the demo world. */
export const WITHOUT_DEMO = 'WAVELENGTH_WITHOUT_DEMO'

const cacheFolder = 'node_modules/.cache/wavelength/prepared'
/** Files that determine the data of a first start. */
const sources = ['server/**/*', 'contract/**/*', 'sandbox/**/*', 'tools/start.ts', 'package-lock.json']
/** Maximum age of prepared data: the demo users were last seen minutes before it was made. */
const FRESH_MS = 3_600_000

/**
 * Starts a server with the demo world for the first time. End-to-end tests start on a copy of its data. Data that the same code prepared
 * within the hour is reused, because runs on one server and on several follow each other.
 * @returns stops everything that still runs for the tests
 */
export default async function beginData(): Promise<() => Promise<void>> {
  const isCluster = Number(process.env[SERVERS] ?? 1) > 1
  // Built before many tests need it at once.
  await buildWebWhenStale()
  if (process.env[WITHOUT_DEMO]) return async () => undefined
  const demo = (process.env[DEMO_DATA] ??= await prepareDemo(sourceHash(sources)))
  if (!isCluster) return async () => undefined
  const { beginClusters, CLUSTER_BASE } = await import('./cluster/cluster-base.ts')
  const { base, close } = await beginClusters(demo)
  process.env[CLUSTER_BASE] = JSON.stringify(base)
  return close
}

async function prepareDemo(hash: string): Promise<string> {
  const folder = join(cacheFolder, hash)
  if (existsSync(folder) && Date.now() - statSync(folder).mtimeMs < FRESH_MS) return folder
  const server = await startServer({ demo: true, servers: 1 })
  await server.end('SIGTERM')
  rmSync(cacheFolder, { recursive: true, force: true })
  mkdirSync(cacheFolder, { recursive: true })
  // Renamed only when it is complete.
  const coming = join(cacheFolder, randomUUID())
  cpSync(server.environment['DATA_DIR'] ?? '', coming, { recursive: true })
  renameSync(coming, folder)
  await server.close()
  return folder
}

import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startPostgres } from '../engines.ts'
import { makeTemplate } from '../postgres-copies.ts'
import { startBucket } from './bucket.ts'

/** The shared base of all clusters of a run: each gets its own database on this server, and a copy of the pictures. */
export type ClusterBase = {
  /** The address of a PostgreSQL server. */
  url: string
  demo: { template: string; pictures: string; secret: string }
}

/** Passes the base, as JSON, to the processes that run end-to-end tests. */
export const CLUSTER_BASE = 'WAVELENGTH_CLUSTER_BASE'

export const NODE = 'node_modules/node/bin/node'

/** @param demo a data folder with the demo world, which stays unchanged */
export async function beginClusters(demo: string): Promise<{ base: ClusterBase; close(): Promise<void> }> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('Several servers need PostgreSQL: apt-get install postgresql')
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-clusters-'))
  const pictures = join(folder, 'pictures')
  const secret = readFileSync(join(demo, 'secret'), 'utf8').trim()
  const bucket = await startBucket({ directory: pictures })
  // The demo world is moved with the command that operators use when an installation outgrows its machine.
  cpSync(demo, join(folder, 'demo'), { recursive: true })
  const template = await makeTemplate(postgres.url, 'template_demo', async (databaseUrl) => {
    const settings = { ...bucket.settings, SECRET: secret, DATA_DIR: join(folder, 'commands') }
    await promisify(execFile)(NODE, ['tools/move.ts', '--from', join(folder, 'demo'), '--to', databaseUrl], {
      env: { ...process.env, ...settings },
    })
  })
  await bucket.close()
  return {
    base: { url: postgres.url, demo: { template, pictures, secret } },
    close: async () => {
      await postgres.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** @throws Error when `beginClusters` was not called for this run */
export function clusterBase(): ClusterBase {
  const existing = process.env[CLUSTER_BASE]
  if (!existing) throw new Error(`${CLUSTER_BASE} is not set: the set-up of the end-to-end tests starts the servers.`)
  // Written by the global setup.
  return JSON.parse(existing) as ClusterBase
}

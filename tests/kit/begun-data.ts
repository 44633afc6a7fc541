import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebWhenStale } from '../../tools/build-web.ts'
import { SERVERS } from './engines.ts'
import { DEMO_DATA, EMPTY_DATA, startServer } from './running-server.ts'

/** Starts a server with the demo world and one without it for the first time; every journey begins on a copy of their data. */
export default async function beginData(): Promise<() => void> {
  // Whoever runs one journey again and again names folders that are there; then nobody builds the web before many need it at once.
  if (process.env[DEMO_DATA]) await buildWebWhenStale()
  // One after the other: the first builds the web while it fills.
  const begun = [await begin(DEMO_DATA, true)]
  // A cluster begins empty by itself.
  if (Number(process.env[SERVERS] ?? 1) === 1) begun.push(await begin(EMPTY_DATA, false))
  return () => begun.forEach((folder) => folder && rmSync(folder, { recursive: true, force: true }))
}

/** Returns the folder that it made, if it did. */
async function begin(name: string, demo: boolean): Promise<string | null> {
  if (process.env[name]) return null
  const server = await startServer({ demo, servers: 1 })
  await server.end('SIGTERM')
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-begun-'))
  cpSync(server.environment['DATA_DIR'] ?? '', folder, { recursive: true })
  await server.close()
  process.env[name] = folder
  return folder
}

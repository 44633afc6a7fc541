import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWebWhenStale } from '../../tools/build-web.ts'
import { DEMO_DATA, startServer } from './running-server.ts'

/** Fills one data folder with the demo world, the way a first start does; every journey begins on a copy of it. */
export default async function fillDemoData(): Promise<() => void> {
  // Whoever runs one journey again and again names one that is filled.
  if (process.env[DEMO_DATA]) {
    await buildWebWhenStale()
    return () => undefined
  }
  // A start builds the web while it fills.
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-demo-'))
  const server = await startServer({ demo: true, servers: 1 })
  await server.end('SIGTERM')
  cpSync(server.environment['DATA_DIR'] ?? '', folder, { recursive: true })
  await server.close()
  process.env[DEMO_DATA] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

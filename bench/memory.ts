/**
 * The resident memory of an idle server with the demo world: after its first start, later, and after another start.
 * Only on Linux, which reports it in /proc.
 * `node tools/launch.mjs bench/memory.ts [minutes]`; 10 minutes by default. With DATABASE_URL the server uses PostgreSQL.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#tools/free-port.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

if (!process.env['MALLOC_ARENA_MAX']) throw new Error('Start this with tools/launch.mjs, which sets the allocator as npm start does.')
const [MINUTES = 10] = readNumbers('Usage: node tools/launch.mjs bench/memory.ts [minutes]', { most: 1 }).numbers
const folder = mkdtempSync(join(tmpdir(), 'wavelength-memory-'))
const engine = process.env['DATABASE_URL'] ? 'postgres' : 'embedded'

/** Resident memory of a process in megabytes. */
function residentMb(pid: number): number {
  const kilobytes = /^Rss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes) / 1024)
}

/** Starts a server, and measures it once it is ready and after each of the minutes. */
async function measure(minutes: number): Promise<Record<string, number>> {
  const port = await freePort('127.0.0.1', 4870)
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG: 'off' }
  const server = spawn(process.execPath, ['tools/start.ts'], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const pid = server.pid ?? 0
  await Promise.race([
    once(server, 'message'),
    once(server, 'exit').then(() => {
      throw new Error('the server did not start')
    }),
  ])
  const result: Record<string, number> = { ready_mb: residentMb(pid) }
  for (let minute = 1; minute <= minutes; minute++) {
    // oxlint-disable-next-line no-await-in-loop -- a server at rest is what is measured
    await wait(60_000)
    if ([1, 2, 5, minutes].includes(minute)) result[`after_${minute}_min_mb`] = residentMb(pid)
  }
  server.kill('SIGTERM')
  await once(server, 'exit')
  return result
}

try {
  const result = { engine, first_start: await measure(MINUTES), later_start: await measure(Math.min(2, MINUTES)) }
  console.table([result.first_start, result.later_start])
  await saveResult(`memory-${engine}`, { command: `node tools/launch.mjs bench/memory.ts ${MINUTES}`, machine: machine(), result })
} finally {
  rmSync(folder, { recursive: true, force: true })
}

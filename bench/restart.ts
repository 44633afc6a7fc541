/**
 * How long until the embedded database is ready again after `kill -9` under load? People write as fast as the server takes it, the
 * process is killed, and the time runs from the start of the next one until /readyz answers 200. `database_ms` is the opening of
 * the database alone, with its recovery, on a copy of the same folder. `ready_cpu_ms` is the computing time of the new process until
 * then, which doesn't depend on what else the machine does.
 * `node_modules/node/bin/node bench/restart.ts [rounds] [seconds of load]`
 */
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseControlFile } from '#server/platform/db/embedded/control-file.ts'
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { startChatServer } from '#tests/kit/chat/server.ts'
import { readNumbers } from '#tools/arguments.ts'
import { aCrowd } from './chat/crowd-client.ts'
import { machine, saveResult } from './report.ts'

const [ROUNDS = 5, SECONDS = 10] = readNumbers('Usage: node bench/restart.ts [rounds] [seconds of load]', { most: 2 }).numbers
const WRITERS = 200
/** Users send messages until the process is killed. */
const UNTIL_KILLED_S = 2

type Round = { messages: number; log_mb: number; database_ms: number; ready_ms: number; ready_cpu_ms: number }

const server = await startChatServer({ people: WRITERS })
const rounds: Round[] = []
try {
  // oxlint-disable-next-line no-await-in-loop -- one after the other, on a database that grows
  for (let index = 0; index < ROUNDS; index++) rounds.push(await round())
} finally {
  await server.close()
}
const most = (name: keyof Round): number => Math.max(...rounds.map((entry) => entry[name]))
const result = { most_ready_ms: most('ready_ms'), most_database_ms: most('database_ms'), rounds }
console.table(rounds)
await saveResult('restart', { command: `node bench/restart.ts ${ROUNDS} ${SECONDS}`, machine: machine(), result })
process.exit(0)

async function round(): Promise<Round> {
  const crowd = await aCrowd([server.origin], server.mint, WRITERS)
  await crowd.connect()
  const load = crowd.asFastAsPossible(SECONDS + UNTIL_KILLED_S)
  await new Promise((resolve) => setTimeout(resolve, SECONDS * 1_000))
  await server.end('SIGKILL')
  crowd.close()
  const { acknowledged } = await load
  const recovery = await recover()
  const began = performance.now()
  await server.start()
  while (!(await fetch(`${server.origin}/readyz`)).ok) await new Promise((resolve) => setTimeout(resolve, 5))
  const readyMs = Math.round(performance.now() - began)
  const { cpu } = await server.usage('asItIs')
  return { messages: acknowledged, ...recovery, ready_ms: readyMs, ready_cpu_ms: Math.round((cpu.user + cpu.system) / 1_000) }
}

/** Opens a copy of the data folder after the kill. */
async function recover(): Promise<Pick<Round, 'log_mb' | 'database_ms'>> {
  const copy = mkdtempSync(join(tmpdir(), 'wavelength-restart-'))
  try {
    cpSync(join(server.dataDir, 'db'), join(copy, 'db'), { recursive: true })
    const control = parseControlFile(readFileSync(join(copy, 'db/global/pg_control')))
    if (typeof control === 'string') throw new Error(`pg_control ${control}`)
    const began = performance.now()
    const database = await openEmbedded({ dataDir: copy, log: createLogs({ filter: 'off', pretty: false })('db') })
    const took = performance.now() - began
    const [row] = await database.query(`select (pg_current_wal_lsn() - '0/0'::pg_lsn)::float8 as position`)
    await database.close()
    // The query selects a single column.
    const { position } = row as { position: number }
    return { log_mb: Math.round((position - Number(control.redo)) / 1024 / 1024), database_ms: Math.round(took) }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

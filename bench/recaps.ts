/**
 * How many users an hour does the weekly job of recaps process on one core? `node bench/recaps.ts [users]`, by default 2,000. It fills
 * the demo world (a year of plays, buddies, conversations, moments, and blends), and repeats its last week until that many users
 * are done. Computing time counts, of the server and of its embedded database together, so it does not matter what else runs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { inlineJobs } from '#sandbox/demo/inline-jobs.ts'
import { demoExample } from '#sandbox/demo/people.ts'
import { fillDemoWorld } from '#sandbox/demo/world.ts'
import { createApp } from '#server/app.ts'
import type { AppDependencies } from '#server/app/core-services.ts'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { dateOfDay, localDays, mondayOf } from '#server/platform/local-day.ts'
import { freePort } from '#tools/free-port.ts'
import { readNumbers } from '#tools/arguments.ts'
import { machine, saveResult } from './report.ts'

const [USERS = 2_000] = readNumbers('Usage: node bench/recaps.ts [users]', { most: 1 }).numbers
const TARGET = 100_000
const PAGE = '<html><head></head><body></body></html>'

const dataDir = mkdtempSync(join(tmpdir(), 'wavelength-recaps-'))
const port = await freePort('127.0.0.1', 4_800)
const fakeServices = await startFakeServices({ redirectOrigin: `http://127.0.0.1:${port}` })
const server = await startServer({
  config: readConfig({ DATA_DIR: dataDir, LOG: 'off' }),
  port,
  fakeServices: fakeServices.origins,
  fakeIssuer: fakeServices.issuer,
  development: false,
  addPages: async (app) => void app.get('/', () => PAGE),
  fill: async (parts) => {
    await fillDemoWorld(parts)
    await measure(parts)
  },
  example: demoExample,
})
await server.stop()
await fakeServices.close()
rmSync(dataDir, { recursive: true, force: true })
process.exit()

async function measure(parts: AppDependencies): Promise<void> {
  const { db } = parts.database
  const monday = mondayOf(localDays('UTC')(Date.now()))
  const clock = { now: () => new Date(`${dateOfDay(monday)}T09:00:00Z`) }
  const app = createApp({ ...parts, clock, jobs: inlineJobs() })
  await app.prepare()
  const week = dateOfDay(monday - 7)
  let [users, cpu, rounds] = [0, 0, 0]
  while (users < USERS) {
    for (const table of ['recaps', 'weekly_matches']) await sql`delete from ${sql.table(table)} where week = ${week}::date`.execute(db)
    await sql`delete from notifications where kind = 'recap_ready'`.execute(db)
    const before = process.cpuUsage()
    await app.recaps.completeDue()
    const { user, system } = process.cpuUsage(before)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from recaps where week = ${week}::date`.execute(db)
    const [done = { count: 0 }] = rows
    if (done.count === 0) throw new Error('no user was due')
    // The first round compiles the code.
    if (rounds++ === 0) continue
    users += done.count
    cpu += (user + system) / 1e6
  }
  const perHour = Math.round((users / cpu) * 3_600)
  const perUser = Math.round((cpu / users) * 10_000) / 10
  console.log(
    `${users} users: ${perUser} ms of computing each, ${perHour.toLocaleString('en-US')} an hour on one core (target: ${TARGET.toLocaleString('en-US')})`,
  )
  await saveResult('recaps', { command: `node bench/recaps.ts ${USERS}`, machine: machine(), users, perUserMs: perUser, perHour })
  if (perHour < TARGET) process.exitCode = 1
}

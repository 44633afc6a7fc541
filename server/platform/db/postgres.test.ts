import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startSilentPostgres } from '#tests/kit/silent-postgres.ts'
import { createLogs } from '../observability/log.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

// Tests that need a real server are in tests/engines/postgres.engine.test.ts.

const log = createLogs({ filter: 'off', pretty: false })('db')

let server: Awaited<ReturnType<typeof startSilentPostgres>>
let database: Database
beforeEach(async () => {
  server = await startSilentPostgres()
  database = await openPostgres({ databaseUrl: server.url, log, poolSize: 1, answerWithinMs: 200 })
})
afterEach(async () => {
  await database.close()
  await server.close()
})

test.each<[string, () => Promise<unknown>]>([
  ['a query with parameters', () => database.query('select $1', [1])],
  ['a query without parameters, as from the metrics and the job queue', () => database.query('select 1')],
  ['a statement of a store', () => sql`select 1`.execute(database.db)],
  ['a ping, after the time it was given', () => database.ping(50)],
])('a network that is cut ends %s, and its connection is free for the next', async (_what, act) => {
  server.cut()
  await expect(act()).rejects.toMatchObject({ code: 'unavailable' })
  await expect(database.query('select 1')).resolves.toEqual([])
})

/** Returns a pool whose connections were all opened and then cut. */
async function cutPool(answerWithinMs: number): Promise<Database> {
  const pool = await openPostgres({ databaseUrl: server.url, log, poolSize: 2, answerWithinMs })
  await Promise.all([pool.query('select 1'), pool.query('select 1')])
  server.cut()
  return pool
}

test('unanswered pings release their connections: the pool is complete when the network is back', async () => {
  const pool = await cutPool(60_000)
  for (const _ of [1, 2]) await expect(pool.ping(50)).rejects.toMatchObject({ code: 'unavailable' })
  await expect(Promise.all([pool.query('select 1'), pool.query('select 1')])).resolves.toEqual([[], []])
  await pool.close()
})

test('a script may take longer than a query', async () => {
  const pool = await cutPool(200)
  const script = pool.script('create table a ()').catch(() => 'lost')
  await expect(pool.query('select 1')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await Promise.race([script, Promise.resolve('still at work')])).toBe('still at work')
  await server.close()
  expect(await script).toBe('lost')
  await pool.close()
})

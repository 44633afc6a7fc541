import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openDatabase } from '#server/platform/db/open-database.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createJobs } from '#server/platform/jobs/pg-boss-jobs.ts'
import { startPostgres, type Engine } from '#tests/kit/engines.ts'
import { assertInstalled } from '#tools/installation/open-store.ts'

const log = createLogs({ filter: 'off', pretty: false })('db')

describe.skipIf(inject('postgresUrl') === null)('a PostgreSQL server', () => {
  let postgres: Engine
  let database: Database
  beforeAll(async () => {
    const engine = await startPostgres({ isDurable: true })
    if (!engine) throw new Error('PostgreSQL did not start.')
    postgres = engine
    database = await openDatabase({ dataDir: 'unused', databaseUrl: postgres.url, log })
  })
  afterAll(async () => {
    await database.close()
    await postgres.remove()
  })

  it('is not accepted by commands before it has tables', async () => {
    await expect(assertInstalled({ dataDir: 'unused', databaseUrl: postgres.url })).rejects.toThrow('has no installation')
  })

  it('is brought up to date once when several servers start together', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => openDatabase({ dataDir: 'unused', databaseUrl: postgres.url, log })))
    const ran = await Promise.all(servers.map((server) => migrate(server, log)))
    const names = ran.flat()
    expect(names.length).toBeGreaterThan(0)
    expect(new Set(names).size).toBe(names.length)
    expect(await migrate(database, log)).toEqual([])
    await Promise.all(servers.map((server) => server.close()))
    await assertInstalled({ dataDir: 'unused', databaseUrl: postgres.url })
  })

  it('gets the tables of the job queue from one of several servers that start together, while the others wait', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => openPostgres({ databaseUrl: postgres.url, log })))
    if (!one || !two) throw new Error('expected two databases')
    const [started, mayMake] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowServer: Database = {
      ...one,
      query: async (text, params) => {
        if (/create schema/i.test(text)) {
          started.resolve()
          await mayMake.promise
        }
        return one.query(text, params)
      },
    }
    const queries = vi.spyOn(two, 'query')
    const queues = [slowServer, two].map((server) => createJobs({ database: server, log }))
    for (const queue of queues) queue.register({ name: 'greet', retries: 0, expireSeconds: 60, run: async () => undefined })
    const first = queues[0]?.start()
    await started.promise
    const second = queues[1]?.start()
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`
    await vi.waitFor(async () => expect(await database.query(waiting)).toHaveLength(1))
    expect(queries).not.toHaveBeenCalled()
    mayMake.resolve()
    await Promise.all([first, second])
    expect(queries).toHaveBeenCalled()
    for (const queue of queues) await queue.stop(1_000)
    await Promise.all([one.close(), two.close()])
  })

  it('F2: answers a commit once it is on the disk, even with settings that would answer earlier', async () => {
    await database.script('alter database postgres set synchronous_commit = off; create table shelf (n int)')
    const fresh = await openPostgres({ databaseUrl: postgres.url, log, poolSize: 1 })
    expect(await fresh.query('show fsync')).toEqual([{ fsync: 'on' }])
    let early = 0
    for (let n = 0; n < 200; n++) {
      const end = await fresh.db.transaction().execute(async (tx) => {
        await sql`insert into shelf values (${n})`.execute(tx)
        const { rows } = await sql<{ end: string }>`select pg_current_wal_insert_lsn()::text as "end"`.execute(tx)
        return rows[0]?.end
      })
      const { rows } = await sql<{ is: boolean }>`select pg_current_wal_flush_lsn() >= ${end}::pg_lsn as "is"`.execute(fresh.db)
      if (!rows[0]?.is) early++
    }
    expect(early).toBe(0)
    await fresh.close()
  })

  it('ends a slow statement with "unavailable", and ends an idle transaction', async () => {
    const limits = ['idle_in_transaction_session_timeout', 'statement_timeout']
    const set = await database.query('select name, setting from pg_settings where name = any($1) order by name', [limits])
    expect(set).toEqual(limits.map((name) => ({ name, setting: '15000' })))
    const slow = database.db.transaction().execute(async (tx) => {
      // A statement that waits, so that a test can observe it.
      await sql`set local statement_timeout = 20`.execute(tx)
      await sql`select pg_sleep(60)`.execute(tx)
    })
    await expect(slow).rejects.toMatchObject({ code: 'unavailable' })
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('that cuts the connection in the middle of a query is "unavailable", and the next query works', async () => {
    const outcome = database.query('select pg_sleep(30), $1::int', [1]).catch((error: unknown) => error)
    const admin = new Client({ connectionString: postgres.url })
    await admin.connect()
    await vi.waitFor(async () => {
      const { rowCount } = await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where query like 'select pg_sleep%'`)
      expect(rowCount).toBe(1)
    })
    await admin.end()
    expect(await outcome).toMatchObject({ code: 'unavailable' })
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('whose disk is full is "storage_full", and a ping passes once it can write', async () => {
    const full = `do $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`
    await expect(database.query(full)).rejects.toMatchObject({ code: 'storage_full' })
    await expect(sql.raw(full).execute(database.db)).rejects.toMatchObject({ code: 'storage_full' })
    await database.ping(5_000)
    await database.ping(5_000)
  })

  it('that is down is "unavailable" in queries, transactions and pings, and works again when it is back', async () => {
    await postgres.stop('SIGQUIT') // stops it at once with all its processes, which would survive a SIGKILL and continue to answer
    const unavailable = { code: 'unavailable' }
    await expect(database.query('select 1')).rejects.toMatchObject(unavailable)
    await expect(database.db.transaction().execute(async () => undefined)).rejects.toMatchObject(unavailable)
    await expect(database.ping(1_000)).rejects.toMatchObject(unavailable)
    await expect(openDatabase({ dataDir: 'unused', databaseUrl: postgres.url, log })).rejects.toMatchObject(unavailable)
    await postgres.start()
    await vi.waitFor(() => database.ping(1_000), { timeout: 10_000 })
  })

  it.each<[string, (impatient: Database) => Promise<unknown>]>([
    ['a query', (impatient) => impatient.query('select $1::int', [1])],
    ['a query without parameters', (impatient) => impatient.query('select 1')],
    ['a statement of a store', (impatient) => sql`select 1`.execute(impatient.db)],
    ['a ping', (impatient) => impatient.ping(300)],
  ])('that stops answering in the middle of %s is abandoned, and a new connection is opened', async (_what, act) => {
    const shortTimeout = await openPostgres({ databaseUrl: postgres.url, log, poolSize: 1, answerWithinMs: 300 })
    const [session] = await shortTimeout.query('select pg_backend_pid() as pid')
    const pid: unknown = typeof session === 'object' && session !== null && 'pid' in session ? session.pid : null
    if (typeof pid !== 'number' || pid < 2) throw new Error('The session has no process.')
    process.kill(pid, 'SIGSTOP')
    try {
      await expect(act(shortTimeout)).rejects.toMatchObject({ code: 'unavailable' })
      await expect(shortTimeout.db.transaction().execute(async () => 'works')).resolves.toBe('works')
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await shortTimeout.close()
  })

  it('that hangs fails a ping in time', async () => {
    await postgres.stop('SIGQUIT')
    await postgres.start() // without earlier connections, whose processes would still answer
    process.kill(postgres.pid, 'SIGSTOP')
    const hanging = database.query('select 1 as one')
    try {
      await expect(database.ping(100)).rejects.toMatchObject({ code: 'unavailable' })
    } finally {
      process.kill(postgres.pid, 'SIGCONT')
    }
    expect(await hanging).toEqual([{ one: 1 }])
  })
})

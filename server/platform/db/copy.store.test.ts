import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, unmigratedDatabase } from '#tests/kit/database.ts'
import { createLogs } from '../observability/log.ts'
import { createJobs } from '../jobs/pg-boss-jobs.ts'
import { copyRows, TargetNotEmpty } from './copy.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { longTransaction } from './long-transaction.ts'
import { digestOf } from './table-rows.ts'
import { tableName, tablesOf } from './tables.ts'

// One side is always the embedded engine; the other is the engine that these tests run on.
const silent = createLogs({ filter: 'off', pretty: false })('db')
const ALICE = '01900000-0000-7000-8000-000000000001'
let here: Database
let there: Database
beforeAll(async () => {
  here = await testDatabase()
  // As in every installation that has run: its jobs have created tables, which are missing in the new one.
  const jobs = createJobs({ database: here, log: silent })
  await jobs.start()
  await jobs.stop(5_000)
  there = await unmigratedDatabase()
  await migrate(there, silent)
  await sql`insert into people (uid, issuer, subject, created_at) values (${ALICE}, 'builtin', 'alice', '2026-01-02 03:04:05.678901+00')`.execute(
    here.db,
  )
  await sql`insert into profiles (uid, user_name, name, bio, birth_year, languages, search_text, joined_at)
    values (${ALICE}, 'alice', E'A "quoted" \\\\ name\\nwith 中文 and 🎧', '', 1990, '{en,ar}', 'alice', now())`.execute(here.db)
})
afterAll(async () => {
  await here.close()
  await there.close()
})

test('tables come after those they refer to', async () => {
  const names = (await tablesOf(here.db)).map(tableName)
  expect(names.indexOf('public.profiles')).toBeGreaterThan(names.indexOf('public.people'))
  expect(names.indexOf('identity.session')).toBeGreaterThan(names.indexOf('identity.user'))
  expect(names.filter((name) => name === 'public.schema_migrations' || name.startsWith('jobs.'))).toEqual([])
})

test('a copy has no time limit, and later statements have one', async () => {
  // The limit of a running server; on PostgreSQL each connection starts with it.
  const limits = `select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`
  await there.script(`set statement_timeout = '15s'; set idle_in_transaction_session_timeout = '15s'`)
  const inside = await longTransaction(there.db, async (tx) => (await sql.raw(limits).execute(tx)).rows)
  expect([inside, await there.query(limits)]).toEqual([[{ statement: '0', idle: '0' }], [{ statement: '15s', idle: '15s' }]])
  // Both sides of a copy wait for each other, so a limit on either would end it.
  await there.script(`create function reject_limits() returns trigger language plpgsql as $$ begin
      if current_setting('idle_in_transaction_session_timeout') <> '0' then raise 'this copy has a limit of time'; end if;
      return new;
    end $$;
    create trigger reject_limits before insert on people for each row execute function reject_limits()`)
})

test('every row arrives unchanged, and checksums of both sides match', async () => {
  const reported: string[] = []
  const copied = await copyRows({ from: here, to: there, onTable: ({ name, rows }) => void reported.push(`${name} ${rows}`) })
  expect(reported).toContain('public.profiles 1')
  expect(copied.rows).toBe(2)
  const read = (db: Database['db']) => sql`select p.*, q.created_at::text as made from profiles p join people q using (uid)`.execute(db)
  expect((await read(there.db)).rows).toEqual((await read(here.db)).rows)
})

test('rows are never added to others', async () => {
  await expect(copyRows({ from: here, to: there })).rejects.toThrow(TargetNotEmpty)
})

test('one changed letter changes the checksum', async () => {
  const [profiles] = (await tablesOf(there.db)).filter((table) => tableName(table) === 'public.profiles')
  if (!profiles) throw new Error('no profiles')
  const before = await digestOf(there.db, profiles)
  await sql`update profiles set bio = 'x'`.execute(there.db)
  expect(await digestOf(there.db, profiles)).toEqual({ rows: 1, checksum: expect.not.stringMatching(`^${before.checksum}$`) })
})

test('a table has the same checksum for every chunk size and order of its rows', async () => {
  await there.script(`create table shelf (n int, text text);
    insert into shelf select n, repeat('x', 500) || n from generate_series(1, 500) n;
    delete from shelf where n <= 100`)
  const shelf = { schema: 'public', name: 'shelf', columns: ['n', 'text'] }
  const whole = await digestOf(there.db, shelf, 1_000_000)
  expect(whole.rows).toBe(400)
  expect(await digestOf(there.db, shelf, 1)).toEqual(whole)
  await there.script('create index shelf_n on shelf (n desc); cluster shelf using shelf_n')
  expect(await digestOf(there.db, shelf, 7)).toEqual(whole)
})

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { copyRows } from '#server/platform/db/copy.ts'
import type { Database } from '#server/platform/db/database.ts'
import { longTransaction } from '#server/platform/db/long-transaction.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openPostgres } from '#server/platform/db/postgres.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { startPostgres, type Engine } from '#tests/kit/engines.ts'

const log = createLogs({ filter: 'off', pretty: false })('db')
const root = new URL('../..', import.meta.url).pathname
const run = (command: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(process.execPath, [`tools/${command}.ts`, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, LOG: '', ...env },
  })

describe.skipIf(inject('postgresUrl') === null)('an installation moves', () => {
  let postgres: Engine
  let database: Database
  const folder = mkdtempSync(join(tmpdir(), 'wavelength-move-'))
  const data = (name: string) => join(folder, name)
  beforeAll(async () => {
    // A bucket that breaks its guarantees causes a warning, and the output of the tools is compared.
    const engine = await startPostgres({ isDurable: true })
    if (!engine) throw new Error('PostgreSQL did not start.')
    postgres = engine
    database = await openPostgres({ databaseUrl: postgres.url, log })
    await migrate(database, log)
    // Every type of value in our tables, with numbers that a JavaScript number can't represent.
    await sql`insert into people (uid, issuer, subject, created_at)
      select gen_random_uuid(), 'builtin', 'person ' || n, timestamptz '2026-01-01' + n * interval '1.000001 seconds' from generate_series(1, 1200) n`.execute(
      database.db,
    )
    await sql`insert into profiles (uid, user_name, name, bio, birth_year, languages, search_text, joined_at)
      select uid, 'person.' || row_number() over (order by uid), E'"Ångström" \\\\ 中文 🎧', E'two\\nlines', 1990, '{en,ar}', 'x', created_at from people`.execute(
      database.db,
    )
    await sql`insert into chats (id, low_uid, high_uid, last_seq, created_at)
      select gen_random_uuid(), min(uid::text)::uuid, max(uid::text)::uuid, 9007199254740993, now() from people`.execute(database.db)
  })
  afterAll(async () => {
    await database.close()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  const rows = async ({ db }: Database) =>
    (await sql`select p.*, q.created_at::text as made, q.subject from profiles p join people q using (uid) order by uid`.execute(db)).rows

  it('to the embedded database and back, with every row and every checksum equal', async () => {
    // The settings say where pictures and the secret are.
    const elsewhere = { DATA_DIR: data('none') }
    const there = run('move', ['--from', postgres.url, '--to', data('embedded')], elsewhere)
    expect(there).toContain('2401 rows in')
    expect(there).toContain('set SECRET to that of the installation')
    const before = await rows(database)
    await sql`truncate people, chats cascade`.execute(database.db)
    const back = run('move', ['--from', data('embedded'), '--to', postgres.url], elsewhere)
    // The same tables with the same counts and checksums on both sides.
    expect(back.split('\n\n')[0]).toBe(there.split('\n\n')[0])
    expect(await rows(database)).toEqual(before)
    expect((await sql`select last_seq::text from chats`.execute(database.db)).rows).toEqual([{ last_seq: '9007199254740993' }])
  })

  it('through backups: each engine reads what the other wrote', async () => {
    const before = await rows(database)
    run('backup', ['--to', data('backup')], { DATABASE_URL: postgres.url, DATA_DIR: data('none') })
    const restored = run('restore', ['--from', data('backup')], { DATA_DIR: data('restored') })
    expect(restored).toContain('2401 rows')
    run('backup', ['--to', data('again')], { DATA_DIR: data('restored') })
    await sql`truncate people, chats cascade`.execute(database.db)
    run('restore', ['--from', data('again')], { DATABASE_URL: postgres.url, DATA_DIR: data('third') })
    expect(await rows(database)).toEqual(before)
  })

  it('even when one side waits a long time for the other, and whatever timeouts the running servers use', async () => {
    const target = await testDatabase()
    const shortTimeout = await openPostgres({ databaseUrl: postgres.url, log, statementMs: 1_000, idleTransactionMs: 200 })
    try {
      await longTransaction(shortTimeout.db, (tx) => sql`select pg_sleep(1.5)`.execute(tx))
      // Each batch of users takes longer than the source's limit for an idle transaction.
      await target.script(`create function slow_down() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
        create trigger slow_down after insert on people for each statement execute function slow_down()`)
      expect((await copyRows({ from: shortTimeout, to: target })).rows).toBe(2401)
    } finally {
      await shortTimeout.close()
      await target.close()
    }
  })
})

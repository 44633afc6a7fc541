import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { unmigratedDatabase } from '#tests/kit/database.ts'
import { createLogs } from '../observability/log.ts'
import type { Database } from './database.ts'
import { migrate, readMigrations, SchemaRejected } from './migrate.ts'

const log = createLogs({ filter: 'off', pretty: false })('db')

let path: string
let folder: URL
let database: Database
beforeAll(async () => {
  database = await unmigratedDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'wavelength-migrations-'))
  folder = pathToFileURL(`${path}/`)
})
afterEach(async () => {
  await rm(path, { recursive: true })
  // Everything that migrations create here.
  await database.script('drop schema public cascade; create schema public')
})

const write = (name: string, text: string) => writeFile(new URL(name, folder), text)

describe('migrations', () => {
  it('run once each, in the order of their numbers, even with gaps', async () => {
    await write('0001_shelf.sql', 'create table shelf (name text);')
    await write('0007_fill.sql', `insert into shelf values ('a; b'); -- a comment without an end`)
    expect(await migrate(database, log, { folder })).toEqual(['0001_shelf', '0007_fill'])
    expect(await migrate(database, log, { folder })).toEqual([])
    await write('0003_more.sql', `insert into shelf values ('later')`)
    expect(await migrate(database, log, { folder })).toEqual(['0003_more'])
    expect(await database.query('select name from shelf order by name')).toEqual([{ name: 'a; b' }, { name: 'later' }])
  })

  it('that were changed after they ran are rejected', async () => {
    await write('0001_shelf.sql', 'create table shelf (name text)')
    await migrate(database, log, { folder })
    await write('0001_shelf.sql', 'create table shelf (name text, more text)')
    await expect(migrate(database, log, { folder })).rejects.toThrow('0001_shelf was changed after it ran')
  })

  it('are unchanged when checked out with other line endings', async () => {
    await write('0001_shelf.sql', 'create table shelf (\nname text)')
    await migrate(database, log, { folder })
    await write('0001_shelf.sql', 'create table shelf (\r\nname text)')
    expect(await migrate(database, log, { folder })).toEqual([])
  })

  it('that fail leave nothing behind, and those before them stay', async () => {
    await write('0001_shelf.sql', 'create table shelf (name text)')
    await write('0002_bad.sql', 'create table half (name text); insert into nowhere values (1)')
    await expect(migrate(database, log, { folder })).rejects.toThrow('The migration 0002_bad failed')
    expect(await database.query(`select to_regclass('half') as half, to_regclass('shelf')::text as shelf`)).toEqual([
      { half: null, shelf: 'shelf' },
    ])
    await write('0002_bad.sql', 'create table half (name text)')
    expect(await migrate(database, log, { folder })).toEqual(['0002_bad'])
  })

  it('with the same number are rejected', async () => {
    await write('0001_shelf.sql', 'select 1')
    await write('0001_other.sql', 'select 1')
    await expect(readMigrations(folder)).rejects.toThrow('Two migrations have the number 0001')
  })

  it('of the product have names in order', async () => {
    const names = (await readMigrations()).map(({ name }) => name)
    expect(names[0]).toBe('0000_base')
    expect(names).toEqual(names.toSorted())
  })
})

describe('a database that a newer version has used', () => {
  const RELEASE = '0002_fill.sql'
  const warn = vi.spyOn(log, 'warn')
  beforeEach(async () => {
    warn.mockClear()
    await write('0001_shelf.sql', 'create table shelf (name text)')
    await write(RELEASE, `-- works with 0001\ninsert into shelf values ('first')`)
    await migrate(database, log, { folder })
  })
  /** Starts the newer version once, and returns to the previous one. */
  async function rollBack(newer: Record<string, string>): Promise<void> {
    for (const [name, text] of Object.entries(newer)) await write(name, text)
    await migrate(database, log, { folder })
    for (const name of Object.keys(newer)) await unlink(new URL(name, folder))
  }

  it('is accepted by the previous release, which lists the migrations that it does not know', async () => {
    await rollBack({
      '0003_mood.sql': '-- Moods.\n-- works with 0002\nalter table shelf add column mood text',
      '0004_note.sql': '-- works with 0002\ncreate table notes (n int)',
    })
    expect(await migrate(database, log, { folder })).toEqual([])
    expect(warn).toHaveBeenCalledExactlyOnceWith({ migrations: '0003_mood, 0004_note' }, expect.stringContaining('a newer version'))
    await expect(migrate(database, log, { folder, rejectNewer: true })).rejects.toThrow('0003_mood, 0004_note, of a newer version')
  })

  it('is rejected by the release before that', async () => {
    await rollBack({ '0003_mood.sql': '-- works with 0002\nalter table shelf add column mood text' })
    await unlink(new URL(RELEASE, folder))
    await expect(migrate(database, log, { folder })).rejects.toThrow(SchemaRejected)
    await expect(migrate(database, log, { folder })).rejects.toThrow(
      'has 0003_mood, which this version does not know: it was used by a newer version, and only the release right before that one',
    )
  })

  it('is rejected if one of its migrations is not marked as compatible with the previous release', async () => {
    await rollBack({ '0003_mood.sql': '-- works with 0002\nselect 1', '0004_less.sql': 'alter table shelf drop column name' })
    await expect(migrate(database, log, { folder })).rejects.toThrow('has 0004_less, which this version does not know')
  })

  it('is rejected where it never had a migration of this version', async () => {
    await rollBack({ '0005_mood.sql': '-- works with 0002\nselect 1' })
    await write('0003_own.sql', 'select 1')
    await expect(migrate(database, log, { folder })).rejects.toThrow('lacks 0003_own')
  })

  it('or an earlier one that did not record versions, is identified by the recorded migrations', async () => {
    await database.script('alter table schema_migrations drop column works_with')
    await write('0003_more.sql', '-- works with 0002\nselect 1')
    expect(await migrate(database, log, { folder })).toEqual(['0003_more'])
  })
})

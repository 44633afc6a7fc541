import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TargetNotEmpty } from '#server/platform/db/copy.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { BackupError, readBackup, writeBackup } from './backup-folder.ts'

const ALICE = '01900000-0000-7000-8000-000000000001'
const now = new Date('2026-11-20T12:00:00Z')
const restoredAt = new Date('2026-11-21T12:00:00Z')
let full: Database
let fresh: Database
let root: string
const pathOf = (...path: string[]) => join(root, ...path)
const restore = (dataDir = pathOf('restored')) => readBackup(pathOf('backup'), { database: fresh, dataDir, now: restoredAt })

beforeAll(async () => {
  full = await testDatabase()
  await sql`insert into people (uid, issuer, subject, created_at) values (${ALICE}, 'builtin', 'alice', now())`.execute(full.db)
  await signAliceIn(full)
  fresh = await testDatabase()
})
afterAll(async () => {
  await full.close()
  await fresh.close()
})
beforeEach(async () => {
  await sql`delete from people`.execute(fresh.db)
  await sql`delete from identity."user"`.execute(fresh.db)
  root = mkdtempSync(join(tmpdir(), 'wavelength-backup-'))
  mkdirSync(pathOf('data', 'files', 'alice'), { recursive: true })
  mkdirSync(pathOf('restored'))
  writeFileSync(pathOf('data', 'files', 'alice', 'cat.webp'), 'a cat')
  writeFileSync(pathOf('data', 'secret'), 'the secret\n')
  writeFileSync(pathOf('data', 'erased'), 'a deleted user')
  await writeBackup(pathOf('backup'), { database: full, dataDir: pathOf('data'), now })
})
afterEach(() => rmSync(root, { recursive: true }))

test('restores rows, pictures and the secret unchanged', async () => {
  const made = await restore()
  expect(made.made_at).toBe(now.toISOString())
  expect(made.tables.find(({ name }) => name === 'public.people')?.rows).toBe(1)
  const people = (database: Database) => sql`select uid, issuer, subject, created_at from people`.execute(database.db)
  expect((await people(fresh)).rows).toEqual((await people(full)).rows)
  expect(readFileSync(pathOf('restored', 'files', 'alice', 'cat.webp'), 'utf8')).toBe('a cat')
  expect(readFileSync(pathOf('restored', 'secret'), 'utf8')).toBe('the secret\n')
})

test('a restore ends all sign-ins, and neither codes nor push subscriptions nor unsent emails come back', async () => {
  const made = await restore()
  const ofIdentity = ['identity.session', 'identity.verification', 'public.file_sessions', 'public.identity_codes']
  const tables = [...ofIdentity, 'public.mail_outbox', 'public.oauth_states', 'public.push_subscriptions']
  const countIn = async (database: Database, table: string) =>
    (await sql`select 1 from ${sql.table(table)}`.execute(database.db)).rows.length
  for (const table of tables) expect([table, await countIn(full, table), await countIn(fresh, table)]).toEqual([table, 1, 0])
  expect(made.tables.map(({ name }) => name).filter((name) => tables.includes(name))).toEqual([])
  expect((await sql`select tokens_valid_after from people`.execute(fresh.db)).rows).toEqual([{ tokens_valid_after: restoredAt }])
})

test('the backup leaves out the list of deleted accounts, and sealed data stays private', () => {
  expect(existsSync(pathOf('backup', 'erased'))).toBe(false)
  expect(statSync(pathOf('backup', 'tables', 'public.people.ndjson.gz')).mode & 0o077).toBe(0)
})

test('a backup never replaces another', async () => {
  await expect(writeBackup(pathOf('backup'), { database: full, dataDir: pathOf('data'), now })).rejects.toThrow(BackupError)
})

test('a backup that fails leaves nothing behind', async () => {
  // A socket can't be copied.
  const socket = createServer().listen(pathOf('data', 'files', 'socket'))
  await once(socket, 'listening')
  await expect(writeBackup(pathOf('second'), { database: full, dataDir: pathOf('data'), now })).rejects.toThrow('socket')
  socket.close()
  expect(readdirSync(root).filter((name) => name.startsWith('second'))).toEqual([])
})

test('never overwrites an installation that has data', async () => {
  await sql`insert into people (uid, issuer, subject, created_at) values (${ALICE}, 'builtin', 'bob', now())`.execute(fresh.db)
  await expect(restore()).rejects.toThrow(TargetNotEmpty)
})

test('a damaged table is detected, and its copy is deleted', async () => {
  const file = pathOf('backup', 'tables', 'public.people.ndjson.gz')
  writeFileSync(file, gzipSync(gunzipSync(readFileSync(file)).toString().replace('alice', 'malice')))
  await expect(restore()).rejects.toThrow('public.people is damaged in this backup')
  expect((await sql`select 1 from people`.execute(fresh.db)).rows).toEqual([])
})

test.each([
  ['a folder that is none', () => rmSync(pathOf('backup', 'backup.json')), 'is not a Wavelength backup'],
  ['one of another version', () => editNote((note) => ({ ...note, migrations: ['0000_base'] })), 'was made by another version'],
  ['a table that is gone', () => rmSync(pathOf('backup', 'tables', 'public.people.ndjson.gz')), 'is missing from the backup'],
  ['another secret than the one here', () => writeFileSync(pathOf('restored', 'secret'), 'another'), 'differs from the backup’s secret'],
  ['pictures that are here already', () => mkdirSync(pathOf('restored', 'files')), 'There are pictures in'],
])('%s is rejected in a sentence', async (_what, spoil, sentence) => {
  spoil()
  await expect(restore()).rejects.toThrow(sentence)
  await expect(restore()).rejects.toThrow(BackupError)
})

function editNote(change: (note: object) => object): void {
  const file = pathOf('backup', 'backup.json')
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as object)))
}

/** Alice's sign-in with everything that belongs to one, and an email that waits. */
async function signAliceIn({ db }: Database): Promise<void> {
  await sql`insert into identity."user" (id, name, email, "emailVerified") values (${ALICE}, 'alice', 'alice@example.org', true)`.execute(
    db,
  )
  await sql`insert into identity.session ("expiresAt", token, "updatedAt", "userId") values (now() + interval '30 days', 'a', now(), ${ALICE})`.execute(
    db,
  )
  await sql`insert into identity.verification (identifier, value, "expiresAt") values ('a', 'b', now())`.execute(db)
  await sql`insert into file_sessions (hash, uid, auth_time, expires_at) values ('a', ${ALICE}, now(), now())`.execute(db)
  await sql`insert into identity_codes (hash, purpose, expires_at) values ('a', 'link', now())`.execute(db)
  await sql`insert into mail_outbox (id, recipient, subject, body_text, body_html, created_at) values (${ALICE}, 'a', '', '', '', now())`.execute(
    db,
  )
  await sql`insert into oauth_states (state_hash, uid, source, verifier_encrypted, return_to, created_at)
    values ('a', ${ALICE}, 'spotify', '', '/', now())`.execute(db)
  await sql`insert into push_subscriptions (endpoint, uid, p256dh, auth_sealed, auth_time, created_at)
    values ('a', ${ALICE}, '', '', now(), now())`.execute(db)
}

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appCode, keyOf } from '#tests/kit/app-code.ts'
import { cookieBrowser } from '#tests/kit/cookie-browser.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { freePort } from '#tools/free-port.ts'
import { readConfig } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import { createSecrets } from '#server/platform/crypto/sealed-secrets.ts'
import type { Database } from '#server/platform/db/database.ts'

/** Tests a change of the secret on the whole server. Each test continues with the server that the one before has started with `NEW`. */
const OLD = 'the old secret of thirty-two characters'
const NEW = 'the new secret of thirty-two characters'
const account = { email: 'anna@example.org', password: 'correct horse', name: 'anna' }
const folder = mkdtempSync(join(tmpdir(), 'wavelength-reseal-'))
const dataDir = join(folder, 'data')
const databaseUrl = process.env['TEST_DATABASE_URL']
let server: Server
let database: Database

async function start(settings: { SECRET: string; SECRET_PREVIOUS?: string }): Promise<void> {
  server = await startServer({
    config: readConfig({ DATA_DIR: dataDir, LOG: 'off', DEMO: 'off', DATABASE_URL: databaseUrl, ...settings }),
    port: await freePort('127.0.0.1', 0),
    fakeServices: null,
    development: false,
    addPages: async () => undefined,
    fill: async (parts) => {
      database = parts.database
    },
    example: null,
  })
}

beforeAll(async () => {
  if (!databaseUrl) await copyEmbeddedDatabase(join(dataDir, 'db'), { isMigrated: true })
}, 120_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

/** Verifiers live for minutes. */
const notSealedAgain = new Set(['oauth_states.verifier_encrypted'])

/** All sealed texts of the features, by column. */
async function sealedTexts(): Promise<Map<string, string[]>> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and (column_name like '%\_sealed' or column_name like '%\_encrypted')`.execute(database.db)
  const texts = new Map<string, string[]>()
  for (const { table, column } of columns) {
    const name = `${table}.${column}`
    if (notSealedAgain.has(name)) continue
    const { rows } = await sql<{ text: string }>`select ${sql.ref(column)} as text from ${sql.table(table)}`.execute(database.db)
    texts.set(
      name,
      rows.map(({ text }) => text),
    )
  }
  return texts
}

/** Anna with two-step sign-in, and a sealed text in every column. Returns the key of her authenticator app. */
async function signUpAndSeal(): Promise<string> {
  const browser = cookieBrowser(server.origin)
  await browser.postJson('/identity/sign-up/email', account)
  const { uri } = JSON.parse((await browser.postJson('/identity/two-factor/enable', { password: account.password })).text)
  const confirmed = await browser.postJson('/identity/two-factor/verify-totp', { code: appCode(keyOf(uri)) })
  const { token } = JSON.parse((await browser.get('/identity/token')).text)
  await browser.get('/app/auth/check-user-exist', { authorization: `Bearer ${token}` })
  const { rows } = await sql<{ uid: string }>`select uid from people`.execute(database.db)
  const uid = rows[0]?.uid ?? ''
  expect([confirmed.status, uid]).toEqual([200, expect.stringMatching(/./)])

  const { seal } = createSecrets({ secret: OLD })
  const report = randomUUID()
  await sql`insert into taste_sources (uid, source, status, created_at, tokens_encrypted)
    values (${uid}, 'spotify', 'connected', now(), ${seal('tokens', `tokens ${uid} spotify`)})`.execute(database.db)
  await sql`insert into push_subscriptions (endpoint, uid, p256dh, auth_sealed, auth_time, created_at)
    values ('https://push', ${uid}, '', ${seal('auth', 'https://push')}, now(), now())`.execute(database.db)
  await sql`insert into reports (id, kind, target_id, about, reason, text, evidence_sealed, created_at)
    values (${report}, 'person', ${uid}, ${uid}, 'spam', '', ${seal('evidence', `report ${report}`)}, now())`.execute(database.db)
  return keyOf(uri)
}

/** Signs in with the code of the app. Returns the status of the token's call. */
async function signIn(key: string): Promise<number> {
  const browser = cookieBrowser(server.origin)
  await browser.postJson('/identity/sign-in/email', account)
  await browser.postJson('/identity/two-factor/verify-totp', { code: appCode(key) })
  return (await browser.get('/identity/token')).status
}

test('after a start with the old secret as SECRET_PREVIOUS, everything stored is readable with the new secret alone', async () => {
  await start({ SECRET: OLD })
  const key = await signUpAndSeal()
  const pushKey = await server.app.notifying.push.publicKey()
  expect([...(await sealedTexts()).values()].map(({ length }) => length)).toEqual([1, 1, 1, 1])
  await server.stop()

  await start({ SECRET: NEW, SECRET_PREVIOUS: OLD })
  const resealed = await sealedTexts()
  expect([...resealed.values()].flat().filter((text) => !text.startsWith(createSecrets({ secret: NEW }).prefix))).toEqual([])
  await server.stop()

  await start({ SECRET: NEW })
  expect(await sealedTexts()).toEqual(resealed)
  expect([await server.app.notifying.push.publicKey(), await signIn(key)]).toEqual([pushKey, 200])
}, 120_000)

test.each([
  ['signing keys', {}, ''],
  ['signing keys, with a mistyped SECRET_PREVIOUS', { SECRET_PREVIOUS: 'the new secret of thirty-two charakters' }, ''],
  // This case is last, because later starts find no signing key.
  ['the push key without signing keys', {}, 'delete from identity.jwks'],
])(
  'a secret that does not open %s is rejected, and nothing changes',
  async (_, settings, change) => {
    if (change) await database.query(change)
    const all = async () => [
      (await sql`select * from push_keys`.execute(database.db)).rows,
      (await sql`select * from push_subscriptions`.execute(database.db)).rows,
      (await sql`select * from identity.jwks`.execute(database.db)).rows,
    ]
    const before = await all()
    expect(before.map(({ length }) => length)).toEqual([1, 1, change ? 0 : 1])
    await server.stop()
    await expect(start({ SECRET: 'a third secret of thirty-two characters', ...settings })).rejects.toThrow(/SECRET .*SECRET_PREVIOUS/s)

    await start({ SECRET: NEW })
    expect(await all()).toEqual(before)
  },
  120_000,
)

test('texts that no secret opens stay unchanged', async () => {
  const all = async () => [await sealedTexts(), (await sql`select * from identity.jwks, identity."twoFactor"`.execute(database.db)).rows]
  await sql`delete from push_keys`.execute(database.db)
  await sql`update push_subscriptions set auth_sealed = 'v1.damaged'`.execute(database.db)
  const before = await all()
  await server.stop()
  await start({ SECRET: NEW, SECRET_PREVIOUS: 'a secret that has sealed nothing in here' })
  await sql`delete from push_keys`.execute(database.db)
  expect(await all()).toEqual(before)
}, 120_000)

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readConfig } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import { openEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { longTransaction } from '#server/platform/db/long-transaction.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { advanceCounters, writeRows } from '#server/platform/db/table-rows.ts'
import { tableName, tablesOf } from '#server/platform/db/tables.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { freePort } from '#tools/free-port.ts'
import { cookiesOf } from '#tests/kit/requests.ts'

/* The data of the first release, recorded by `upgrade/record.mjs`, on today's code. */
const recorded = z
  .object({
    migrations: z.array(z.string()),
    tables: z.record(z.string(), z.array(z.string())),
    files: z.record(z.string(), z.string()),
    secret: z.string(),
  })
  .parse(JSON.parse(gunzipSync(readFileSync(new URL('upgrade/1.0.0.json.gz', import.meta.url))).toString()))
const folder = mkdtempSync(join(tmpdir(), 'wavelength-upgrade-'))
const dataDir = join(folder, 'data')
let server: Server

beforeAll(async () => {
  await placeDataFolder()
  server = await startServer({
    config: readConfig({ DATA_DIR: dataDir, LOG: 'off', DEMO: 'off' }),
    port: await freePort('127.0.0.1', 0),
    fakeServices: null,
    development: false,
    addPages: async () => undefined,
    example: null,
  })
}, 300_000)
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true })
})

/** Restores the data folder as that release left it: its own migrations, rows, files, and secret. */
async function placeDataFolder(): Promise<void> {
  const migrations = join(folder, 'migrations')
  mkdirSync(migrations)
  for (const name of recorded.migrations) copyFileSync(`server/migrations/${name}.sql`, join(migrations, `${name}.sql`))
  for (const [path, content] of Object.entries(recorded.files)) {
    const place = join(dataDir, 'files', path)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, Buffer.from(content, 'base64'))
  }
  writeFileSync(join(dataDir, 'secret'), recorded.secret, { mode: 0o600 })
  const log = createLogs({ filter: 'off', pretty: false })('db')
  const database = await openEmbedded({ dataDir, log, allowUsedFolder: true })
  await migrate(database, log, { folder: pathToFileURL(`${migrations}/`) })
  await longTransaction(database.db, async (tx) => {
    for (const table of await tablesOf(tx)) {
      const rows = recorded.tables[tableName(table)]
      if (rows) await writeRows(tx, table, rows)
    }
    await advanceCounters(tx)
  })
  await database.close()
}

async function get(path: string, headers: Record<string, string>) {
  const response = await fetch(`${server.origin}${path}`, { headers: { origin: server.origin, ...headers } })
  return { status: response.status, text: await response.text() }
}

/** Signs in with the password of the first release. */
async function signIn(name: string) {
  const response = await fetch(`${server.origin}/identity/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ email: `${name}@first.example`, password: 'correct horse battery' }),
  })
  expect(response.status).toBe(200)
  const { token } = z.object({ token: z.string() }).parse(JSON.parse((await get('/identity/token', { cookie: cookiesOf(response) })).text))
  const bearer = { authorization: `Bearer ${token}` }
  const session = await fetch(`${server.origin}/app/auth/session`, { method: 'POST', headers: { ...bearer, origin: server.origin } })
  expect(session.status).toBe(200)
  return { bearer, files: { cookie: cookiesOf(session) } }
}

const read = async <S extends z.ZodMiniType>(path: string, headers: Record<string, string>, schema: S): Promise<z.output<S>> => {
  const { status, text } = await get(path, headers)
  expect([path, status]).toEqual([path, 200])
  return schema.parse(JSON.parse(text))
}

test('users, messages, moments and files of release 1.0.0 still exist', async () => {
  const [anna, ben] = [await signIn('anna'), await signIn('ben')]
  const existence = z.object({ exists: z.boolean(), uid: z.string() })
  const uid = {
    anna: await read('/app/auth/check-user-exist', anna.bearer, existence),
    ben: await read('/app/auth/check-user-exist', ben.bearer, existence),
  }
  expect([uid.anna.exists, uid.ben.exists]).toEqual([true, true])

  const chats = z.object({ chats: z.array(z.looseObject({ chat_id: z.string() })) })
  const [chat] = (await read('/app/auth/chats', ben.bearer, chats)).chats
  const history = await get(`/app/auth/chat-messages/${chat?.chat_id ?? ''}`, ben.bearer)
  expect(history.text).toMatch(/Hello back.*Hello from the first release/)

  const feed = await get('/app/auth/moments', ben.bearer)
  expect(feed.text).toContain('A moment of release one')
  const addresses = [...new Set(feed.text.match(/\/files\/[^"]+/g))]
  expect(addresses.length).toBeGreaterThan(0)
  for (const address of addresses) expect([address, (await get(address, ben.files)).status]).toEqual([address, 200])
})

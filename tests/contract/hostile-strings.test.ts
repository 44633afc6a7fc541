import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallDefinition, callAddress } from '#contract/base/call.ts'
import { calls } from '#contract/calls.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { startFakeServices } from '#sandbox/demo/fake-services.ts'
import { readConfig } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import type { Db } from '#server/platform/db/database.ts'
import { digestOf } from '#server/platform/db/table-rows.ts'
import { tableName, tablesOf } from '#server/platform/db/tables.ts'
import { createMint, crowdSettings, type Mint, insertCrowd, uidOf } from '#tests/kit/chat/crowd.ts'
import { copyEmbeddedDatabase } from '#tests/kit/database.ts'
import { type HostileRequest, hostileRequests } from '#tests/kit/hostile.ts'
import { freePort } from '#tools/free-port.ts'

/** A38: every text field of every call, on the whole server with other users' rows in the database. */
const [ATTACKER, BUDDY, ANNA, BEN] = [0, 1, 2, 3]
/** These calls end the attacker's own sign-in or account; another test covers them. */
const left: readonly string[] = ['revokeSessions', 'deleteAccount']
const CONCURRENCY = 8

const folder = mkdtempSync(join(tmpdir(), 'wavelength-hostile-'))
let server: Server
let fakeServices: Awaited<ReturnType<typeof startFakeServices>>
let db: Db
let mint: Mint
let chatId = ''
let momentId = ''
let requests = 0

beforeAll(async () => {
  mint = await createMint()
  await copyEmbeddedDatabase(join(folder, 'db'), { isMigrated: true })
  const port = await freePort('127.0.0.1', 0)
  fakeServices = await startFakeServices({ redirectOrigin: `http://127.0.0.1:${port}` })
  server = await startServer({
    config: readConfig({ ...crowdSettings, DATA_DIR: folder, LOG: 'off', DEMO: 'off', TRUSTED_PROXIES: '127.0.0.1' }),
    port,
    fakeServices: fakeServices.origins,
    google: { keys: mint.keysAddress, toolkit: 'http://127.0.0.1:9' },
    development: false,
    addPages: async () => undefined,
    fill: async ({ database }) => {
      db = database.db
      await insertCrowd(database, 4)
    },
    example: null,
  })
  const message = { type: 'text' as const, referenceItem: [], chat_id: null, media: [] }
  for (const [from, to] of [
    [ANNA, BEN],
    [ATTACKER, BUDDY],
  ] as const)
    ({ chatId } = await server.app.chat.send(uidOf(from), uidOf(to), {
      ...message,
      id: newUuidv7(Date.now()),
      content: 'theirs alone',
      from: uidOf(from),
      to: uidOf(to),
    }))
  momentId = (await server.app.moments.post(uidOf(ATTACKER), { text: 'my own', audience: 'everyone', pictures: [] })).id
  await server.app.settle()
}, 60_000)
afterAll(async () => {
  await server.stop()
  await fakeServices.close()
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

/** Rows about Anna or Ben and not about the attacker. */
async function theirRows(): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const table of await tablesOf(db)) {
    const { rows } = await sql<{ rows: string }>`
      select count(*)::text || ' ' || coalesce(md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)), '') as rows
      from ${sql.table(tableName(table))} t
      where (to_jsonb(t)::text like ${`%${uidOf(ANNA)}%`} or to_jsonb(t)::text like ${`%${uidOf(BEN)}%`})
        and to_jsonb(t)::text not like ${`%${uidOf(ATTACKER)}%`}`.execute(db)
    found[tableName(table)] = rows[0]?.rows
  }
  return found
}

async function statusOf(call: CallDefinition, { params, query, body }: HostileRequest, token: string): Promise<number> {
  // Each call has its own network address, so that no rate limit applies.
  const number = requests++
  const response = await fetch(`${server.origin}${callAddress(call, params, query)}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`,
      ...(call.method === 'POST' && !call.form ? { 'content-type': 'application/json' } : {}),
    },
    ...(call.method === 'POST' && !call.form ? { body: JSON.stringify(body ?? {}) } : {}),
  })
  await response.arrayBuffer()
  return response.status
}

/** Valid inputs: the buddy, the chat with them, a moment of the attacker's own. */
function valueFor(field: string): string | undefined {
  if (/uid$/i.test(field)) return uidOf(BUDDY)
  if (/^chat_?id$/i.test(field)) return chatId
  return field === 'id' ? momentId : /id$/i.test(field) ? newUuidv7(0) : undefined
}

test('A38: hostile text in any field of any call is stored as text or rejected, and data of others is untouched', async () => {
  const before = await theirRows()
  expect(Object.values(before).filter((rows) => !String(rows).startsWith('0 ')).length).toBeGreaterThan(5)
  const people = (await tablesOf(db)).find((table) => tableName(table) === 'public.people')
  if (!people) throw new Error('no table of people')
  const asks = Object.entries(calls)
    .filter(([name]) => !left.includes(name))
    .flatMap(([name, call]) => hostileRequests(call, valueFor).map((ask) => ({ name, call, ask })))
  const token = await mint.token(ATTACKER)
  const wrong: string[] = []
  const taken = new Set<string>()
  const askNext = async (): Promise<void> => {
    for (let next = asks.pop(); next; next = asks.pop()) {
      const status = await statusOf(next.call, next.ask, token)
      if (status < 200 || status >= 500) wrong.push(`${next.name} ${next.ask.field}: ${status}`)
      if (status < 300) taken.add(next.name)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, askNext))
  expect(wrong).toEqual([])
  // Otherwise all of them may have been rejected early, and the test would check nothing.
  const free = [
    'searchPeople',
    'searchMessages',
    'searchCatalog',
    'searchToShare',
    'checkUserName',
    'postMoment',
    'editMoment',
    'postComment',
    'requestConnection',
  ]
  expect([...taken]).toEqual(expect.arrayContaining(free))
  expect(requests).toBeGreaterThan(1_000)
  expect(await theirRows()).toEqual(before)
  expect((await digestOf(db, people)).rows).toBe(4)
}, 120_000)

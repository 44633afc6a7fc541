import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { callAddress } from '#contract/base/call.ts'
import { calls } from '#contract/calls.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { readConfig } from '#server/config.ts'
import { type Server, startServer } from '#server/main.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createMint, crowdSettings, type Mint, insertCrowd, uidOf } from '#tests/kit/chat/crowd.ts'
import { type Engine, startPostgres } from '#tests/kit/engines.ts'
import { plainRequest } from '#tests/kit/hostile.ts'
import { chatOf, fillFurtherTables, fillLargeTables, momentOf } from '#tests/kit/large-tables.ts'
import { freePort } from '#tools/free-port.ts'

/**
 * Every reading call and the common actions, on tables of thousands of rows with statistics: none of them may read a whole table.
 * PostgreSQL itself counts the sequential scans.
 */
const LARGE_ROWS = 5_000
const POOL = 10
const [VIEWER, BUDDY, OTHER] = [100, 101, 200]
/** Tables that are too small here to be conclusive, and why. */
const unwatched: Record<string, string> = {
  chat_marks_to_hold: 'emptied by a job after its migration; no call reads it',
  file_deletions: 'emptied by its job; only that job and the operator read it',
  imported_plays: 'unused since 0082; the next version drops it',
  mail_outbox: 'what is in it would be sent; no call reads it',
  media_seeds: 'one row for each starter catalog',
  plays: 'unused since 0084; the next version drops it',
  moderators: 'a few people',
  push_keys: 'one row',
  quota_days: 'a row a day and provider',
  schema_migrations: 'one row for each migration',
  suspensions: 'every server holds all of it in memory, and reads it whole now and then',
}
/** Calls that read a whole table for a good reason. */
const allowed: Record<string, string> = {
  searchPeople: 'so few short names are read faster than their index; bench/search.ts asks among 100,000',
}

/** Optional inputs of a call, each tested separately; the other calls have none. If there is a next page, it is requested, too. */
const inputs: Record<string, Record<string, string>[]> = {
  getFeed: [{ tab: 'buddies' }, { tab: 'wavelength' }, { tab: 'bookmarks' }, { uid: uidOf(BUDDY) }],
  getChats: [{}, { tab: 'archived' }, { tab: 'requests' }],
  getChatMessages: [{}, { before: '10' }, { after: '3' }, { around: '5' }],
  searchMessages: [{}, { chat_id: chatOf(VIEWER) }],
}

const folder = mkdtempSync(join(tmpdir(), 'wavelength-scans-'))
let postgres: Engine
let database: Database
let server: Server
let mint: Mint

describe.skipIf(inject('postgresUrl') === null)('on large tables', () => {
  beforeAll(async () => {
    const engine = await startPostgres()
    if (!engine) throw new Error('PostgreSQL did not start.')
    postgres = engine
    mint = await createMint()
    server = await startServer({
      config: readConfig({ ...crowdSettings, DATA_DIR: folder, DATABASE_URL: postgres.url, LOG: 'off', DEMO: 'off' }),
      port: await freePort('127.0.0.1', 0),
      fakeServices: null,
      google: { keys: mint.keysAddress, toolkit: 'http://127.0.0.1:9' },
      development: false,
      addPages: async () => undefined,
      fill: async (parts) => {
        database = parts.database
        await insertCrowd(database, 2)
      },
      example: null,
    })
    // Filled while the server runs: the full reads of a start (names, tastes) must not count.
    await fillLargeTables(database)
    await fillFurtherTables(database)
    // Jobs that run every few minutes may read whole tables, and would count as a call's.
    await database.query(`delete from jobs.job where state = 'created' and start_after > now()`)
  }, 120_000)
  afterAll(async () => {
    await server.stop()
    await postgres.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The number of sequential scans of each large table. Connections flush their counts late unless forced. */
  async function scans(): Promise<Map<string, number>> {
    await Promise.all(Array.from({ length: POOL }, () => database.query('select pg_stat_force_next_flush(), pg_sleep(0.02)')))
    const rows = (await database.query(
      `select s.relname, s.seq_scan from pg_stat_user_tables s join pg_class c on c.oid = s.relid
       where s.schemaname = 'public' and c.reltuples > ${LARGE_ROWS}`,
    )) as { relname: string; seq_scan: number }[] // as selected
    return new Map(rows.map(({ relname, seq_scan: count }) => [relname, count]))
  }

  async function scannedBy(act: () => Promise<unknown>): Promise<string[]> {
    const before = await scans()
    await act()
    return [...(await scans())].flatMap(([table, count]) => (count > (before.get(table) ?? 0) ? [table] : []))
  }

  /** Every table is watched. Otherwise its scans would go unnoticed. */
  test('every table has thousands of rows, or is listed here with the reason', async () => {
    const tables = (await database.query(`select tablename from pg_tables where schemaname = 'public'`)) as { tablename: string }[] // as selected
    const watched = [...(await scans()).keys()]
    expect([...watched, ...Object.keys(unwatched)].toSorted()).toEqual(tables.map(({ tablename }) => tablename).toSorted())
  }, 120_000)

  function valueFor(field: string): string | undefined {
    if (field === 'uids') return `${uidOf(BUDDY)},${uidOf(OTHER)}`
    if (/uid$/i.test(field)) return uidOf(BUDDY)
    if (/^chat_?id$/i.test(field)) return chatOf(VIEWER)
    if (field === 'userName') return 'p101.crowd'
    if (field === 'q') return 'words'
    return field === 'id' ? momentOf(VIEWER) : undefined
  }

  test('no read call scans a whole table', async () => {
    const token = await mint.token(VIEWER)
    const found: string[] = []
    const answered: string[] = []
    for (const [name, call] of Object.entries(calls)) {
      if (call.method !== 'GET' || name in allowed) continue
      const { params, query } = plainRequest(call, valueFor)
      const isPaged = 'query' in call && 'cursor' in call.query.shape
      const request = async (more: Record<string, string>): Promise<string | null> => {
        const response = await fetch(`${server.origin}${callAddress(call, params, { ...query, ...more })}`, {
          headers: { authorization: `Bearer ${token}` },
        })
        // Sent by our own server through the contract.
        const page = (await response.json()) as { next?: string | null; next_cursor?: string | null }
        if (response.status === 200) answered.push(`${name}${'cursor' in more ? ', further' : ''}`)
        return page.next ?? page.next_cursor ?? null
      }
      const tables = await scannedBy(async () => {
        for (const more of inputs[name] ?? [{}]) {
          const cursor = await request({ ...more, ...(isPaged ? { limit: '1' } : {}) })
          if (cursor !== null) await request({ ...more, limit: '1', cursor })
        }
      })
      if (tables.length > 0) found.push(`${name}: ${tables.join(', ')}`)
    }
    expect(found).toEqual([])
    const daily: (keyof typeof calls | `${keyof typeof calls}, further`)[] = [
      'getProfile',
      'getBuddies',
      'getChats',
      'getChatMessages',
      'searchMessages',
      'getFeed',
      'getNotifications',
      'getFeed, further',
      'searchMessages, further',
      'getComments, further',
    ]
    expect(answered).toEqual(expect.arrayContaining(daily))
  }, 120_000)

  test('writing, reading, and connecting scan no whole table either', async () => {
    const [me, buddy, other] = [uidOf(VIEWER), uidOf(BUDDY), uidOf(OTHER)]
    const { app } = server
    const chatId = chatOf(VIEWER)
    const sent = newUuidv7(Date.now())
    const message = {
      id: sent,
      type: 'text' as const,
      content: 'hello',
      referenceItem: [],
      to: buddy,
      from: me,
      chat_id: chatId,
      media: [],
    }
    const actions: Record<string, () => Promise<unknown>> = {
      'a message': () => app.chat.send(me, buddy, message),
      'an edit': () => app.chat.edit(me, { chat_id: chatId, seq: 16, id: sent }, 'hello again'),
      'a reaction': () => app.chat.react(buddy, { chat_id: chatId, seq: 16, id: sent }, '👍', true),
      'a read marker': () => app.chat.read(buddy, chatId, 16),
      typing: () => app.chat.typing(me, chatId),
      'coming back': () => app.chat.resume(me, [{ chatId, seq: 3, id: null, changeSeq: 0 }]),
      'a poll in place of the bus': () => app.chat.sendPositionsSince([me, buddy], new Date()),
      'a moment': () => app.moments.post(me, { text: 'now', audience: 'everyone' }),
      'a like': () => app.moments.like(me, momentOf(BUDDY)),
      'a comment': () => app.comments.post(me, momentOf(BUDDY), { text: 'yes' }),
      'a request': () => app.connections.request(me, other, ''),
      'its acceptance': () => app.connections.accept(other, me),
      'a block': () => app.connections.block(me, other),
    }
    const found: string[] = []
    for (const [name, act] of Object.entries(actions)) {
      const tables = await scannedBy(async () => {
        await act()
        await app.events.idle()
      })
      if (tables.length > 0) found.push(`${name}: ${tables.join(', ')}`)
    }
    expect(found).toEqual([])
  }, 120_000)
})

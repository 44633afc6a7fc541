import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { ProviderError } from '#server/providers/provider-error.ts'
import { createRecentPlays } from './recent-plays.ts'

const clock = manualClock()
let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => void (await sql`delete from people`.execute(database.db)))
afterAll(() => database.close())

/** Accounts that were last synced a day ago or longer, the first one longest ago. */
async function accounts(count: number): Promise<void> {
  await sql`
    with added as (
      insert into people (uid, issuer, subject, created_at)
      select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'test', n::text, ${clock.now()} from generate_series(1, ${count}::int) n
      returning uid, subject
    )
    insert into taste_sources (uid, source, status, account_id, account_name, synced_at, created_at)
    select uid, 'lastfm', 'connected', subject, subject, ${clock.now()}::timestamptz - interval '2 days' + subject::int * interval '1 minute', ${clock.now()}
    from added
  `.execute(database.db)
}

/** Reads recent plays at a provider that answers without plays. */
function reading(limited = new Map<number, ProviderError>()) {
  const read: string[] = []
  let running = 0
  let max = 0
  const pausesMs: number[] = []
  const run = createRecentPlays({
    db: database.db,
    clock,
    media: { resolve: async () => [] },
    start: async () => undefined,
    pause: async (ms) => pausesMs.push(ms),
    log: createLogs({ filter: 'off', pretty: false })('taste.sync'),
    findReader: (source) =>
      source !== 'lastfm'
        ? null
        : {
            lists: [],
            recentList: 'recent',
            async page({ accountName }) {
              max = Math.max(max, ++running)
              await new Promise(setImmediate)
              running--
              const error = limited.get(read.length)
              if (error && limited.delete(read.length)) throw error
              read.push(accountName ?? '')
              return { rows: [], next: null, read: 0, total: 0, plays: [] }
            },
          },
  })
  return { run, read, pausesMs, atOnce: () => max }
}

test('one run reads all accounts that are due, several at once', async () => {
  await accounts(410)
  const { run, read, atOnce } = reading()
  await run()
  expect([read.length, new Set(read).size]).toEqual([410, 410])
  expect(atOnce()).toBeGreaterThan(2)
  expect(atOnce()).toBeLessThan(10)
}, 60_000)

test('reads active users first, and the next run continues where the previous one ran out of time', async () => {
  await accounts(12)
  await sql`insert into presence (uid, last_seen_at) select uid, ${clock.now()} from people where subject = '11'`.execute(database.db)
  const { run, read } = reading()
  await run(() => read.length > 0)
  expect(read[0]).toBe('11')
  expect(read.length).toBeLessThan(12)
  await run()
  expect(read.toSorted()).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)).toSorted())
})

test('a run waits for a provider that is busy for seconds, and stops for one that is busy for longer', async () => {
  await accounts(12)
  const busy = (seconds: number) => new ProviderError('wait', 'too many requests', {}, seconds)
  const { run, read, pausesMs } = reading(
    new Map([
      [3, busy(10)],
      [8, busy(60)],
    ]),
  )
  await run()
  expect(pausesMs).toEqual([10_000])
  expect(read.length).toBeGreaterThanOrEqual(8)
  expect(read.length).toBeLessThan(12)
  await run()
  expect(new Set(read).size).toBe(12)
})

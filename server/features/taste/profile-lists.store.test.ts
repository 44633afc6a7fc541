import { randomUUID } from 'node:crypto'
import { RawNode, sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { SourceName } from '#contract/taste/taste.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { createProfileListsStore, type ListKey, type RankedItem } from './profile-lists.store.ts'

const ITEM_COUNT = 5_000
const now = new Date('2026-11-01T12:00:00Z')

let database: Database
let store: ReturnType<typeof createProfileListsStore>
let owner: Uid
let viewer: Uid

beforeAll(async () => {
  database = await testDatabase()
  store = createProfileListsStore(database.db)
  await sql`insert into items (id, kind, name, name_key, created_at)
    select gen_random_uuid(), case when n <= ${ITEM_COUNT}::integer then 'track' else 'artist' end, 'Item ' || n, 'item ' || n, ${now}
    from generate_series(1, ${ITEM_COUNT + 50}::integer) as n`.execute(database.db)
  owner = await holder('spotify', ITEM_COUNT)
  viewer = await holder('spotify', ITEM_COUNT)
  await holder('spotify_file', ITEM_COUNT)
}, 60_000)
afterAll(() => database.close())

/** A user with this many tracks and artists from one source in a shuffled order. */
async function holder(source: SourceName, many: number): Promise<Uid> {
  const uid = randomUUID()
  await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'test', ${uid}, ${now})`.execute(database.db)
  await connect(uid, source)
  await sql`insert into taste_rows (uid, item_id, source, weight, rank, ranges)
    select ${uid}, id, ${source}, 1.0 / rank, rank,
      jsonb_build_object('all_time', rank)
      || case when rank % 10 = 0 then jsonb_build_object('4_weeks', rank / 10) else '{}' end
      || case when rank % 3 = 0 then jsonb_build_object('saved', rank / 3) else '{}' end
    from (select id, row_number() over (partition by kind order by md5(id::text || ${uid}))::integer as rank from items) as placed
    where rank <= ${many}::integer`.execute(database.db)
  return uid
}

async function connect(uid: Uid, source: SourceName): Promise<void> {
  await sql`insert into taste_sources (uid, source, status, created_at) values (${uid}, ${source}, 'connected', ${now}) on conflict do nothing`.execute(
    database.db,
  )
}

const tracks = (overrides: Partial<ListKey> = {}): ListKey => ({
  uid: owner,
  kind: 'track',
  order: 'all_time',
  sources: ['spotify'],
  ...overrides,
})

/** Reads all pages. */
async function readAllPages(key: ListKey, size: number): Promise<RankedItem[]> {
  const all: RankedItem[] = []
  for (;;) {
    const page = await store.next(key, all.at(-1) ?? null, size)
    all.push(...page)
    if (page.length < size) return all
  }
}

describe('a list of 5,000', () => {
  test('is read completely in order without repeats', async () => {
    const all = await readAllPages(tracks(), 700)
    expect(all.map(({ rank }) => rank)).toEqual(Array.from({ length: ITEM_COUNT }, (_, index) => index + 1))
    expect(new Set(all.map(({ itemId }) => itemId)).size).toBe(ITEM_COUNT)
    expect((await readAllPages(tracks({ order: '4_weeks' }), 90)).map(({ rank }) => rank)).toEqual(
      Array.from({ length: ITEM_COUNT / 10 }, (_, index) => index + 1),
    )
    expect(await store.next(tracks({ order: 'recent' }), null, 20)).toEqual([])
  })

  test('is counted with the items that the viewer has', async () => {
    expect(await store.count(tracks(), viewer)).toEqual({ total: ITEM_COUNT, shared: ITEM_COUNT })
    expect(await store.count(tracks({ order: 'saved' }), randomUUID())).toEqual({ total: Math.floor(ITEM_COUNT / 3), shared: 0 })
    const [first] = await store.next(tracks(), null, 1)
    expect(await store.listOwned(viewer, [first?.itemId ?? '', randomUUID()])).toEqual(new Set([first?.itemId]))
  })

  test.for(['all_time', '4_weeks', 'saved'] as const)(
    'a page of %s is found by its index, without reading rows of others',
    async (order) => {
      const page = await store.next(tracks({ order }), null, 50)
      // A PostgreSQL server analyzes tables by itself; the embedded one needs a command.
      await sql`analyze taste_rows`.execute(database.db)
      const steps = await plan((explained) => explained.next(tracks({ order }), page.at(-1) ?? null, 50))
      expect(steps).toContain(`taste_rows_${order}`)
      expect(steps).not.toContain('Seq Scan')
      expect(steps).not.toContain('Sort')
      const ids = page.map(({ itemId }) => itemId)
      expect(await plan((explained) => explained.bestRanks(tracks({ order }), ids))).not.toContain('Seq Scan')
      expect(await plan((explained) => explained.listOwned(viewer, ids))).not.toContain('Seq Scan')
    },
  )
})

test('returns an item once per source, and its best rank', async () => {
  const both = await holder('spotify', 10)
  await connect(both, 'spotify_file')
  const [first, , third] = await store.next(tracks({ uid: both }), null, 3)
  await sql`insert into taste_rows (uid, item_id, source, weight, rank, ranges)
    values (${both}, ${third?.itemId}, 'spotify_file', 1, 1, '{"all_time":1}'), (${both}, ${first?.itemId}, 'spotify_file', 0.5, 7, '{}')`.execute(
    database.db,
  )
  const key = tracks({ uid: both, sources: ['spotify', 'spotify_file'] })
  expect(await readAllPages(key, 5)).toHaveLength(12)
  expect(await store.bestRanks(key, [first?.itemId ?? '', third?.itemId ?? ''])).toEqual(
    new Map([
      [first?.itemId, 1],
      [third?.itemId, 1],
    ]),
  )
  expect(await store.count(key, viewer)).toEqual({ total: 10, shared: 10 })
  const fromFile = await readAllPages(tracks({ uid: both, sources: ['spotify_file'] }), 2)
  expect(fromFile.map(({ itemId }) => itemId)).toEqual([third?.itemId, first?.itemId])
})

/** The engine's query plan. */
async function plan(ask: (explained: ReturnType<typeof createProfileListsStore>) => Promise<unknown>): Promise<string> {
  const steps: unknown[] = []
  const explain: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind === 'RawNode' ? RawNode.create([`explain ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)], node.parameters) : node,
    async transformResult({ result }) {
      steps.push(...result.rows)
      return { ...result, rows: [] }
    },
  }
  await ask(createProfileListsStore(database.db.withPlugin(explain)))
  expect(steps.length).toBeGreaterThan(0)
  return JSON.stringify(steps)
}

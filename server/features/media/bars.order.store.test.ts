import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogs } from '#server/platform/observability/log.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { manualClock } from '#tests/kit/people.ts'
import { createBars } from './bars.service.ts'
import { createMedia } from './media.service.ts'
import type { Bar } from './media.types.ts'

// Precedence of sources for an item's bars: the platform's field, YouTube topics, tags, the starter catalog, the
// creator; without any of them, inference.

const ORDER = ['field', 'topics', 'tags', 'catalogue', 'maker'] as const
type BarsSource = (typeof ORDER)[number]
const COLUMNS: Record<BarsSource, string> = {
  field: 'field_bars',
  topics: 'topic_bars',
  tags: 'tag_bars',
  catalogue: 'catalogue_bars',
  maker: 'maker_bars',
}
const WORDS: Record<BarsSource, Bar> = { field: 'metal', topics: 'jazz', tags: 'folk', catalogue: 'soul', maker: 'house' }

const clock = manualClock()
const DAY_MS = 24 * 3_600_000
const log = createLogs({ filter: 'off', pretty: false })('media')
let database: Awaited<ReturnType<typeof testDatabase>>
let media: ReturnType<typeof createMedia>
const changed: string[] = []
const tags: Record<string, string> = {}
const bars = () =>
  createBars({
    db: database.db,
    clock,
    log,
    pause: async () => undefined,
    onBarsChanged: async (ids) => void changed.push(...ids),
    directories: [{ read: async (artist) => (tags[artist] ? [{ name: tags[artist], count: 10 }] : []), betweenMs: 0 }],
  })

beforeAll(async () => {
  database = await testDatabase()
  media = createMedia({ db: database.db, clock, newId: randomUUID })
  media.onAttributesChanged((ids) => changed.push(...ids))
  await media.seedStarter()
}, 60_000)
afterAll(() => database.close())

const readBars = async (id: string) =>
  (await sql<{ bars: Bar[]; source: string | null }>`select bars, bars_source as source from items where id = ${id}`.execute(database.db))
    .rows[0]
const resolveOne = async (row: Parameters<typeof media.resolve>[0][number]): Promise<string> => (await media.resolve([row]))[0]!

describe('the most reliable source counts', () => {
  const everySubset = Array.from({ length: 2 ** ORDER.length }, (_, bits) => ORDER.filter((_source, index) => bits & (1 << index)))
  const expected = (sources: readonly BarsSource[]) => {
    const mostReliable = ORDER.find((source) => sources.includes(source))
    return { bars: mostReliable ? [WORDS[mostReliable]] : [], source: mostReliable ?? null }
  }
  const idOf = (kind: string, subset: number) => `01900000-0000-7000-8000-${kind}${String(subset).padStart(10, '0')}`

  async function insertItems(kind: string): Promise<void> {
    for (const [index] of everySubset.entries())
      await sql`insert into items (id, kind, name, name_key, created_at) values (${idOf(kind, index)}, 'artist', ${kind + index}, ${kind + index}, now())`.execute(
        database.db,
      )
  }
  async function report(kind: string, source: BarsSource, to: Bar | null): Promise<void> {
    const ids = everySubset.flatMap((sources, index) => (sources.includes(source) ? [idOf(kind, index)] : []))
    await sql`update items set ${sql.ref(COLUMNS[source])} = ${to === null ? null : [to]}::text[] where id = any(${ids}::uuid[])`.execute(
      database.db,
    )
  }
  const all = (kind: string) => Promise.all(everySubset.map((_, index) => readBars(idOf(kind, index))))

  test.each([
    ['the surest first', '01', ORDER],
    ['the surest last', '02', ORDER.toReversed()],
    ['in no order', '03', ['tags', 'maker', 'field', 'catalogue', 'topics']],
  ] as const)('of every set of sources, changed %s', async (_, kind, order) => {
    await insertItems(kind)
    for (const source of order) await report(kind, source, WORDS[source])
    expect(await all(kind)).toEqual(everySubset.map(expected))
    // The most reliable source is removed first; the next one counts, and at last none.
    for (const [index, source] of ORDER.entries()) {
      await report(kind, source, null)
      expect(await all(kind)).toEqual(everySubset.map((sources) => expected(sources.filter((left) => ORDER.indexOf(left) > index))))
    }
  })
})

test('a more reliable source replaces others, a less reliable one never does, and tracks follow their artist', async () => {
  const gorillaz = await resolveOne({ kind: 'artist', name: 'Gorillaz' })
  const song = await resolveOne({ kind: 'track', name: 'Feel Good Inc.', by: 'Gorillaz' })
  expect(await readBars(gorillaz)).toEqual({ bars: ['alternative', 'electronic', 'hip-hop'], source: 'catalogue' })
  expect(await readBars(song)).toEqual({ bars: ['alternative', 'electronic', 'hip-hop'], source: 'maker' })

  tags['Gorillaz'] = 'trip-hop'
  await bars().update()
  expect([await readBars(gorillaz), (await readBars(song))?.bars]).toEqual([{ bars: ['electronic'], source: 'tags' }, ['electronic']])
  expect(changed).toEqual(expect.arrayContaining([gorillaz, song]))

  const topicChannel = { kind: 'channel', name: 'Gorillaz - Topic', youtube_id: 'UCNIV5B_aJnLrKDSnW_MOmcQ' } as const
  changed.length = 0
  await media.resolve([{ ...topicChannel, kind: 'artist', name: 'Gorillaz', topics: ['hip-hop'] }])
  expect([await readBars(gorillaz), (await readBars(song))?.bars]).toEqual([{ bars: ['hip-hop'], source: 'topics' }, ['hip-hop']])
  expect(changed).toEqual(expect.arrayContaining([gorillaz, song]))

  await media.resolve([{ ...topicChannel, kind: 'artist', name: 'Gorillaz', bars: ['pop'] }])
  await sql`update media_seeds set hash = 'older'`.execute(database.db)
  await media.seedStarter()
  await bars().saveInferred(gorillaz, ['metal'])
  expect(await readBars(gorillaz)).toEqual({ bars: ['pop'], source: 'field' })
  expect((await media.attributes([gorillaz])).get(gorillaz)).toEqual({
    id: gorillaz,
    kind: 'artist',
    bars: ['pop'],
    by: null,
    size: null,
    knownRank: 21,
  })
})

test('bars that a platform has not confirmed for 28 days are deleted, and the next source counts', async () => {
  const row = { kind: 'channel', name: 'Kept Channel', youtube_id: 'UCaaaaaaaaaaaaaaaaaaaaaa', topics: ['comedy'] } as const
  const before = await resolveOne(row)
  const ted = await resolveOne({ kind: 'channel', name: 'TED', youtube_id: 'UCAuUUnT6oDeKwE6v1NGQxug', topics: ['news'] })
  const talk = await resolveOne({ kind: 'video', name: 'A new talk', by: 'TED', youtube_id: 'abcdefghijk' })
  expect([(await readBars(ted))?.source, await readBars(talk)]).toEqual(['topics', { bars: ['news'], source: 'maker' }])
  clock.pass(20 * DAY_MS)
  await resolveOne(row)
  clock.pass(10 * DAY_MS)
  changed.length = 0
  await bars().deleteExpired()
  expect(await readBars(before)).toEqual({ bars: ['comedy'], source: 'topics' })
  expect(await readBars(ted)).toEqual({ bars: ['talks', 'science'], source: 'catalogue' })
  expect(await readBars(talk)).toEqual({ bars: ['talks', 'science'], source: 'maker' })
  expect(changed).toEqual(expect.arrayContaining([ted, talk]))
  clock.pass(29 * DAY_MS)
  await bars().deleteExpired()
  expect(await readBars(before)).toEqual({ bars: [], source: null })
})

test('bars of an earlier version stay until a source reports new ones, and the starter catalog applies at the first start', async () => {
  const id = await resolveOne({ kind: 'artist', name: 'Of Before', spotify_id: '0000000000000000000077' })
  const metallica = await resolveOne({ kind: 'artist', name: 'Metallica' })
  // The state of an earlier version.
  await sql`alter table items disable trigger items_bars`.execute(database.db)
  await sql`update items set bars = '{rnb}', bars_source = null, catalogue_bars = null where id in (${id}, ${metallica})`.execute(
    database.db,
  )
  await sql`alter table items enable trigger items_bars`.execute(database.db)
  await sql`update media_seeds set hash = 'of before'`.execute(database.db)
  await media.seedStarter()
  expect(await readBars(metallica)).toEqual({ bars: ['metal', 'rock'], source: 'catalogue' })
  await resolveOne({ kind: 'artist', name: 'Of Before', youtube_id: 'UCbbbbbbbbbbbbbbbbbbbbbb' })
  expect(await readBars(id)).toEqual({ bars: ['rnb'], source: null })
  tags['Of Before'] = 'fado'
  await bars().update()
  expect(await readBars(id)).toEqual({ bars: ['folk'], source: 'tags' })
})

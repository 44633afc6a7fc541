import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { createMedia, type Media } from './media.service.ts'
import { starterCatalog } from './starter-catalog.ts'
import { starterNames } from './starter-names.ts'
import { starterRows } from './media.service.ts'

let database: Database
let media: Media
const clock = { now: () => new Date('2026-11-01T12:00:00Z') }

beforeAll(async () => {
  database = await testDatabase()
  media = createMedia({ db: database.db, clock, newId: randomUUID })
  await media.seedStarter()
})
afterAll(() => database.close())

const count = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*)::int as count from items`.execute(database.db)).rows[0]!.count
const names = (items: { name: string }[]): string[] => items.map((item) => item.name)

describe('the starter catalog', () => {
  test('is written once with genres and ids', async () => {
    const { artists, channels } = starterCatalog()
    const expected =
      artists.length +
      channels.length +
      artists.flatMap((artist) => artist.tracks).length +
      channels.flatMap((channel) => channel.videos).length +
      starterRows({ artists, channels }, starterNames()).length -
      starterRows({ artists, channels }, []).length
    expect(await count()).toBe(expected)
    await media.seedStarter()
    expect(await count()).toBe(expected)
    const [id] = await media.resolve([{ kind: 'artist', name: 'whatever', spotify_id: '3AA28KZvwAUcZuOKwyblJQ' }])
    expect((await media.attributes([id!])).get(id!)).toEqual({
      id,
      kind: 'artist',
      bars: ['alternative', 'electronic', 'hip-hop'],
      by: null,
      size: null,
      knownRank: 21,
    })
    expect((await media.items([id!])).get(id!)).toMatchObject({ name: 'Gorillaz', youtube_id: 'UCNIV5B_aJnLrKDSnW_MOmcQ' })
  })

  test('is updated by a new version without duplicates', async () => {
    const before = await count()
    await sql`update media_seeds set hash = 'older'`.execute(database.db)
    await sql`update items set known_rank = 900, catalogue_bars = '{pop}' where name = 'Gorillaz'`.execute(database.db)
    await media.seedStarter()
    expect(await count()).toBe(before)
    const [id] = await media.resolve([{ kind: 'artist', name: 'Gorillaz' }])
    expect((await media.attributes([id!])).get(id!)?.bars).toEqual(['alternative', 'electronic', 'hip-hop'])
  })
})

describe('resolving', () => {
  test('stores the duration of new and known items, and keeps it when a source lacks it', async () => {
    const track = { kind: 'track', name: 'Long Song', by: 'Some Band', spotify_id: '0000000000000000000077' } as const
    const durationOf = async (id: string | undefined) => (await media.items([id!])).get(id!)?.duration_ms
    const [id] = await media.resolve([track])
    expect(await durationOf(id)).toBeUndefined()
    for (const duration_ms of [253_400, null]) {
      await media.resolve([{ ...track, duration_ms }])
      expect(await durationOf(id)).toBe(253_400)
    }
    const [added] = await media.resolve([{ kind: 'video', name: 'Long Video', by: 'Some Channel', duration_ms: 3_600_000 }])
    expect(await durationOf(added)).toBe(3_600_000)
  })

  test('finds durations by the ids of tracks and videos at their platforms', async () => {
    await media.resolve([
      {
        kind: 'track',
        name: 'On Both',
        by: 'A Band',
        spotify_id: '0000000000000000000088',
        youtube_id: 'onboth00088',
        duration_ms: 200_000,
      },
      { kind: 'video', name: 'A Video', by: 'A Channel', youtube_id: 'avideo00088', duration_ms: 90_000 },
      { kind: 'track', name: 'Untimed', by: 'A Band', spotify_id: '0000000000000000000089' },
    ])
    const ids = ['0000000000000000000088', 'onboth00088', 'avideo00088', '0000000000000000000089', 'unknown0088']
    expect(Object.fromEntries(await media.durationsAtPlatforms(ids))).toEqual({
      '0000000000000000000088': 200_000,
      onboth00088: 200_000,
      avideo00088: 90_000,
    })
  })

  test('merges rows of several sources and preserves their order', async () => {
    const ids = await media.resolve([
      { kind: 'channel', name: 'Gorillaz - Topic', youtube_id: 'UCNIV5B_aJnLrKDSnW_MOmcQ' },
      { kind: 'track', name: 'Feel Good Inc.', by: 'Gorillaz', spotify_id: '0000000000000000000042' },
      { kind: 'artist', name: 'Arooj Aftab', spotify_id: '0000000000000000000043' },
      { kind: 'artist', name: 'GORILLAZ' },
      { kind: 'artist', name: 'arooj aftab' },
      { kind: 'track', name: 'Feel Good Inc. - 2011 Remaster', by: 'Gorillaz', spotify_id: '0d28khcov6AiegSCpG5TuT' },
    ])
    expect(ids[3]).toBe(ids[0])
    expect(ids[4]).toBe(ids[2])
    expect(ids[5]).toBe(ids[1])
    expect(new Set(ids).size).toBe(3)
  })

  test("an unknown track inherits its artist's genres, and an unknown video its channel's topics", async () => {
    const [track, video, unknown] = await media.resolve([
      { kind: 'track', name: 'Some B-side', by: 'Gorillaz' },
      { kind: 'video', name: 'Some talk', by: 'TED', youtube_id: 'aaaaaaaaaa1' },
      { kind: 'track', name: 'Some song', by: 'Nobody We Know' },
    ])
    const attributes = await media.attributes([track!, video!, unknown!])
    expect([track, video, unknown].map((id) => attributes.get(id!)?.bars)).toEqual([
      ['alternative', 'electronic', 'hip-hop'],
      ['talks', 'science'],
      [],
    ])
  })

  test('concurrent syncs create a new artist once', async () => {
    const rows = [
      { kind: 'artist' as const, name: 'Nala Sinephro' },
      { kind: 'artist' as const, name: 'Yussef Dayes', spotify_id: '0000000000000000000044' },
    ]
    const [first, second] = await Promise.all([media.resolve(rows), media.resolve(rows)])
    expect(second).toEqual(first)
  })

  test('resolves a long list in chunks', async () => {
    const rows = Array.from({ length: 1_201 }, (_, index) => ({
      kind: 'video' as const,
      name: `Talk ${index}`,
      by: 'Burial',
      youtube_id: `v${String(index).padStart(10, '0')}`,
    }))
    const ids = await media.resolve(rows)
    expect(new Set(ids).size).toBe(1_201)
    expect(await media.resolve(rows)).toEqual(ids)
    expect((await media.items(ids)).size).toBe(1_201)
  })

  test('preserves names as the source wrote them', async () => {
    const ids = await media.resolve([
      { kind: 'artist', name: `Robert'); drop table items;--` },
      { kind: 'artist', name: '{"a":1}, {b}' },
      { kind: 'artist', name: 'a\0b' },
      { kind: 'artist', name: '   ' },
    ])
    const items = await media.items(ids)
    expect(ids.map((id) => items.get(id)?.name)).toEqual([`Robert'); drop table items;--`, '{"a":1}, {b}', 'ab', ''])
  })
})

describe('search', () => {
  test('finds by prefix, by word, without accents and with typos', async () => {
    expect(names(await media.search({ q: 'gorill' }))[0]).toBe('Gorillaz')
    expect(names(await media.search({ q: 'nilufer' }))[0]).toBe('Nilüfer Yanya')
    expect(names(await media.search({ q: 'swift' }))[0]).toBe('Taylor Swift')
    expect(names(await media.search({ q: 'metalica' }))[0]).toBe('Metallica')
    expect(names(await media.search({ q: '李永' }))).toEqual(['李永乐老师'])
    expect(names(await media.search({ q: 'the' }))).not.toEqual([])
  })

  test('finds artists and channels, or one kind', async () => {
    expect(new Set((await media.search({ q: 'muse' })).map((item) => item.kind))).toEqual(new Set(['artist']))
    expect((await media.search({ q: 'ted', kind: 'channel' }))[0]).toMatchObject({ kind: 'channel', name: 'TED' })
    expect((await media.search({ q: 'ted', kind: 'artist' })).every((item) => item.kind === 'artist')).toBe(true)
  })

  test('treats pattern characters literally', async () => {
    expect(await media.search({ q: '%' })).toEqual([])
    expect(await media.search({ q: '__' })).toEqual([])
  })

  test('lists the best-known artists and channels, mixed, for an empty query', async () => {
    const items = await media.search({})
    expect(items.slice(0, 6).map((item) => item.kind)).toContain('channel')
    expect(items.filter((item) => item.kind === 'artist')).toHaveLength(36)
    expect(items.filter((item) => item.kind === 'channel')).toHaveLength(18)
    expect(names((await media.search({ kind: 'channel' })).slice(0, 2))).toEqual(['MrBeast', 'TED'])
  })

  test("does not suggest other users' free text", async () => {
    await media.resolve([{ kind: 'artist', name: 'Qwertzuiop of Nowhere' }])
    expect(await media.search({ q: 'qwertzuiop' })).toEqual([])
  })
})

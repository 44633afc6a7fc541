import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { createMedia, type Media } from '#server/features/media/media.service.ts'
import type { MediaRow } from '#server/features/media/media.types.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { createTasteStore } from './taste.store.ts'

let database: Database
let media: Media
beforeAll(async () => {
  database = await testDatabase()
  media = createMedia({ db: database.db, clock: { now: () => new Date('2026-11-01T12:00:00Z') }, newId: randomUUID })
})
afterAll(() => database.close())

const id = (letter: string) => letter.repeat(22)
const artist = (name: string, letter: string) => ({ name, spotify_id: id(letter) })
const song: MediaRow = {
  kind: 'track',
  name: 'Stylo',
  by: 'Gorillaz',
  spotify_id: id('s'),
  isrc: 'GBAYE0901434',
  artists: [artist('Gorillaz', 'g'), artist('Mos Def', 'm'), artist('Bobby Womack', 'w')],
}

async function aUserWith(rows: { item: string; weight: number }[]): Promise<Uid> {
  const uid = randomUUID()
  await sql`insert into people (uid, issuer, subject, created_at) values (${uid}, 'test', ${uid}, now())`.execute(database.db)
  await sql`insert into taste_sources (uid, source, status, created_at) values (${uid}, 'spotify', 'connected', now())`.execute(database.db)
  await createTasteStore(database.db).replaceRows(
    uid,
    'spotify',
    rows.map(({ item, weight }, index) => ({ itemId: item, weight, rank: index + 1 })),
  )
  return uid
}

async function namesOf(uid: Uid): Promise<[string | undefined, string, number][]> {
  const rows = await createTasteStore(database.db).listRows(uid)
  const items = await media.items(rows.map(({ itemId }) => itemId))
  return rows
    .map((row): [string | undefined, string, number] => [items.get(row.itemId)?.name, row.kind, Number(row.weight.toFixed(3))])
    .toSorted(([one, , first], [two, , second]) => second - first || (String(one) < String(two) ? -1 : 1))
}

test('the artists of a track count for its listeners, further artists less than the main artist', async () => {
  const [track = ''] = await media.resolve([song])
  const uid = await aUserWith([{ item: track, weight: 0.8 }])
  expect(await namesOf(uid)).toEqual([
    ['Stylo', 'track', 0.8],
    ['Gorillaz', 'artist', 0.4],
    ['Bobby Womack', 'artist', 0.16],
    ['Mos Def', 'artist', 0.16],
  ])
  const listed = await createTasteStore(database.db).listRowsAfter(null, 100)
  expect(listed.filter((row) => row.uid === uid)).toHaveLength(4)
})

test('of several tracks the highest weight of an artist counts, and the source shows no further items', async () => {
  const [one = '', two = ''] = await media.resolve([
    song,
    { kind: 'track', name: 'Superfast Jellyfish', by: 'Gorillaz', spotify_id: id('j'), artists: [artist('Gorillaz', 'g')] },
  ])
  const uid = await aUserWith([
    { item: one, weight: 0.2 },
    { item: two, weight: 1 },
  ])
  expect((await namesOf(uid)).filter(([name]) => name === 'Gorillaz')).toEqual([['Gorillaz', 'artist', 0.5]])
  expect((await sql`select 1 from taste_rows where uid = ${uid}`.execute(database.db)).rows).toHaveLength(2)
})

test('an artist that the user also has keeps its own weight', async () => {
  const [track = '', gorillaz = ''] = await media.resolve([song, { kind: 'artist', ...artist('Gorillaz', 'g') }])
  const uid = await aUserWith([
    { item: track, weight: 1 },
    { item: gorillaz, weight: 0.1 },
  ])
  expect((await namesOf(uid)).filter(([name]) => name === 'Gorillaz')).toEqual([['Gorillaz', 'artist', 0.1]])
})

test('the same recording on another album replaces the artists', async () => {
  const [before] = await media.resolve([song])
  const [after = ''] = await media.resolve([
    { ...song, name: 'Stylo (feat. Bobby Womack)', spotify_id: id('t'), artists: [artist('Gorillaz', 'g'), artist('Bobby Womack', 'w')] },
  ])
  expect(after).toBe(before)
  const uid = await aUserWith([{ item: after, weight: 1 }])
  expect((await namesOf(uid)).map(([name]) => name)).toEqual(['Stylo', 'Gorillaz', 'Bobby Womack'])
})

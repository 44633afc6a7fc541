import { afterAll, beforeAll, expect, test } from 'vitest'
import { recognizeLink, type LinkRecord } from '#contract/links/links.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { createCardStore } from './cards.store.ts'
import type { StoredCard } from './cards.types.ts'

let database: Database
let store: ReturnType<typeof createCardStore>
beforeAll(async () => {
  database = await testDatabase()
  store = createCardStore(database.db)
})
afterAll(() => database.close())

const now = new Date('2026-11-01T12:00:00.000Z')
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000)
const target = recognizeLink('https://youtu.be/YE7VzlLtp-4') as LinkRecord
const aCard = (fields: Partial<StoredCard> = {}): StoredCard => ({
  id: 'a'.repeat(64),
  target,
  state: 'known',
  title: 'Big Buck Bunny — 🐰 “quoted”',
  author: null,
  thumbnail: null,
  elsewhere: null,
  isSearched: false,
  freshUntil: later(1),
  keepUntil: later(2),
  ...fields,
})

test('stores a card, and replaces it by a second one of the same link', async () => {
  await store.save(aCard())
  expect(await store.cards(['a'.repeat(64), 'unknown'], now)).toEqual(new Map([['a'.repeat(64), aCard()]]))
  await store.save(aCard({ state: 'gone', title: null, elsewhere: target, isSearched: true, freshUntil: later(3), keepUntil: later(4) }))
  expect(await store.cards(['a'.repeat(64)], now)).toEqual(
    new Map([
      [
        'a'.repeat(64),
        aCard({ state: 'gone', title: null, elsewhere: target, isSearched: true, freshUntil: later(3), keepUntil: later(4) }),
      ],
    ]),
  )
})

test('hides expired cards, and deletes them in the cleanup', async () => {
  await store.save(aCard({ id: 'b'.repeat(64), keepUntil: later(1) }))
  await store.save(aCard({ id: 'c'.repeat(64), keepUntil: later(9) }))
  const ids = ['b'.repeat(64), 'c'.repeat(64)]
  expect([...(await store.cards(ids, later(1))).keys()]).toEqual(['c'.repeat(64)])
  await store.deleteExpired(later(1))
  expect([...(await store.cards(ids, now)).keys()]).toEqual(['c'.repeat(64)])
})

test('runs no query without ids', async () => {
  expect(await store.cards([], now)).toEqual(new Map())
})

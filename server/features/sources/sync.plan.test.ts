import { expect, test } from 'vitest'
import type { ProviderList, ProviderPage } from '#server/providers/provider.ts'
import { initialPosition, mergeRows, nextList, positionAfterPage, progressOf, type SyncedRow } from './sync.plan.ts'

const lists: ProviderList[] = [
  { name: 'top', reading: 'artists' },
  { name: 'followed', reading: 'artists' },
  { name: 'saved', reading: 'tracks' },
]
const page = (read: number, next: string | null, total: number | null): ProviderPage => ({ rows: [], read, next, total })
const start = () => initialPosition('run', lists, ['a', 'b'])

test('reads one page of each list of a kind, then their other pages, then the next kind', () => {
  const read: string[] = []
  let position = start()
  const pages: Record<string, ProviderPage[]> = {
    top: [page(10, '10', 15), page(5, null, 15)],
    followed: [page(3, null, 3)],
    saved: [page(1, null, 1)],
  }
  for (let list = nextList(position); list; list = nextList(position)) {
    read.push(`${list.name} ${list.from ?? 'start'}`)
    position = positionAfterPage(position, list.name, pages[list.name]?.shift() ?? page(0, null, 0), [])
  }
  expect(read).toEqual(['top start', 'followed start', 'top 10', 'saved start'])
})

test('reports the total once every list of the kind has reported its own', () => {
  const initial = start()
  expect(progressOf(initial)).toEqual({ reading: 'artists', done: 0, total: null })
  const first = positionAfterPage(initial, 'top', page(10, '10', 15), [])
  expect(progressOf(first)).toEqual({ reading: 'artists', done: 10, total: null })
  const second = positionAfterPage(first, 'followed', page(3, null, 3), [])
  expect(progressOf(second)).toEqual({ reading: 'artists', done: 13, total: 18 })
})

test('stops reading a list after five thousand entries', () => {
  const position = positionAfterPage(start(), 'top', page(5_000, 'more', 1_000_000), [])
  expect(position.lists[0]).toMatchObject({ done: true, read: 5_000 })
})

test("removes a page's items from the stale ones and resets the failure count", () => {
  const position = positionAfterPage({ ...start(), failures: 3 }, 'top', page(1, null, 1), ['b', 'c'])
  expect({ stale: position.stale, failures: position.failures }).toEqual({ stale: ['a'], failures: 0 })
})

const row = (itemId: string, weight: number, rank: number, range: '4_weeks' | 'all_time' | null = null) => ({
  itemId,
  weight,
  rank,
  range,
  kind: 'artist' as const,
  name: itemId,
  by: null,
  spotify_id: null,
  youtube_id: null,
})
const stored: SyncedRow = { itemId: 'a', weight: 0.5, rank: 4, ranges: { all_time: 4 } }

test('stores the highest weight of several lists and the rank of each time range', () => {
  expect(mergeRows([row('a', 0.9, 2, '4_weeks')], [stored], new Set())).toEqual([
    { itemId: 'a', weight: 0.9, rank: 2, ranges: { all_time: 4, '4_weeks': 2 } },
  ])
  expect(mergeRows([row('a', 0.1, 9)], [stored], new Set())).toEqual([stored])
})

test('replaces the weight of an earlier sync instead of raising it', () => {
  expect(mergeRows([row('a', 0.1, 9, 'all_time')], [stored], new Set(['a']))).toEqual([
    { itemId: 'a', weight: 0.1, rank: 9, ranges: { all_time: 9 } },
  ])
})

test('two entries of a page for the same item become one row', () => {
  expect(mergeRows([row('a', 0.3, 5, 'all_time'), row('a', 0.6, 2, 'all_time')], [], new Set())).toEqual([
    { itemId: 'a', weight: 0.6, rank: 2, ranges: { all_time: 2 } },
  ])
})

test('reading a page twice changes nothing', () => {
  const rows = [row('a', 0.9, 2, '4_weeks'), row('b', 0.2, 7)]
  const once = mergeRows(rows, [stored], new Set())
  expect(mergeRows(rows, once, new Set())).toEqual(once)
})

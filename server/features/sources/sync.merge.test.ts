import { expect, test } from 'vitest'
import { mergeRows, type SyncedRow } from './sync.merge.ts'

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
const kept: SyncedRow = { itemId: 'a', weight: 0.5, rank: 4, ranges: { all_time: 4 } }

test('the strongest word of several lists counts, and each time range keeps its place', () => {
  expect(mergeRows([row('a', 0.9, 2, '4_weeks')], [kept], new Set())).toEqual([
    { itemId: 'a', weight: 0.9, rank: 2, ranges: { all_time: 4, '4_weeks': 2 } },
  ])
  expect(mergeRows([row('a', 0.1, 9)], [kept], new Set())).toEqual([kept])
})

test('what an earlier sync said is replaced, not strengthened', () => {
  expect(mergeRows([row('a', 0.1, 9, 'all_time')], [kept], new Set(['a']))).toEqual([
    { itemId: 'a', weight: 0.1, rank: 9, ranges: { all_time: 9 } },
  ])
})

test('two entries of one page that are one thing become one row', () => {
  expect(mergeRows([row('a', 0.3, 5, 'all_time'), row('a', 0.6, 2, 'all_time')], [], new Set())).toEqual([
    { itemId: 'a', weight: 0.6, rank: 2, ranges: { all_time: 2 } },
  ])
})

test('reading a page twice changes nothing', () => {
  const page = [row('a', 0.9, 2, '4_weeks'), row('b', 0.2, 7)]
  const once = mergeRows(page, [kept], new Set())
  expect(mergeRows(page, once, new Set())).toEqual(once)
})

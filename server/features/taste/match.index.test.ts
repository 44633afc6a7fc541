import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemKind } from '#contract/media.ts'
import type { ItemFacts } from '../media/media.service.ts'
import { createMatchIndex, type IndexedRow } from './match.index.ts'

const kinds: ItemKind[] = ['artist', 'track', 'channel', 'video']
const facts: ItemFacts[] = Array.from({ length: 40 }, (_, at) => ({
  id: `item-${at}`,
  kind: kinds[at % 4]!,
  bars: at % 3 === 0 ? [] : at % 4 < 2 ? ['jazz', 'soul'] : ['science'],
  by: null,
}))
const row = (item: number, more: Partial<IndexedRow> = {}): IndexedRow => ({
  itemId: `item-${item}`,
  weight: 1,
  shownTo: 'everyone',
  counts: true,
  ...more,
})

function indexOf(people: Record<string, IndexedRow[]>) {
  const index = createMatchIndex()
  index.learn(facts)
  for (const [uid, rows] of Object.entries(people)) index.put(uid, rows)
  return index
}

const rows = fc.array(
  fc.record({
    itemId: fc.integer({ min: 0, max: 39 }).map((at) => `item-${at}`),
    weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
    shownTo: fc.constantFrom('everyone', 'everyone', 'buddies', 'only_me'),
    counts: fc.boolean(),
  }),
  { maxLength: 30 },
)

test('a ranking says of everybody what asking for the pair says, after any changes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), rows), { minLength: 2, maxLength: 12 }), (changes) => {
      const index = indexOf({})
      for (const [uid, own] of changes) index.put(uid, own)
      for (const viewer of index.uids()) {
        const ranked = new Map(index.rank(viewer).map(({ uid, score }) => [uid, score]))
        for (const other of index.uids()) {
          if (other === viewer) continue
          const pair = index.pair(viewer, other, 'everyone')
          expect(ranked.get(other)?.score ?? 0).toBeCloseTo(pair.score, 9)
          expect(ranked.get(other)?.music ?? 0).toBeCloseTo(pair.music, 9)
          expect(index.pair(other, viewer, 'everyone').score).toBe(pair.score)
        }
        expect(ranked.has(viewer)).toBe(false)
      }
    }),
    { numRuns: 300 },
  )
})

test('what is not shown to the other, or does not count, makes no match and is not named', () => {
  const shared = [0, 4, 8, 12]
  const open = shared.map((item) => row(item))
  for (const closed of [{ shownTo: 'only_me' }, { shownTo: 'buddies' }, { counts: false }] as const) {
    const index = indexOf({ anna: open, ben: shared.map((item) => row(item, closed)) })
    for (const [one, other] of [
      ['anna', 'ben'],
      ['ben', 'anna'],
    ] as const) {
      const pair = index.pair(one, other, 'everyone')
      expect([pair.score, pair.shared]).toEqual([0, []])
      expect(index.rank(one)).toEqual([])
    }
  }
})

test('buddies are compared by what they show to buddies as well', () => {
  const shared = [0, 4, 8, 12]
  const index = indexOf({ anna: shared.map((item) => row(item)), ben: shared.map((item) => row(item, { shownTo: 'buddies' })) })
  expect(index.pair('anna', 'ben', 'buddies').shared.map((thing) => thing.itemId)).toEqual(['item-0', 'item-4', 'item-8', 'item-12'])
  expect(index.holders('item-0')).toBe(1)
})

test('what somebody holds is seen as far as they show it, the most loved first and each thing once', () => {
  const index = indexOf({
    anna: [
      row(0, { weight: 0.2 }),
      row(1, { weight: 0.9, shownTo: 'buddies' }),
      row(2, { weight: 0.5, shownTo: 'only_me' }),
      row(0, { weight: 0.7, counts: false }),
    ],
  })
  const held = (closeness: 'everyone' | 'buddies' | 'self') => index.held('anna', closeness).map(({ itemId, weight }) => [itemId, weight])
  expect(held('everyone')).toEqual([['item-0', 0.7]])
  expect(held('buddies')).toEqual([
    ['item-1', 0.9],
    ['item-0', 0.7],
  ])
  expect(held('self')).toEqual([
    ['item-1', 0.9],
    ['item-0', 0.7],
    ['item-2', 0.5],
  ])
})

test('who has nothing left is gone', () => {
  const index = indexOf({ anna: [row(0), row(4), row(8)], ben: [row(0), row(4), row(8)] })
  index.put('ben', [])
  expect([index.uids(), index.rank('anna'), index.holders('item-0')]).toEqual([['anna'], [], 1])
})

test('a thing that was not learnt is left out until it is', () => {
  const index = createMatchIndex()
  index.learn([facts[0]!])
  expect(index.unknown(['item-0', 'item-1', 'item-1'])).toEqual(['item-1'])
  index.put('anna', [row(0), row(1)])
  expect(index.held('anna', 'self').map((held) => held.itemId)).toEqual(['item-0'])
})

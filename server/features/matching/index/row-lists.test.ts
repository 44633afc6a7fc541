import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRowLists } from './row-lists.ts'

type Entry = readonly [number: number, strength: number]

const set = (lists: ReturnType<typeof createRowLists>, list: number, entries: readonly Entry[]) =>
  lists.set(
    list,
    entries.map(([number]) => number),
    entries.map(([, strength]) => strength),
  )

function entriesOf(lists: ReturnType<typeof createRowLists>, list: number): Entry[] {
  const { numbers, strengths, from, to } = lists.view(list)
  return Array.from({ length: to - from }, (_, index) => [numbers[from + index]!, strengths[from + index]!] as const)
}

test('lists of rows are read back as last written, with any numbers', () => {
  const entry = fc.tuple(
    fc.oneof(
      fc.nat(300),
      fc.nat(5_000).map((item) => item * 16 + 4),
      fc.integer({ min: 0, max: 0xffff_ffff }),
    ),
    fc.nat(65_535),
  )
  const entries = fc.array(entry, { maxLength: 80 }).map((value) => value.toSorted((a, b) => a[0] - b[0]))
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(6), entries), { maxLength: 40 }), (replacements) => {
      const lists = createRowLists()
      const plain = new Map<number, readonly Entry[]>()
      for (const [list, given] of replacements) {
        plain.set(list, given)
        set(lists, list, given)
      }
      for (let list = 0; list < 7; list++) {
        expect(entriesOf(lists, list)).toEqual(plain.get(list) ?? [])
        expect(lists.length(list)).toBe((plain.get(list) ?? []).length)
      }
    }),
  )
})

test('a list of fifty items among two hundred thousand needs about two hundred bytes', () => {
  const lists = createRowLists()
  set(lists, 0, [[20, 1]])
  expect(lists.bytes()).toBeLessThan(100_000)
  const rows = Array.from({ length: 50 }, (_, index): Entry => [index * 4_000 * 16 + 4, 65_535 - index])
  for (let list = 0; list < 50_000; list++) set(lists, list, rows)
  expect(entriesOf(lists, 49_999)).toEqual(rows)
  expect(lists.bytes() / 50_000).toBeLessThan(265)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHolderLists } from './holder-lists.ts'

const entriesOf = (lists: ReturnType<typeof createHolderLists>, list: number) =>
  lists
    .views(list)
    .flatMap(({ numbers, strengths, from, to }) =>
      Array.from({ length: to - from }, (_, index) => [numbers[from + index]!, strengths[from + index]!] as const),
    )

test('lists of holders behave like plain maps after any additions and removals', () => {
  const operation = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('add' as const), list: fc.nat(6), number: fc.nat(200) }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), list: fc.nat(6), number: fc.nat(200) }) },
  )
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 600 }), (operations) => {
      const lists = createHolderLists()
      const plain = Array.from({ length: 7 }, () => new Map<number, number>())
      operations.forEach(({ kind, list, number }, index) => {
        const own = plain[list]!
        if (kind === 'remove') {
          own.delete(number)
          lists.remove(list, number)
        } else if (!own.has(number)) {
          own.set(number, index)
          lists.add(list, number, index)
        }
      })
      plain.forEach((own, list) => {
        expect(new Map(entriesOf(lists, list))).toEqual(own)
        expect([entriesOf(lists, list).length, lists.length(list)]).toEqual([own.size, own.size])
      })
      expect(lists.views(0xffff_ffff)).toEqual([])
    }),
  )
})

test('a few lists take little memory, and long and short ones little more than their entries', () => {
  const lists = createHolderLists()
  for (let list = 0; list < 7; list++) lists.add(list, 1, 1)
  expect(lists.bytes()).toBeLessThan(100_000)
  for (let user = 0; user < 500_000; user++) lists.add(0, user, user % 100)
  for (let list = 10; list < 5_010; list++) for (let user = 0; user < 60; user++) lists.add(list, user, list % 100)
  expect(lists.bytes() / (800_000 * 6)).toBeLessThan(1.5)
})

test('the memory of removed entries is used again', () => {
  const lists = createHolderLists()
  const fill = () => {
    for (let list = 0; list < 50; list++) for (let user = 0; user < 1_000; user++) lists.add(list, user, 1)
  }
  fill()
  const before = lists.bytes()
  for (let list = 0; list < 50; list++) for (let user = 0; user < 1_000; user++) lists.remove(list, user)
  expect(lists.length(0)).toBe(0)
  fill()
  expect(lists.bytes()).toBe(before)
})

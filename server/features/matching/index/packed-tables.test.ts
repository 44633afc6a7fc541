import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIdTable, createPostingLists } from './packed-tables.ts'

test('each UUID has one number and can be read back', () => {
  const table = createIdTable(4)
  const ids = Array.from({ length: 5_000 }, () => randomUUID())
  expect(ids.map((id) => table.number(id))).toEqual(ids.map((_, at) => at))
  expect(ids.map((id) => table.number(id.toUpperCase()))).toEqual(ids.map((_, at) => at))
  expect(ids.map((_, at) => table.id(at))).toEqual(ids)
  expect([table.find(randomUUID()), table.find('nobody'), table.size()]).toEqual([undefined, undefined, 5_000])
  expect(() => table.number('nobody')).toThrow('not a UUID')
})

test('posting lists behave like plain lists after any additions, removals and replacements', () => {
  const operation = fc.oneof(
    fc.record({ is: fc.constant('add' as const), list: fc.nat(6), number: fc.nat(200) }),
    fc.record({ is: fc.constant('remove' as const), list: fc.nat(6), number: fc.nat(200) }),
    fc.record({ is: fc.constant('set' as const), list: fc.nat(6), length: fc.nat(40) }),
  )
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 300 }), (operations) => {
      const lists = createPostingLists()
      const plain = Array.from({ length: 7 }, () => new Map<number, number>())
      operations.forEach((one, at) => {
        const own = plain[one.list]!
        if (one.is === 'set') {
          own.clear()
          for (let number = 0; number < one.length; number++) own.set(number, at)
          lists.set(one.list, [...own.keys()], [...own.values()])
        } else if (one.is === 'remove') {
          own.delete(one.number)
          lists.remove(one.list, one.number)
        } else if (!own.has(one.number)) {
          own.set(one.number, at)
          lists.add(one.list, one.number, at)
        }
      })
      plain.forEach((own, list) => {
        const { numbers, strengths, from, to } = lists.view(list)
        const kept = new Map(Array.from({ length: to - from }, (_, at) => [numbers[from + at], strengths[from + at]]))
        expect(kept).toEqual(own)
        expect(lists.length(list)).toBe(own.size)
      })
    }),
  )
})

test('a few lists take little memory, and many short lists share few arrays', () => {
  const lists = createPostingLists()
  for (let list = 0; list < 7; list++) lists.add(list, 1, 1)
  expect(lists.bytes()).toBeLessThan(100_000)
  for (let list = 0; list < 50_000; list++) lists.set(list, Array(40).fill(list), Array(40).fill(list % 100))
  const views = Array.from({ length: 50_000 }, (_, list) => lists.view(list))
  expect(new Set(views.map(({ numbers }) => numbers)).size).toBeLessThan(12)
  expect(views.every(({ numbers, from, to }, list) => to - from === 40 && numbers[from] === list && numbers[to - 1] === list)).toBe(true)
})

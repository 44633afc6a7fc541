import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createIdTable } from './id-table.ts'

test('each UUID has one number and can be read back', () => {
  const table = createIdTable(4)
  const ids = Array.from({ length: 5_000 }, () => randomUUID())
  expect(ids.map((id) => table.number(id))).toEqual(ids.map((_, index) => index))
  expect(ids.map((id) => table.number(id.toUpperCase()))).toEqual(ids.map((_, index) => index))
  expect(ids.map((_, index) => table.id(index))).toEqual(ids)
  expect([table.find(randomUUID()), table.find('nobody'), table.size()]).toEqual([undefined, undefined, 5_000])
  expect(() => table.number('nobody')).toThrow('not a UUID')
})

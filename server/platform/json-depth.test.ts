import { expect, test } from 'vitest'
import { isNestedTooDeep } from './json-depth.ts'

const isTooDeep = (json: string) => isNestedTooDeep(Buffer.from(json))

test.each([
  ['a list in lists', '['.repeat(33)],
  ['objects in objects', '{"a":'.repeat(33)],
  ['a mixture that is not JSON', '[{'.repeat(17)],
  ['too many neighbors', `[${'[],{},'.repeat(2_000)}[]]`],
  ['after closed ones', `[${'[],'.repeat(50)}${'['.repeat(32)}`],
])('%s is too deep', (_, json) => {
  expect(isTooDeep(json)).toBe(true)
})

test.each([
  ['32 levels', '['.repeat(32) + ']'.repeat(32)],
  ['brackets in a text', JSON.stringify({ text: '[{'.repeat(1_000) })],
  ['brackets after an escaped quote', JSON.stringify({ text: `"\\"${'['.repeat(100)}` })],
  ['many neighbors', `[${'[],{},'.repeat(1_900)}[]]`],
  ['nothing', ''],
])('%s is not', (_, json) => {
  expect(isTooDeep(json)).toBe(false)
})

import { expect, test } from 'vitest'
import { changesSince } from './last-pass.ts'

const before = { settings: 'one', files: { 'a.ts': '1', 'b.ts': '1', 'types.d.ts': '1' } }
const since = (settings: string, files: Record<string, string>) =>
  changesSince(before, { pass: { settings, files }, globals: new Set(['types.d.ts']) })

test('changed and added files, and importers of deleted ones, are checked again', () => {
  expect(since('one', before.files)).toEqual([])
  expect(since('one', { 'a.ts': '2', 'types.d.ts': '1', 'c.ts': '1' })).toEqual(['a.ts', 'b.ts', 'c.ts'])
})

test('after a change of settings or global types, all files are checked again', () => {
  expect(since('two', before.files)).toBeNull()
  expect(since('one', { ...before.files, 'types.d.ts': '2' })).toBeNull()
})

import { expect, test } from 'vitest'
import { mutantsOf, sample } from './mutants.ts'

const changes = (line: string) => mutantsOf('some.service.ts', line).map(({ mutated }) => mutated)

test('each operator is changed at each place, one place at a time', () => {
  expect(changes('return a === b && c === d')).toEqual([
    'return a !== b && c === d',
    'return a === b && c !== d',
    'return a === b || c === d',
  ])
  expect(changes('if (isOpen(door)) enter()')).toEqual(['if (!(isOpen(door))) enter()'])
  expect(changes('const LIMIT = 5_000')).toEqual(['const LIMIT = (5_000 + 1)'])
  expect(changes("  .where('seq', '<', before)")).toEqual(["  .where('seq', '<=', before)"])
  expect(changes('  await store.remove(id)')).toEqual([''])
})

test('does not mutate imports, types, comments, arrows and generics', () => {
  for (const line of [
    "import { a } from './a.ts'",
    '// true or false',
    ' * 5 minutes',
    'type Limit = 5',
    'const f = (a: Map<string, A>) => a',
  ])
    expect(changes(line)).toEqual([])
})

test('a mutant is named by its place', () => {
  expect(mutantsOf('a.store.ts', 'x\ny === z').map(({ id }) => id)).toEqual(['a.store.ts:2:2 equal'])
})

test('the same seed returns the same sample, and a smaller sample is its beginning', () => {
  const items = Array.from({ length: 500 }, (_, index) => index)
  const large = sample(items, 200, 7)
  expect(new Set(large).size).toBe(200)
  expect(sample(items, 200, 7)).toEqual(large)
  expect(sample(items, 20, 7)).toEqual(large.slice(0, 20))
  expect(sample(items, 20, 8)).not.toEqual(large.slice(0, 20))
})

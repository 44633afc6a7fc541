import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const NODE = 'node_modules/node/bin/node'

test.each([
  ['bench/search.ts --quick', "Unknown option '--quick'."],
  ['bench/search.ts many', 'Unknown argument: many.'],
  ['bench/search.ts 10 20', 'Unknown argument: 20.'],
  ['bench/together.ts 1 laod', 'Unknown argument: laod.'],
  ['bench/soak.ts 30', 'Unknown argument: 30.'],
  ['bench/all.ts --only=serach', 'Unknown measurement: serach.'],
  ['tools/test.ts --only=units', 'Unknown part: units.'],
  ['tools/provider-schemas.ts one two', 'Unknown argument: one.'],
])('%s prints what is wrong and the usage, and exits with 2', (command, problem) => {
  const { status, stderr } = spawnSync(NODE, command.split(' '), { encoding: 'utf8' })
  const [first, , usage] = stderr.trim().split('\n')
  expect([status, first]).toEqual([2, problem])
  expect(usage).toMatch(/^Usage:/)
})

const sources = globSync('{bench,tools}/**/*.ts', { exclude: ['**/*.test.ts'] }).map((file) => ({ file, text: readFileSync(file, 'utf8') }))

test('every measurement rejects unknown arguments', () => {
  const all = sources.filter(({ file }) => file.startsWith('bench/'))
  const isPart = (file: string) => all.some(({ text }) => text.includes(`./${basename(file)}'`))
  const measurements = all.filter(({ file }) => /^bench\/[^/]+$/.test(file) && !isPart(file))
  expect(measurements.length).toBeGreaterThan(20)
  expect(measurements.filter(({ text }) => !text.includes("from '#tools/arguments.ts'")).map(({ file }) => file)).toEqual([])
})

test('no script reads its arguments by itself', () => {
  // The first passes its arguments to Vitest; the second starts itself for its two tasks.
  const exceptions = ['tools/test-watch.ts', 'bench/import.ts']
  expect(
    sources
      .filter(({ text }) => text.includes('process.argv'))
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(exceptions.toSorted())
})

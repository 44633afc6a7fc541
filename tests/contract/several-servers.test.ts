import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { severalServers, severalServersPattern } from '#tests/kit/several-servers.ts'

const named = severalServers.flatMap(({ tests }) => tests)

test.each(named)('$file has each named test of behavior that can differ on two servers', ({ file, titles }) => {
  const source = readFileSync(file, 'utf8')
  const selected = titles === 'all' ? [] : titles
  expect(selected.filter((title) => !source.includes(`test('${title}'`))).toEqual([])
})

test('the pattern selects a named test, and no other test of its file', () => {
  const pattern = severalServersPattern()
  expect(pattern.test('longest chat.e2e.ts two tabs of one person agree, offline and back')).toBe(true)
  expect(pattern.test('longest chat.e2e.ts any title')).toBe(false)
  expect(pattern.test('engines two-servers.engine.test.ts any title')).toBe(false)
})

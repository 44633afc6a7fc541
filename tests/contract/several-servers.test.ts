import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { severalServers, severalServersPattern } from '#tests/kit/several-servers.ts'

const folder = 'tests/e2e'
const named = severalServers.flatMap(({ tests }) => tests)

test.each(named)('$file has each test that also runs on two servers', ({ file, titles }) => {
  const source = readFileSync(`${folder}/${file}`, 'utf8')
  const wanted = titles === 'all' ? [] : titles
  expect(wanted.filter((title) => !source.includes(`test('${title}'`))).toEqual([])
})

test('the pattern selects a named test, and no other test of its file', () => {
  const pattern = severalServersPattern()
  expect(pattern.test('chat moments.e2e.ts A46: after a block, a moment gets the same 404 as an unknown one')).toBe(true)
  expect(pattern.test('chat moments.e2e.ts keys go from card to card and open one')).toBe(false)
  expect(pattern.test('chat chat.e2e.ts any title')).toBe(true)
})

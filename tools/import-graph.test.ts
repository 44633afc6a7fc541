import { expect, test } from 'vitest'
import { affectedBy, importersByFile } from './import-graph.ts'

const importers = new Map([
  ['contract/chat/chat.ts', new Set(['server/chat.ts', 'web/chat.ts'])],
  ['server/chat.ts', new Set(['server/chat.test.ts', 'contract/chat/chat.ts'])],
])

test('a change affects all direct and indirect importers, and import cycles end', () => {
  expect([...affectedBy(['contract/chat/chat.ts'], importers)]).toEqual([
    'contract/chat/chat.ts',
    'server/chat.ts',
    'web/chat.ts',
    'server/chat.test.ts',
  ])
  expect([...affectedBy(['web/chat.ts'], importers)]).toEqual(['web/chat.ts'])
})

test('imports by alias, by a relative path, and of files that are started as processes are found in the sources', () => {
  const found = importersByFile()
  expect(found.get('contract/errors.ts')).toContain('server/platform/http/problem.ts')
  expect(found.get('tools/import-graph.ts')).toContain('tools/import-graph.test.ts')
  expect(found.get('tests/kit/chat/child.ts')).toContain('tests/kit/chat/server.ts')
})

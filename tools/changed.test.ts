import { expect, test } from 'vitest'
import { chooseTests } from './changed.ts'
import { importersByFile } from './import-graph.ts'

const importers = importersByFile()

test('a change in one feature runs the tests that import it, and the browser tests of that feature alone', () => {
  const { unit, endToEnd } = chooseTests(['server/features/moments/moments.service.ts'], importers)
  expect(unit).toContain('server/features/moments/moments.store.test.ts')
  expect(unit).toContain('tests/contract/reads-by-relation.test.ts')
  expect(unit.filter((file) => file.startsWith('tests/faults/'))).toEqual([])
  expect(endToEnd).toEqual(['tests/e2e/moments.e2e.ts'])
})

test('a change of chat, or of modules that all features use, also runs the fault tests', () => {
  for (const file of ['server/features/chat/chat.service.ts', 'server/platform/socket/socket-session.ts'])
    expect(chooseTests([file], importers).unit).toContain('tests/faults/chat.faults.test.ts')
})

test('a change of a page runs the browser tests of the page, or of the feature with its name', () => {
  expect(chooseTests(['web/pages/week/week.messages.ts'], importers).endToEnd).toEqual(['tests/e2e/recaps.e2e.ts'])
  expect(chooseTests(['web/pages/blends/BlendRow.tsx'], importers).endToEnd).toEqual(['tests/e2e/blends.e2e.ts'])
})

test('a change of the tests’ kit runs the browser tests that import it', () => {
  expect(chooseTests(['tests/kit/long-history.ts'], importers).endToEnd).toEqual(['tests/e2e/chat-history.e2e.ts'])
  expect(chooseTests(['README.md'], importers)).toEqual({ unit: [], endToEnd: [], uncovered: ['README.md'] })
})

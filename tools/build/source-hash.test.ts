import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sourceHash } from './source-hash.ts'

const folder = mkdtempSync(join(tmpdir(), 'wavelength-hash-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('changes with a source, but not with its test', () => {
  const hashAfter = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return sourceHash([join(folder, '**/*')])
  }
  const first = hashAfter('match.ts', 'one')
  expect(hashAfter('match.test.ts', 'a test')).toBe(first)
  expect(hashAfter('Match.test.tsx', 'a test')).toBe(first)
  expect(hashAfter('match.ts', 'two')).not.toBe(first)
})

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TERMS_VERSION } from '#contract/identity/terms.ts'

/** The English texts of each version. A changed text needs a new version, so that users accept it. */
const texts: Record<string, string> = { '2026-11': 'aae12cf1a5135803' }

test('the text of the terms matches its version', () => {
  const source = readFileSync(new URL('./TermsText.tsx', import.meta.url), 'utf8')
  const messages = source.match(/(?<=message:\s*)'[^']*'/g) ?? []
  expect(messages.length).toBeGreaterThan(10)
  expect(texts[TERMS_VERSION]).toBe(createHash('sha256').update(messages.join('\n')).digest('hex').slice(0, 16))
})

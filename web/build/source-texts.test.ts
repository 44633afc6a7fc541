import { expect, it } from 'vitest'
import { sourceTexts } from './source-texts.ts'

it('compiles every message and uses each ID for one message only', () => {
  // Throws for a message with invalid syntax.
  const sentences = sourceTexts()
  const ambiguous = [...sentences].filter(([, texts]) => texts.size > 1).map(([id, texts]) => [id, ...texts])
  expect(ambiguous).toEqual([])
  expect(sentences.size).toBeGreaterThan(100)
})

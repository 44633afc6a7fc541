import { expect, it } from 'vitest'
import { sourceTexts } from './source-texts.ts'

it('every sentence compiles, and one id never stands for two sentences', () => {
  // Throws on a sentence whose syntax is broken.
  const sentences = sourceTexts()
  const ambiguous = [...sentences].filter(([, texts]) => texts.size > 1).map(([id, texts]) => [id, ...texts])
  expect(ambiguous).toEqual([])
  expect(sentences.size).toBeGreaterThan(100)
})

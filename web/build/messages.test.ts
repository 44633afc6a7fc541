import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { findMessages, findTexts } from './compile-messages.ts'

const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('build'),
)

it('every sentence compiles, and one id never stands for two sentences', () => {
  const sentences = new Map<string, Set<string>>()
  for (const file of files) {
    const code = readFileSync(join('web', file), 'utf8')
    if (!code.includes('message')) continue
    const { program } = parseSync(file, code)
    // Throws on a sentence whose syntax is broken.
    findMessages(program)
    for (const { id, text } of findTexts(program)) sentences.set(id, (sentences.get(id) ?? new Set()).add(text))
  }
  const ambiguous = [...sentences].filter(([, texts]) => texts.size > 1).map(([id, texts]) => [id, ...texts])
  expect(ambiguous).toEqual([])
  expect(sentences.size).toBeGreaterThan(100)
})

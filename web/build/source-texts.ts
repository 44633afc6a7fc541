import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { errorCatalog } from '#contract/errors.ts'
import { findMessages, findTexts } from './compile-messages.ts'

/**
 * Every message of the app by its ID: from the web code and from API errors. An ID with two different messages has both.
 * @throws Error for a message with invalid syntax
 */
export function sourceTexts(): Map<string, Set<string>> {
  const texts = new Map(Object.entries(errorCatalog).map(([code, { sentence }]) => [`error.${code}`, new Set<string>([sentence])]))
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('build'),
  )
  for (const file of files) {
    const code = readFileSync(join('web', file), 'utf8')
    if (!code.includes('message')) continue
    const { program } = parseSync(file, code)
    findMessages(program)
    for (const { id, text } of findTexts(program)) texts.set(id, (texts.get(id) ?? new Set()).add(text))
  }
  return texts
}

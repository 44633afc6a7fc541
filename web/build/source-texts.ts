import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { errorCatalogue } from '#contract/errors.ts'
import { findMessages, findTexts } from './compile-messages.ts'

/**
 * Every sentence that a person can read in the app, by its id: those of the web's code, and those of refusals. An id that stands
 * for two sentences has both. @throws Error for a sentence whose syntax is broken
 */
export function sourceTexts(): Map<string, Set<string>> {
  const texts = new Map(Object.entries(errorCatalogue).map(([code, { sentence }]) => [`error.${code}`, new Set<string>([sentence])]))
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

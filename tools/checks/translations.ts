import { readFileSync } from 'node:fs'
import { appLanguages, DEFAULT_LANGUAGE } from '#contract/languages/languages.ts'
import { readCatalog } from '#web/build/catalogs.ts'
import { sourceTexts } from '#web/build/source-texts.ts'
import { translationProblems } from '#web/build/translation-problems.ts'

/** Whether every language has exactly the messages of the code. */
export async function checkTranslations(): Promise<{ code: number; output: string }> {
  const source = new Map([...sourceTexts()].map(([id, texts]) => [id, [...texts].join(' / ')]))
  const found: string[] = []
  for (const language of appLanguages) {
    const catalog = await readCatalog(readFileSync(`web/locales/${language}/messages.po`, 'utf8'))
    found.push(...translationProblems(language, source, catalog))
    // The default language has exactly the messages of the code.
    if (language === DEFAULT_LANGUAGE) {
      const stale = [...source].filter(([id, text]) => catalog.has(id) && catalog.get(id) !== text)
      found.push(...stale.map(([id]) => `${language}: ${id} says something else in the code`))
    }
  }
  if (found.length === 0) return { code: 0, output: '' }
  return { code: 1, output: `${found.join('\n')}\n\`npm run extract\` writes new sentences into web/locales; translate them there.` }
}

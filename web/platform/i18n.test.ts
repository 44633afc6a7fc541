import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { appLanguages, directionOf, spokenOf } from '#contract/languages/languages.ts'

const script = readFileSync('web/public/appearance.js', 'utf8')

type Page = { lang: string; dir: string }
const english: Page = { lang: 'en-US', dir: 'ltr' }

type Visit = { kept?: string | null; session?: string | null; languages: string[]; written?: Page }

/** What the page says of itself before the first paint. */
function pageOf({ kept = null, session = null, languages, written = english }: Visit) {
  const page = { ...written, dataset: {} as { prerendered?: string } }
  runInNewContext(script, {
    document: { documentElement: page },
    localStorage: { getItem: (name: string) => ({ 'wl.language': kept, 'wl.session': session })[name] ?? null },
    navigator: { languages },
    matchMedia: () => ({ matches: false }),
  })
  return { lang: page.lang, dir: page.dir, prerendered: page.dataset.prerendered }
}
const languageOf = (visit: Visit) => {
  const { lang, dir } = pageOf(visit)
  return { lang, dir }
}

it('a page has its language and direction before the first paint', () => {
  for (const language of appLanguages) {
    const expected = { lang: language, dir: directionOf(language) }
    expect(languageOf({ kept: language, languages: ['fr'] })).toEqual(expected)
    expect(languageOf({ languages: ['fr-FR', language] })).toEqual(expected)
  }
})

it('without a choice it is the first of the browser’s languages that is spoken here, whatever the region', () => {
  for (const languages of [['de-AT', 'en'], ['fr', 'es-MX', 'de'], ['en-GB', 'de'], ['AR-eg'], ['fr'], []]) {
    expect(pageOf({ languages }).lang).toBe(spokenOf(languages))
  }
  expect(languageOf({ languages: ['fr', 'es-MX', 'de'] })).toEqual({ lang: 'es', dir: 'ltr' })
})

it('what was chosen wins over the language in which the server wrote the page', () => {
  const page = languageOf({ kept: 'de', languages: ['ar'], written: { lang: 'ar', dir: 'rtl' } })
  expect(page).toEqual({ lang: 'de', dir: 'ltr' })
})

it('what the server drew ahead suits strangers who speak its language, and nobody else', () => {
  expect(pageOf({ languages: ['en-GB'] }).prerendered).toBeUndefined()
  expect(pageOf({ languages: ['ar'], written: { lang: 'ar', dir: 'rtl' } }).prerendered).toBeUndefined()
  expect(pageOf({ languages: ['en-GB'], session: 'mira' }).prerendered).toBe('unfit')
  expect(pageOf({ languages: ['en-GB'], kept: 'de' }).prerendered).toBe('unfit')
})

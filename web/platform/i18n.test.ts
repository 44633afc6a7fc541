import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { appLanguages, directionOf, spokenOf } from '#contract/languages.ts'

const script = readFileSync('web/public/appearance.js', 'utf8')

type Page = { lang: string; dir: string }
const english: Page = { lang: 'en-US', dir: 'ltr' }

/** What the page says of itself before the first paint. */
function pageOf({ kept = null, languages, written = english }: { kept?: string | null; languages: string[]; written?: Page }) {
  const page = { ...written, dataset: {} }
  runInNewContext(script, {
    document: { documentElement: page },
    localStorage: { getItem: (name: string) => (name === 'wl.language' ? kept : null) },
    navigator: { languages },
    matchMedia: () => ({ matches: false }),
  })
  return { lang: page.lang, dir: page.dir }
}

it('a page has its language and direction before the first paint', () => {
  for (const language of appLanguages) {
    const expected = { lang: language, dir: directionOf(language) }
    expect(pageOf({ kept: language, languages: ['fr'] })).toEqual(expected)
    expect(pageOf({ languages: ['fr-FR', language] })).toEqual(expected)
  }
})

it('without a choice it is the first of the browser’s languages that is spoken here, whatever the region', () => {
  for (const languages of [['de-AT', 'en'], ['fr', 'es-MX', 'de'], ['en-GB', 'de'], ['AR-eg'], ['fr'], []]) {
    expect(pageOf({ languages }).lang).toBe(spokenOf(languages))
  }
  expect(pageOf({ languages: ['fr', 'es-MX', 'de'] })).toEqual({ lang: 'es', dir: 'ltr' })
})

it('what was chosen wins over the language in which the server wrote the page', () => {
  const page = pageOf({ kept: 'de', languages: ['ar'], written: { lang: 'ar', dir: 'rtl' } })
  expect(page).toEqual({ lang: 'de', dir: 'ltr' })
})

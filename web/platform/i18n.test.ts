import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { appLanguages, directionOf, chooseAppLanguage } from '#contract/languages/languages.ts'

const script = readFileSync('web/app/appearance.js', 'utf8')

type Page = { lang: string; dir: string }
const english: Page = { lang: 'en-US', dir: 'ltr' }

type Visit = { kept?: string | null; session?: string | null; firebase?: string; languages: string[]; written?: Page; address?: string }

/** The document's attributes before the first paint. */
function pageOf({ kept = null, session = null, firebase, languages, written = english, address = '/' }: Visit) {
  const page = { ...written, dataset: {} as { prerendered?: string } }
  const requested: string[] = []
  const { pathname, search } = new URL(address, 'https://wavelength.example')
  runInNewContext(script, {
    window: {},
    performance,
    location: { pathname, search },
    fetch: async (url: string) => void requested.push(url),
    document: { documentElement: page },
    localStorage: { getItem: (name: string) => ({ 'wl.language': kept, 'wl.session': session, 'wl.firebase': firebase })[name] ?? null },
    navigator: { languages },
    Intl: { DateTimeFormat: () => ({ resolvedOptions: () => ({ timeZone: 'Asia/Tokyo' }) }) },
    matchMedia: () => ({ matches: false }),
  })
  return { lang: page.lang, dir: page.dir, prerendered: page.dataset.prerendered, requested }
}
const languageOf = (visit: Visit) => {
  const { lang, dir } = pageOf(visit)
  return { lang, dir }
}

it("sets the page's language and direction before the first paint", () => {
  for (const language of appLanguages) {
    const expected = { lang: language, dir: directionOf(language) }
    expect(languageOf({ kept: language, languages: ['fr'] })).toEqual(expected)
    expect(languageOf({ languages: ['fr-FR', language] })).toEqual(expected)
  }
})

it("uses the browser's first supported language, in any region, if the user has not chosen one", () => {
  for (const languages of [['de-AT', 'en'], ['fr', 'es-MX', 'de'], ['en-GB', 'de'], ['AR-eg'], ['fr'], []]) {
    expect(pageOf({ languages }).lang).toBe(chooseAppLanguage(languages))
  }
  expect(languageOf({ languages: ['fr', 'es-MX', 'de'] })).toEqual({ lang: 'es', dir: 'ltr' })
})

it("prefers the chosen language to the language of the server's markup", () => {
  const page = languageOf({ kept: 'de', languages: ['ar'], written: { lang: 'ar', dir: 'rtl' } })
  expect(page).toEqual({ lang: 'de', dir: 'ltr' })
})

it('shows the prerendered page only to signed-out visitors with its language', () => {
  expect(pageOf({ languages: ['en-GB'] }).prerendered).toBeUndefined()
  expect(pageOf({ languages: ['ar'], written: { lang: 'ar', dir: 'rtl' } }).prerendered).toBeUndefined()
  expect(pageOf({ languages: ['en-GB'], session: 'mira' }).prerendered).toBe('unfit')
  expect(pageOf({ languages: ['en-GB'], kept: 'de' }).prerendered).toBe('unfit')
})

it('requests the session with the time zone before the app code has loaded if a user was signed in', () => {
  const requestedBy = (visit: Partial<Visit>) => pageOf({ languages: ['en-US'], ...visit }).requested
  expect(requestedBy({ session: 's-mira', address: '/chat' })).toEqual(['/identity/start?page=%2Fchat&zone=Asia%2FTokyo'])
  // The first read of a page with a search depends on it.
  expect(requestedBy({ session: 's-mira', address: '/find_buddies?filter=music' })).toEqual(['/identity/start?page=&zone=Asia%2FTokyo'])
  expect(requestedBy({ address: '/chat' })).toEqual([])
  expect(requestedBy({ session: 's-mira', firebase: 'yes', address: '/chat' })).toEqual([])
})

import type { Page, Route } from '@playwright/test'
import type { AppLanguage } from '#contract/languages/languages.ts'

export type State = {
  name: string
  /** The user: the first demo user, or a user without data. */
  persona: 'mira' | 'nobody-yet'
  /** Prepares that state before the page is opened. */
  prepare(page: Page): Promise<unknown>
  /** Whether the page stops loading. */
  settles: boolean
}

/** The calls that pages read from, except the session: without it there would be no page. */
const READS = /\/app\/auth\/(?!check-user-exist|session|custom-token)/
const OWN_LANGUAGE = '**/app/auth/settings/language'
const LONG = 'Wolfeschlegelsteinhausenbergerdorff-Fitzgerald the Third of Newcastle upon Tyne'
const RIGHT_TO_LEFT = 'موسيقى الليل مع سلمى'
/** Fields that users write. */
const WRITTEN = new Set(['name', 'text', 'bio', 'content', 'note', 'place', 'by', 'title'])

async function reads(page: Page, handle: (route: Route) => Promise<unknown>): Promise<void> {
  // Without the first answers that are bundled with the session, each call is requested separately.
  await page.route('**/identity/start?**', (route) => route.abort())
  await page.route(READS, async (route) => (route.request().method() === 'GET' ? handle(route) : route.fallback()))
}

const noop = () => Promise.resolve()

/** Every state of a page in the designs, beside the full one. */
export const states: readonly State[] = [
  { name: 'empty', persona: 'nobody-yet', prepare: noop, settles: true },
  // Never answered, so the page stays in its loading state.
  { name: 'loading', persona: 'mira', prepare: (page) => reads(page, () => new Promise(() => undefined)), settles: false },
  { name: 'error', persona: 'mira', prepare: (page) => reads(page, (route) => route.fulfill({ status: 500, json: {} })), settles: true },
  { name: 'offline', persona: 'mira', prepare: (page) => reads(page, (route) => route.abort('internetdisconnected')), settles: true },
  { name: 'long', persona: 'mira', prepare: (page) => rewritten(page, (text) => `${LONG} ${text}`), settles: true },
  {
    name: 'rtl',
    persona: 'mira',
    async prepare(page) {
      await inLanguage(page, 'ar')
      await rewritten(page, () => RIGHT_TO_LEFT)
    },
    settles: true,
  },
]

/** Shows pages in a language. The account's own language would win over the browser's. */
export async function inLanguage(page: Page, language: AppLanguage): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('wl.language', value), language)
  await page.route(OWN_LANGUAGE, (route) => (route.request().method() === 'GET' ? route.fulfill({ json: { language } }) : route.fallback()))
}

/** Replaces text that users wrote. */
function rewritten(page: Page, by: (text: string) => string): Promise<unknown> {
  return reads(page, async (route) => {
    const response = await route.fetch()
    const body: unknown = await response.json().catch(() => null)
    return route.fulfill({ response: response, json: rewrite(body, by) })
  })
}

function rewrite(value: unknown, by: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((part) => rewrite(part, by))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      WRITTEN.has(name) && typeof part === 'string' && part ? by(part) : rewrite(part, by),
    ]),
  )
}

/// <reference types="vite/client" />
/* Text through Lingui without macros. The en-US sentences stand in the code as each message's default and are compiled there
   when the app is built (web/build/compile-messages.ts), so they arrive with the page that needs them. Every other language is
   one file of its own, made from its catalogue in `web/locales` (web/build/catalogues.ts). */
import { I18n, type MessageDescriptor, type Messages } from '@lingui/core'
import { type AppLanguage, DEFAULT_LANGUAGE, directionOf, knownLanguage } from '#contract/languages/languages.ts'
import { isolatedValues } from '#contract/base/text.ts'
import { keep } from './local-memory.ts'

/** Isolates names and other values, so that directional marks in them can't reorder the sentence. */
class IsolatingI18n extends I18n {
  override _(id: string | MessageDescriptor, values: Record<string, unknown> = {}, options?: { message?: string }): string {
    if (typeof id === 'string') return super._(id, isolatedValues(values), options)
    return super._({ ...id, values: isolatedValues(id.values ?? {}) })
  }
}

export const i18n: I18n = new IsolatingI18n({ locale: DEFAULT_LANGUAGE, messages: { [DEFAULT_LANGUAGE]: {} } })

const catalogues = import.meta.glob<Messages>(['../locales/*/messages.po', '!../locales/en-US/*'], { import: 'default' })

/** The language in use. */
export const shownLanguage = (): AppLanguage => knownLanguage(i18n.locale) ?? DEFAULT_LANGUAGE

/** The sentences of that language; none for the default one, whose sentences stand in the code. @throws Error when they can't be fetched */
export async function wordsOf(language: AppLanguage): Promise<Messages> {
  return (await catalogues[`../locales/${language}/messages.po`]?.()) ?? {}
}

/** Shows everything in that language from now on. @throws Error when its words can't be fetched; then nothing has changed */
export async function showLanguage(language: AppLanguage): Promise<void> {
  const words = await wordsOf(language)
  const { documentElement: page } = document
  page.lang = language
  page.dir = directionOf(language)
  i18n.loadAndActivate({ locale: language, messages: words })
}

/** The same, and remembers it in this browser, where `public/appearance.js` finds it before the next first paint. */
export async function keepLanguage(language: AppLanguage): Promise<void> {
  await showLanguage(language)
  keep('language', language)
}

/** Shows the language that `public/appearance.js` gave the page; null when that is shown already. Never rejects. */
export function showFirstLanguage(): Promise<void> | null {
  const wanted = knownLanguage(document.documentElement.lang)
  if (wanted === null || wanted === DEFAULT_LANGUAGE) return null
  // Without its words the default language is better than none, and the page must not claim to be in the other.
  return showLanguage(wanted).catch(() => showLanguage(DEFAULT_LANGUAGE))
}

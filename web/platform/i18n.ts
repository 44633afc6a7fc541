/// <reference types="vite/client" />
/* Text through Lingui without macros. The en-US sentences are in the code as each message's default and are compiled there
   when the app is built (web/build/compile-messages.ts), so they arrive with the page that needs them. Every other language is
   one file of its own, made from its catalog in `web/locales` (web/build/catalogs.ts). */
import { I18n, type MessageDescriptor, type Messages } from '@lingui/core'
import { type AppLanguage, DEFAULT_LANGUAGE, directionOf, knownLanguage } from '#contract/languages/languages.ts'
import { isolatedValues } from '#contract/base/text.ts'
import { writeStored } from './storage/browser-storage.ts'

/** Isolates names and other values, so that directional marks in them can't reorder the sentence. */
class IsolatingI18n extends I18n {
  override _(id: string | MessageDescriptor, values: Record<string, unknown> = {}, options?: { message?: string }): string {
    if (typeof id === 'string') return super._(id, isolatedValues(values), options)
    return super._({ ...id, values: isolatedValues(id.values ?? {}) })
  }
}

export const i18n: I18n = new IsolatingI18n({ locale: DEFAULT_LANGUAGE, messages: { [DEFAULT_LANGUAGE]: {} } })

const catalogs = import.meta.glob<Messages>(['../locales/*/messages.po', '!../locales/en-US/*'], { import: 'default' })

/** The current language. */
export const activeLanguage = (): AppLanguage => knownLanguage(i18n.locale) ?? DEFAULT_LANGUAGE

/** A language's messages; empty for the default language, whose messages are in the code. @throws Error when they can't be loaded */
export async function loadMessages(language: AppLanguage): Promise<Messages> {
  return (await catalogs[`../locales/${language}/messages.po`]?.()) ?? {}
}

/** Switches the app to a language. @throws Error when its messages can't be loaded; then nothing changes */
export async function activateLanguage(language: AppLanguage): Promise<void> {
  const words = await loadMessages(language)
  const { documentElement: page } = document
  page.lang = language
  page.dir = directionOf(language)
  i18n.loadAndActivate({ locale: language, messages: words })
}

/** Switches the language and saves it in this browser, where `web/app/appearance.js` reads it before the next first paint. */
export async function saveLanguage(language: AppLanguage): Promise<void> {
  await activateLanguage(language)
  writeStored('language', language)
}

/** Shows the language that `web/app/appearance.js` chose; null when it is already shown. Never rejects. */
export function activateInitialLanguage(): Promise<void> | null {
  const preferred = knownLanguage(document.documentElement.lang)
  if (preferred === null || preferred === DEFAULT_LANGUAGE) return null
  // Without the messages the default language is shown, and the document's language says so.
  return activateLanguage(preferred).catch(() => activateLanguage(DEFAULT_LANGUAGE))
}

// Messages that the server sends to users (emails and push), in each language of the product. ICU syntax, as on the web.
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type AppLanguage, appLanguages } from '#contract/languages/languages.ts'
import { isolatedValues } from '#contract/base/text.ts'

/** The same messages in every language, by id. */
export type Catalogs<Id extends string> = Readonly<Record<AppLanguage, Readonly<Record<Id, string>>>>

/** Returns the message with that id in that language, with its placeholders filled in. */
export type Translate<Id extends string> = (language: AppLanguage, id: Id, values?: Readonly<Record<string, string | number>>) => string

/** @throws Error when a message can’t be compiled */
export function createTranslator<Id extends string>(catalogs: Catalogs<Id>): Translate<Id> {
  const instances = new Map(appLanguages.map((language) => [language, createI18n(language, catalogs[language])]))
  return (language, id, values = {}) => instances.get(language)?._(id, isolatedValues(values)) ?? ''
}

function createI18n(language: AppLanguage, sentences: Readonly<Record<string, string>>) {
  const messages = Object.fromEntries(Object.entries(sentences).map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]))
  return setupI18n({ locale: language, messages: { [language]: messages } })
}

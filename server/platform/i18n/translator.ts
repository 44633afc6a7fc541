/* Sentences of the server for people: mails and push, in each language of the product. They are written as on the web (ICU). */
import { setupI18n } from '@lingui/core'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { type AppLanguage, appLanguages } from '#contract/languages/languages.ts'
import { isolatedValues } from '#contract/base/text.ts'

/** The same sentences in every language, by their ids. */
export type Catalogues<Id extends string> = Readonly<Record<AppLanguage, Readonly<Record<Id, string>>>>

/** Says the sentence with that id in that language, with its placeholders filled in. */
export type Say<Id extends string> = (language: AppLanguage, id: Id, values?: Readonly<Record<string, string | number>>) => string

/** @throws Error when a sentence can’t be compiled */
export function speaker<Id extends string>(catalogues: Catalogues<Id>): Say<Id> {
  const voices = new Map(appLanguages.map((language) => [language, voice(language, catalogues[language])]))
  return (language, id, values = {}) => voices.get(language)?._(id, isolatedValues(values)) ?? ''
}

function voice(language: AppLanguage, sentences: Readonly<Record<string, string>>) {
  const messages = Object.fromEntries(Object.entries(sentences).map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]))
  return setupI18n({ locale: language, messages: { [language]: messages } })
}

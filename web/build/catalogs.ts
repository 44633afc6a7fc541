/* Compiles a catalog of translations (`messages.po`) into a module: id -> compiled message. Browsers then need neither the PO format
   nor the ICU parser. */
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { basename, dirname } from 'node:path'
import type { Plugin } from 'vite'
import { DEFAULT_LANGUAGE, directionOf, knownLanguage } from '#contract/languages/languages.ts'

const { parse } = formatter({ lineNumbers: false })

export function catalogs(): Plugin {
  return {
    name: 'catalogs',
    async transform(code, file) {
      if (!file.endsWith('/messages.po')) return null
      const runsBackwards = directionOf(knownLanguage(basename(dirname(file))) ?? DEFAULT_LANGUAGE) === 'rtl'
      const messages = await compileCatalog(code, { isolated: runsBackwards })
      // JSON.parse of a string is faster than an object literal of the same size.
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(messages))})`, map: null }
    },
  }
}

/** The messages of a catalog by their IDs, without untranslated ones: those use the default message. */
export async function readCatalog(text: string): Promise<Map<string, string>> {
  const entries = await parse(text, { locale: undefined, sourceLocale: 'en-US', filename: 'messages.po' })
  return new Map(Object.entries(entries).flatMap(([id, { translation }]) => (translation ? [[id, translation] as const] : [])))
}

/**
 * @param isolated placeholders keep their own direction: a Latin name in an Arabic sentence must not move its punctuation
 * @throws Error for a message with invalid syntax
 */
export async function compileCatalog(text: string, { isolated = false } = {}): Promise<Record<string, CompiledMessage>> {
  const compile = (sentence: string) => (isolated ? isolate(compileMessageOrThrow(sentence)) : compileMessageOrThrow(sentence))
  return Object.fromEntries([...(await readCatalog(text))].map(([id, sentence]) => [id, compile(sentence)]))
}

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'

/** Whether a part of a message is a value as it is, neither text nor a choice. */
const isPlaceholder = (token: CompiledMessage[number] | undefined): boolean =>
  Array.isArray(token) && token[1] === undefined && token[0] !== '#'

/** A percent sign belongs to its number: outside of the isolate it would move to the other side of it. */
function isolate(tokens: CompiledMessage): CompiledMessage {
  return tokens.flatMap((token, index): CompiledMessage => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    if (typeof token === 'string') return [isPlaceholder(before) && token.startsWith('%') ? token.slice(1) : token]
    const [name, kind, choices] = token
    if (isPlaceholder(token)) {
      const sign = typeof after === 'string' && after.startsWith('%') ? ['%'] : []
      return [FIRST_STRONG_ISOLATE, token, ...sign, POP_ISOLATE]
    }
    if (kind === undefined || typeof choices !== 'object' || choices === null) return [token]
    const isolated = Object.entries(choices).map(([key, choice]) => [key, Array.isArray(choice) ? isolate(choice) : choice])
    return [[name, kind, Object.fromEntries(isolated)]]
  })
}

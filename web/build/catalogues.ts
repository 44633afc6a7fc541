/* Makes a catalogue of translated sentences (`messages.po`) a module: id -> compiled sentence. A browser then needs neither the
   catalogue's format nor the parser of the messages' syntax. */
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const { parse } = formatter({ lineNumbers: false })

/** The Vite plugin, for builds and for development. */
export function catalogues(): Plugin {
  return {
    name: 'catalogues',
    async transform(code, file) {
      if (!file.endsWith('/messages.po')) return null
      const words = await compileCatalogue(code)
      // A string of JSON is read faster than an object of the same size.
      return { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(words))})`, map: null }
    },
  }
}

/** The sentences of a catalogue by their ids. One that was not translated is left out: then the default sentence stands. */
export async function readCatalogue(text: string): Promise<Map<string, string>> {
  const entries = await parse(text, { locale: undefined, sourceLocale: 'en-US', filename: 'messages.po' })
  return new Map(Object.entries(entries).flatMap(([id, { translation }]) => (translation ? [[id, translation] as const] : [])))
}

/** @throws Error for a sentence whose syntax is broken */
export async function compileCatalogue(text: string): Promise<Record<string, CompiledMessage>> {
  return Object.fromEntries([...(await readCatalogue(text))].map(([id, sentence]) => [id, compileMessageOrThrow(sentence)]))
}

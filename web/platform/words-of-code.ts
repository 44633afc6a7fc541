import type { ErrorCode } from '#contract/errors.ts'
import { i18n } from './i18n.ts'

/**
 * The sentence for a refusal in the language in use. Catalogues of other languages hold one for every code of
 * `contract/errors.ts` (lingui.config.ts); in the default language the server's own says it.
 */
export function wordsOfCode<T extends string | null>(code: ErrorCode | null, ofServer: T): T | string {
  const id = `error.${code ?? ''}`
  return id in i18n.messages ? i18n._(id) : ofServer
}

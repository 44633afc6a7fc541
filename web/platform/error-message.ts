import type { ErrorCode } from '#contract/errors.ts'
import { i18n } from './i18n.ts'

/**
 * The message of an error code in the current language. Translated catalogs have one for every code of `contract/errors.ts`
 * (lingui.config.ts); in the default language the server's message is used.
 */
export function errorMessage<T extends string | null>(code: ErrorCode | null, ofServer: T): T | string {
  const id = `error.${code ?? ''}`
  return id in i18n.messages ? i18n._(id) : ofServer
}

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

const MINUTE_S = 60

/** When the user can try again: "in 34 minutes". Null for less than a minute, which the message of the error says. */
export function waitMessage(seconds: number): string | null {
  // A date is not a number. Our own server sends none.
  if (!(seconds > MINUTE_S)) return null
  const minutes = Math.ceil(seconds / MINUTE_S)
  const format = new Intl.RelativeTimeFormat(i18n.locale)
  const when = minutes < 100 ? format.format(minutes, 'minute') : format.format(Math.ceil(minutes / 60), 'hour')
  return i18n._({ id: 'rate-limited.wait', message: 'That was a lot in a short time. You can try again {when}.', values: { when } })
}

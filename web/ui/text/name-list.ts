import type { I18n } from '@lingui/core'
import { isolated } from '#contract/base/text.ts'
import { directionOf, knownLanguage } from '#contract/languages/languages.ts'

/** "Ada, Bo and Cem". Names in Latin letters must not reverse the order of a list in a right-to-left language. */
export function nameList(i18n: I18n, names: readonly string[]): string {
  const language = knownLanguage(i18n.locale)
  const isBackwards = language !== null && directionOf(language) === 'rtl'
  return new Intl.ListFormat(i18n.locale).format(isBackwards ? names.map(isolated) : names)
}

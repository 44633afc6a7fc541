import type { I18n } from '@lingui/core'
import { limits } from '#contract/limits.ts'

export type UserNameReason = 'taken' | 'too_short' | 'too_long' | 'characters'

/** What is wrong with a user name before anybody is asked; null when only the server can tell. */
export function userNameReason(name: string): Exclude<UserNameReason, 'taken'> | null {
  const { min, max, pattern } = limits.userName
  if (name !== '' && !pattern.test(name)) return 'characters'
  if (name.length < min) return 'too_short'
  return name.length > max ? 'too_long' : null
}

/** The sentence under the field. */
export function userNameSentence(i18n: I18n, reason: UserNameReason): string {
  switch (reason) {
    case 'taken':
      return i18n._({ id: 'user-name.taken', message: 'Somebody has this name already.' })
    case 'too_short':
      return i18n._({ id: 'user-name.short', message: 'At least {min} characters.', values: { min: limits.userName.min } })
    case 'too_long':
      return i18n._({ id: 'user-name.long', message: 'At most {max} characters.', values: { max: limits.userName.max } })
    case 'characters':
      return i18n._({ id: 'user-name.characters', message: 'Only small letters a to z, digits, dot and underscore.' })
  }
}

import type { I18n } from '@lingui/core'
import { limits } from '#contract/limits.ts'

export type UserNameReason = 'taken' | 'too_short' | 'too_long' | 'characters'

/** A user name as it is typed: lower-case, and without spaces, which no user name may have. */
export const typedUserName = (text: string): string => text.trimStart().toLowerCase().replace(/\s+/g, '_')

/** The local validation error of a user name; null when only the server can decide. */
export function userNameReason(name: string): Exclude<UserNameReason, 'taken'> | null {
  const { min, max, pattern } = limits.userName
  if (name !== '' && !pattern.test(name)) return 'characters'
  if (name.length < min) return 'too_short'
  return name.length > max ? 'too_long' : null
}

/** The message under the field. */
export function userNameSentence(i18n: I18n, reason: UserNameReason): string {
  const { min, max } = limits.userName
  const sentences: Record<UserNameReason, string> = {
    taken: i18n._({ id: 'user-name.taken', message: 'This username is taken.' }),
    too_short: i18n._({ id: 'user-name.short', message: 'At least {min} characters.', values: { min } }),
    too_long: i18n._({ id: 'user-name.long', message: 'At most {max} characters.', values: { max } }),
    characters: i18n._({ id: 'user-name.characters', message: 'Only lowercase letters a to z, digits, dots and underscores.' }),
  }
  return sentences[reason]
}

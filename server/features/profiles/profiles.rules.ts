import { AppError } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { PRODUCT_NAME } from '#contract/base/product.ts'

/** Nobody is older; what is typed beyond this is a slip. */
const OLDEST_AGE = 120

/** Names that would speak for the product or look like one of its addresses. */
const reserved = new Set([
  'admin',
  'administrator',
  'root',
  'system',
  'server',
  'support',
  'help',
  'helpdesk',
  'moderator',
  'moderation',
  'mod',
  'mods',
  'staff',
  'team',
  'official',
  'security',
  'abuse',
  'postmaster',
  'webmaster',
  'hostmaster',
  'noreply',
  'info',
  'contact',
  'legal',
  'privacy',
  'terms',
  'about',
  'api',
  'app',
  'www',
  'mail',
  'login',
  'logout',
  'signin',
  'signup',
  'account',
  'settings',
  'notifications',
  'search',
  'profile',
  'chat',
  'moments',
  'everyone',
  'all',
  'here',
  'me',
  'you',
  'nobody',
  'anonymous',
  'deleted',
  'deletedaccount',
  'null',
  'undefined',
  PRODUCT_NAME.toLowerCase(),
])

/** Whether a user name is kept back, however it is dotted. */
export function isReserved(userName: string): boolean {
  return reserved.has(userName.toLowerCase().replace(/[._]/g, ''))
}

export type UserNameError = 'too_short' | 'too_long' | 'characters'

export function userNameError(userName: string): UserNameError | null {
  const { min, max, pattern } = limits.userName
  if (userName.length < min) return 'too_short'
  if (userName.length > max) return 'too_long'
  return pattern.test(userName) ? null : 'characters'
}

/**
 * Only the year is asked for, so an age counts as reached in the year of the birthday.
 * @throws AppError 'invalid_input' on `birth_year` for users who are too young, and for impossible years.
 */
export function checkBirthYear(birthYear: number, minimumAge: number, now: Date): void {
  const age = now.getUTCFullYear() - birthYear
  const refuse = (message: string) => new AppError('invalid_input', { age }, [{ field: 'birth_year', message }])
  if (age < 0 || age > OLDEST_AGE) throw refuse('This can’t be a year of birth.')
  if (age < minimumAge) throw refuse(`You need to be at least ${minimumAge} years old.`)
}

import type { I18n } from '@lingui/core'
import { identityErrors } from './provider/identity.errors.ts'
import { IdentityError } from './provider/identity.provider.ts'

export type FieldName = 'email' | 'password'
/** An error message and its field; null when it belongs to no field. */
export type IdentityProblem = { field: FieldName | null; sentence: string }

/** The message of a failed sign-in or sign-up. Unexpected errors get the general message. */
export function identityProblem(i18n: I18n, error: unknown): IdentityProblem {
  const code = error instanceof IdentityError ? error.code : 'internal'
  const isCommon = error instanceof IdentityError && error.missing.includes('uncommon')
  return { field: fieldOf(code), sentence: isCommon ? commonPassword(i18n) : i18n._(identityErrors[code]) }
}

const commonPassword = (i18n: I18n) =>
  i18n._({ id: 'identity.error.password_common', message: 'That password is too common. Choose another.' })

function fieldOf(code: IdentityError['code']): FieldName | null {
  if (code === 'invalid-email' || code === 'email-already-in-use') return 'email'
  return code === 'invalid-credentials' || code === 'password-does-not-meet-requirements' ? 'password' : null
}

/** The validation error of a typed email address, or null. The provider validates again. */
export function emailProblem(i18n: I18n, email: string): string | null {
  if (!email.trim()) return i18n._({ id: 'identity.email.missing', message: 'Enter your email address.' })
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email.trim()) ? null : i18n._(identityErrors['invalid-email'])
}

import { IdentityError, type IdentityErrorCode, type PasswordRule } from './identity.provider.ts'

const codes: Record<string, IdentityErrorCode> = {
  INVALID_ORIGIN: 'unauthorized-domain',
  MISSING_OR_NULL_ORIGIN: 'unauthorized-domain',
  INVALID_CALLBACK_URL: 'unauthorized-domain',
  PASSWORD_TOO_SHORT: 'password-does-not-meet-requirements',
  PASSWORD_TOO_LONG: 'password-does-not-meet-requirements',
  INVALID_EMAIL: 'invalid-email',
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credentials',
  INVALID_PASSWORD: 'invalid-credentials',
  BANNED_USER: 'account-disabled',
  INVALID_TOKEN: 'link-invalid-or-expired',
  SESSION_EXPIRED: 'recent-sign-in-required',
  UNAUTHORIZED: 'session-expired',
  PROVIDER_NOT_FOUND: 'provider-not-configured',
  INVALID_CODE: 'second-factor-wrong',
  INVALID_BACKUP_CODE: 'second-factor-wrong',
  INVALID_TWO_FACTOR_COOKIE: 'second-factor-expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second-factor-expired',
  SESSION_NOT_FRESH: 'recent-sign-in-required',
  PASSKEY_NOT_FOUND: 'passkey-unknown',
  AUTHENTICATION_FAILED: 'passkey-failed',
  CHALLENGE_NOT_FOUND: 'passkey-failed',
  FAILED_TO_VERIFY_REGISTRATION: 'passkey-failed',
  // Our own codes: `contract/errors.ts`.
  sign_up_rejected: 'sign-up-rejected',
  invalid_credentials: 'invalid-credentials',
  recent_sign_in_required: 'recent-sign-in-required',
  link_invalid: 'link-invalid-or-expired',
  link_email_mismatch: 'link-email-mismatch',
  link_other_device: 'link-other-device',
  user_mismatch: 'user-mismatch',
  too_many_accounts: 'too-many-accounts',
  invalid_custom_token: 'invalid-custom-token',
  not_offered: 'provider-not-configured',
  forbidden: 'unauthorized-domain',
}
const missingRules: Record<string, PasswordRule> = {
  PASSWORD_TOO_SHORT: 'min_length',
  PASSWORD_TOO_LONG: 'max_length',
  password_too_short: 'min_length',
  password_too_long: 'max_length',
  password_too_common: 'uncommon',
}

type ErrorBody = { code?: string; errors?: { field: string }[] }

/** The error of a rejected request. @param response the body of the response */
export function toIdentityError(status: number, response: unknown): IdentityError {
  if (status === 429) return new IdentityError('too-many-requests')
  const { code = '', errors = [] }: ErrorBody = typeof response === 'object' ? (response ?? {}) : {}
  const missing = missingRules[code]
  if (missing) return new IdentityError('password-does-not-meet-requirements', { missing: [missing] })
  // Our endpoint validates the address before the provider does.
  if (code === 'invalid_input' && errors.some(({ field }) => field === 'email')) return new IdentityError('invalid-email')
  return new IdentityError(codes[code] ?? (status === 401 ? 'session-expired' : 'internal'), { cause: code })
}

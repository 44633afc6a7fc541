import type { IdentityErrorCode, PasswordRule } from './identity.provider.ts'

/** The message for each error code of the identity provider; `i18n._(identityErrors[error.code])` shows it. */
export const identityErrors: Record<IdentityErrorCode, { id: string; message: string }> = {
  'user-is-null': /*i18n*/ { id: 'identity.error.user_is_null', message: 'You’re not signed in.' },
  'user-mismatch': /*i18n*/ {
    id: 'identity.error.user_mismatch',
    message: 'That’s a different account from the one you’re signed in to.',
  },
  'cookies-blocked': /*i18n*/ {
    id: 'identity.error.cookies_blocked',
    message: 'Your browser blocks cookies, so you can’t log in. Allow cookies for this site, and try again.',
  },
  'popup-blocked': /*i18n*/ {
    id: 'identity.error.popup_blocked',
    message: 'Your browser blocked the sign-in window. Allow pop-ups for this site and try again.',
  },
  'popup-closed-by-user': /*i18n*/ {
    id: 'identity.error.popup_closed',
    message: 'The sign-in window was closed before sign-in finished.',
  },
  'unauthorized-domain': /*i18n*/ {
    id: 'identity.error.unauthorized_domain',
    message: 'Sign-in isn’t allowed from this address. Ask the site owner to add it to the allowed domains.',
  },
  'network-request-failed': /*i18n*/ {
    id: 'identity.error.network',
    message: 'We couldn’t reach the sign-in service. Check your connection and try again.',
  },
  'password-does-not-meet-requirements': /*i18n*/ {
    id: 'identity.error.password_requirements',
    message: 'That password doesn’t meet the requirements.',
  },
  'invalid-email': /*i18n*/ { id: 'identity.error.invalid_email', message: 'This is not a complete email address.' },
  'invalid-credentials': /*i18n*/ { id: 'identity.error.invalid_credentials', message: 'The email or password is wrong.' },
  'sign-up-rejected': /*i18n*/ {
    id: 'identity.error.sign_up_rejected',
    message: 'We can’t create an account with these details. Log in, or use another email address.',
  },
  'email-already-in-use': /*i18n*/ {
    id: 'identity.error.email_in_use',
    message: 'An account with this email already exists. Try logging in.',
  },
  'email-not-shared': /*i18n*/ {
    id: 'identity.error.email_not_shared',
    message: 'That provider didn’t share an email address with us. Choose another way to log in.',
  },
  'account-disabled': /*i18n*/ { id: 'identity.error.account_disabled', message: 'This account has been disabled.' },
  'link-invalid-or-expired': /*i18n*/ {
    id: 'identity.error.link_invalid',
    message: 'This link is no longer valid. Request a new one.',
  },
  'link-email-mismatch': /*i18n*/ {
    id: 'identity.error.link_email_mismatch',
    message: 'This link was sent to a different email address.',
  },
  'link-other-device': /*i18n*/ {
    id: 'identity.error.link_other_device',
    message: 'This link was requested on another device. Continue only if you requested it.',
  },
  'recent-sign-in-required': /*i18n*/ {
    id: 'identity.error.recent_sign_in',
    message: 'For your security, log in again to do this.',
  },
  'session-expired': /*i18n*/ { id: 'identity.error.session_expired', message: 'Your session has ended. Log in again.' },
  'too-many-requests': /*i18n*/ { id: 'identity.error.too_many', message: 'Too many attempts. Wait a few minutes and try again.' },
  'provider-not-configured': /*i18n*/ {
    id: 'identity.error.not_configured',
    message: 'That sign-in method isn’t set up on this server.',
  },
  'too-many-accounts': /*i18n*/ {
    id: 'identity.error.too_many_accounts',
    message: 'You can be logged in to 5 accounts in one browser. Log out of one first.',
  },
  'invalid-custom-token': /*i18n*/ {
    id: 'identity.error.invalid_custom_token',
    message: 'This sign-in is no longer valid. Start again where you came from.',
  },
  'second-factor-required': /*i18n*/ {
    id: 'identity.error.second_factor_required',
    message: 'Enter the code from your authenticator app.',
  },
  'second-factor-wrong': /*i18n*/ { id: 'identity.error.second_factor_wrong', message: 'That code isn’t right. Try the newest one.' },
  'second-factor-expired': /*i18n*/ {
    id: 'identity.error.second_factor_expired',
    message: 'This sign-in took too long, or too many codes were wrong. Start again.',
  },
  'passkey-cancelled': /*i18n*/ { id: 'identity.error.passkey_cancelled', message: 'No passkey was used.' },
  'passkey-exists': /*i18n*/ {
    id: 'identity.error.passkey_exists',
    message: 'This device already has a passkey for your account.',
  },
  'passkey-unknown': /*i18n*/ {
    id: 'identity.error.passkey_unknown',
    message: 'This passkey doesn’t belong to an account here. It may have been removed.',
  },
  'passkey-failed': /*i18n*/ { id: 'identity.error.passkey_failed', message: 'The passkey didn’t work. Please try again.' },
  internal: /*i18n*/ { id: 'identity.error.internal', message: 'Something went wrong while logging in. Please try again.' },
}

/** The text of each password rule. */
export const passwordRules = {
  min_length: /*i18n*/ { id: 'identity.password.min_length', message: 'At least {min} characters' },
  max_length: /*i18n*/ { id: 'identity.password.max_length', message: 'At most {max} characters' },
  lowercase: /*i18n*/ { id: 'identity.password.lowercase', message: 'A lowercase letter' },
  uppercase: /*i18n*/ { id: 'identity.password.uppercase', message: 'An uppercase letter' },
  digit: /*i18n*/ { id: 'identity.password.digit', message: 'A digit' },
  uncommon: /*i18n*/ {
    id: 'identity.password.uncommon',
    message: 'Not a common password',
  },
  symbol: /*i18n*/ { id: 'identity.password.symbol', message: 'A symbol such as ! or ?' },
} as const satisfies Record<PasswordRule, { id: string; message: string }>

import { IdentityError, type IdentityErrorCode } from './identity.provider.ts'

/** Maps Firebase's error codes (`auth/...`). Unknown codes become 'internal'. */
const codes: Record<string, IdentityErrorCode> = {
  'user-mismatch': 'user-mismatch',
  'popup-blocked': 'popup-blocked',
  'popup-closed-by-user': 'popup-closed-by-user',
  'cancelled-popup-request': 'popup-closed-by-user',
  'user-cancelled': 'popup-closed-by-user',
  'unauthorized-domain': 'unauthorized-domain',
  'unauthorized-continue-uri': 'unauthorized-domain',
  'network-request-failed': 'network-request-failed',
  timeout: 'network-request-failed',
  'web-storage-unsupported': 'network-request-failed',
  'weak-password': 'password-does-not-meet-requirements',
  'password-does-not-meet-requirements': 'password-does-not-meet-requirements',
  'missing-password': 'invalid-credentials',
  'invalid-credential': 'invalid-credentials',
  'wrong-password': 'invalid-credentials',
  'user-not-found': 'invalid-credentials',
  'invalid-login-credentials': 'invalid-credentials',
  'invalid-email': 'invalid-email',
  'missing-email': 'invalid-email',
  'invalid-new-email': 'invalid-email',
  'email-already-in-use': 'email-already-in-use',
  'account-exists-with-different-credential': 'email-already-in-use',
  'credential-already-in-use': 'user-mismatch',
  'user-disabled': 'account-disabled',
  'invalid-action-code': 'link-invalid-or-expired',
  'expired-action-code': 'link-invalid-or-expired',
  'requires-recent-login': 'recent-sign-in-required',
  'user-token-expired': 'session-expired',
  'invalid-user-token': 'session-expired',
  'no-current-user': 'user-is-null',
  'too-many-requests': 'too-many-requests',
  'operation-not-allowed': 'provider-not-configured',
  'admin-restricted-operation': 'provider-not-configured',
  'configuration-not-found': 'provider-not-configured',
  'invalid-custom-token': 'invalid-custom-token',
  'custom-token-mismatch': 'invalid-custom-token',
}

/** The code of an SDK error without its prefix; null for other errors. */
export function firebaseCode(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null
  // Some SDK messages end with a full stop, such as "auth/api-key-not-valid.-please-pass...".
  return error.code.startsWith('auth/') ? error.code.slice('auth/'.length).replace(/\.$/, '') : null
}

/** @param changes codes with a different meaning for this call */
export function readFirebaseError(error: unknown, changes: Record<string, IdentityErrorCode> = {}): IdentityError {
  if (error instanceof IdentityError) return error
  const code = firebaseCode(error) ?? ''
  return new IdentityError(changes[code] ?? codes[code] ?? 'internal', { cause: error })
}

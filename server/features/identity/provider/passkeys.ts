import { passkey } from '@better-auth/passkey'
import { APIError } from 'better-auth/api'
import { isIP } from 'node:net'
import { PRODUCT_NAME } from '#contract/base/product.ts'

/** The library has no limit, and each one is a row. */
export const MAX_PASSKEYS = 20

/**
 * Sign-in with passkeys, from the identity library. A passkey replaces both factors, so one that did not verify its user (by fingerprint,
 * face, or PIN) is rejected.
 */
export function passkeyPlugin({ origin, alsoTrusted }: { origin: string; alsoTrusted: readonly string[] }) {
  return passkey({
    rpName: PRODUCT_NAME,
    rpID: passkeyDomain(origin),
    origin: [origin, ...alsoTrusted],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authentication: {
      afterVerification: ({ verification }) => {
        if (!verification.authenticationInfo.userVerified) throw new APIError('UNAUTHORIZED', { code: 'AUTHENTICATION_FAILED' })
      },
    },
  })
}

/** Browsers accept no IP addresses as domains of passkeys, so pages at 127.0.0.1 don't offer them. */
function passkeyDomain(origin: string): string {
  const { hostname } = new URL(origin)
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname : 'localhost'
}

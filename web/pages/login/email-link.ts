import { returnPath } from '#contract/base/return-path.ts'
import { identityMethods } from '#web/features/identity/session.ts'

const modes = ['link', 'sign-up', 'verify-email', 'change-email', 'reset-password', 'custom-token'] as const
export type LinkMode = (typeof modes)[number]
/** A link from an email. Its code is in the fragment, which servers never receive. */
export type EmailLink = { mode: LinkMode; code: string; url: string; returnTo: string | null }

/** The email link in the page's address; null for the plain log-in page. */
export function parseEmailLink(address: string): EmailLink | null {
  const url = new URL(address)
  // Firebase names its sign-in links `signIn` and puts the code in the query.
  const named = url.searchParams.get('mode') === 'signIn' ? 'link' : url.searchParams.get('mode')
  const mode = modes.find((known) => known === named)
  return mode ? { mode, code: url.hash.slice(1), url: address, returnTo: returnPath(url.searchParams.get('return_to')) } : null
}

/** Input that a link may need besides its code. */
export type LinkInput = { email: string; password: string; otherDevice: boolean }

/** Consumes the link. @throws IdentityError */
export async function consume({ mode, code, url }: EmailLink, { email, password, otherDevice }: LinkInput): Promise<unknown> {
  const identity = await identityMethods()
  if (mode === 'link') return identity.completeSignInLink({ url, email, otherDevice })
  if (mode === 'sign-up') return identity.confirmSignUp({ code, ...(password ? { password } : {}) })
  if (mode === 'verify-email') return identity.confirmEmail(code)
  if (mode === 'change-email') return identity.confirmEmailChange(code)
  if (mode === 'reset-password') return identity.confirmPasswordReset({ code, password })
  return identity.signInWithCustomToken(code)
}

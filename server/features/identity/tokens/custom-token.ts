import { randomInt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Codes } from '../provider/codes.ts'

export type CustomTokenDeps = {
  codes: Codes
  /** The account of the built-in provider, or null. */
  subjectOf: (uid: Uid) => Promise<string | null>
  /** Whether the user's other provider accepts our custom tokens. */
  hasProviderToken: (uid: Uid) => Promise<boolean>
  /** @throws AppError 'recent_sign_in_required' */
  assertRecent: (viewer: Viewer) => void
}

/**
 * Issues a token that signs another device of the same user in. Only the device that made the challenge can use it.
 * The token travels in a URL fragment and is consumed by a POST (`signInWithCustomToken`, `exchangeCustomToken`).
 * @throws AppError 'not_offered' for users of another provider that does not support it
 */
export async function mintCustomToken(
  viewer: Viewer,
  challenge: string,
  { codes, subjectOf, hasProviderToken, assertRecent }: CustomTokenDeps,
): Promise<{ token: string; expires_at: string }> {
  const subject = await subjectOf(viewer.uid)
  if (subject === null) {
    if (!(await hasProviderToken(viewer.uid))) throw new AppError('not_offered')
    // The other provider dates the new sign-in now, so only a recent one can be passed on.
    assertRecent(viewer)
  }
  // The new sign-in is as old as this one, so that a stolen session can't become a recent one. A few milliseconds
  // differ, because the time identifies a sign-in.
  const signedInAt = new Date(viewer.token.authTimeMs - randomInt(1, 250)).toISOString()
  const { code, expiresAt } = await codes.issue({
    purpose: 'custom-token',
    lifeMs: timings.customTokenMs,
    ...(subject === null ? {} : { subject }),
    uid: viewer.uid,
    challenge,
    data: { signedInAt },
  })
  return { token: code, expires_at: expiresAt.toISOString() }
}

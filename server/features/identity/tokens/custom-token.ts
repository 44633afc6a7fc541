import { randomInt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Codes } from '../provider/codes.ts'

/**
 * Issues a token that signs another device of the same user in. Only the device that made the challenge can use it.
 * The token travels in a URL fragment and is consumed by a POST (`signInWithCustomToken`).
 * @throws AppError 'not_offered' for users of another provider
 */
export async function mintCustomToken(
  viewer: Viewer,
  challenge: string,
  { codes, subjectOf }: { codes: Codes; subjectOf: (uid: Uid) => Promise<string | null> },
): Promise<{ token: string; expires_at: string }> {
  const subject = await subjectOf(viewer.uid)
  if (subject === null) throw new AppError('not_offered')
  // The new sign-in is as old as this one, so that a stolen session can't become a recent one. A few milliseconds
  // differ, because the time identifies a sign-in.
  const signedInAt = new Date(viewer.token.authTimeMs - randomInt(1, 250)).toISOString()
  const { code, expiresAt } = await codes.issue({
    purpose: 'custom-token',
    lifeMs: timings.customTokenMs,
    subject,
    uid: viewer.uid,
    challenge,
    data: { signedInAt },
  })
  return { token: code, expires_at: expiresAt.toISOString() }
}

import { randomInt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { timings } from '#contract/limits.ts'
import type { Viewer } from '#server/platform/http/route.ts'
import type { Codes } from '../provider/codes.ts'

/**
 * Hands a sign-in on to another device of the same person: the one that made the challenge, and no other.
 * The token comes back in the fragment of an address and is used up by a POST (`Ways.enterByToken`).
 * @throws AppError 'not_offered' for people of another provider
 */
export async function mintCustomToken(
  viewer: Viewer,
  challenge: string,
  { codes, subjectOf }: { codes: Codes; subjectOf: (uid: Uid) => Promise<string | null> },
): Promise<{ token: string; expires_at: string }> {
  const subject = await subjectOf(viewer.uid)
  if (subject === null) throw new AppError('not_offered')
  // The new sign-in is as old as this one, or a stolen session could make itself a recent one. Not to the millisecond:
  // sign-ins of a person are told apart by their moment.
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

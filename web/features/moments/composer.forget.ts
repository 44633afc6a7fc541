import type { Uid } from '#contract/ids.ts'
import { forgetPictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { forgetDraft } from './composer.draft.ts'
import { forgetOutgoing } from './moments.outgoing.ts'

/** What that person has begun to post, or has posted without it being told, goes from this browser. For when they sign out. */
export async function forgetComposer(uid: Uid): Promise<void> {
  forgetDraft(uid)
  forgetOutgoing(uid)
  await forgetPictureDrafts()
}

/* Optimistic comments: a comment appears at once; when the server rejects it, it is removed and its text returns to the field. */
import { momentCalls } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { readApi } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { countComments, removeCachedComment, putComment } from './comments.cache.ts'

/** Posts a comment. Resolves to null, or to the failure. */
export async function postComment(momentId: string, me: PersonCard, text: string): Promise<ApiFailure | null> {
  const now = Date.now()
  const id = newUuidv7(now)
  putComment(momentId, { id, author: me, text, posted_at: new Date(now).toISOString(), mine: true, can_delete: true, isSending: true })
  countComments(momentId, 1)
  const result = await readApi(momentCalls.postComment, { params: { id: momentId }, body: { id, text } })
  if (result.ok) {
    putComment(momentId, result.value)
    return null
  }
  removeCachedComment(momentId, id)
  countComments(momentId, -1)
  return result.failure
}

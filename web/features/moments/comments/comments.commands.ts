/* Optimistic comments: a comment appears at once; when the server rejects it, it is removed and its text returns to the field. */
import { momentCalls, type MomentComment } from '#contract/moments.ts'
import type { PersonCard } from '#contract/people.ts'
import { readApi } from '#web/platform/api-client.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { momentErrorMessage } from '../moments.messages.ts'
import { countComments, removeCachedComment, putComment } from './comments.cache.ts'

type NewComment = {
  /** The same one again after a failure: the server may have stored the comment without its answer arriving. */
  id: string
  text: string
  replyTo?: MomentComment['reply_to']
}

/** Posts a comment. Resolves to null, or to the failure. */
export async function postComment(momentId: string, me: PersonCard, { id, text, replyTo }: NewComment): Promise<ApiFailure | null> {
  putComment(momentId, {
    id,
    author: me,
    text,
    posted_at: new Date().toISOString(),
    mine: true,
    can_delete: true,
    likes: 0,
    liked: false,
    ...(replyTo ? { reply_to: replyTo } : {}),
    isSending: true,
  })
  countComments(momentId, 1)
  const result = await readApi(momentCalls.postComment, {
    params: { id: momentId },
    body: { id, text, ...(replyTo ? { reply_to: replyTo.id } : {}) },
  })
  if (result.ok) {
    putComment(momentId, result.value)
    return null
  }
  removeCachedComment(momentId, id)
  countComments(momentId, -1)
  return result.failure
}

/** Likes a comment, or removes the like; shown at once, and undone if the server rejects it. */
export async function setCommentLiked(momentId: string, comment: MomentComment, on: boolean): Promise<void> {
  const { id, likes, liked } = comment
  if (liked === on) return
  putComment(momentId, { ...comment, liked: on, likes: Math.max(0, likes + (on ? 1 : -1)) })
  const result = await readApi(on ? momentCalls.likeComment : momentCalls.unlikeComment, { params: { id: momentId, commentId: id } })
  putComment(momentId, result.ok ? result.value : comment)
  if (!result.ok) notify('error', momentErrorMessage(i18n, result.failure))
}

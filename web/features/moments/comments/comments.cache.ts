/* Comments in the query cache: pages, oldest first. These functions change them in place, and the moment's comment count too. */
import type { InfiniteData } from '@tanstack/react-query'
import { momentCalls, type MomentComment } from '#contract/moments.ts'
import type { Answer } from '#web/platform/api-client.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { changeEverywhere } from '../moments.cache.ts'

/** A comment that is being sent has no stored version yet. */
export type ShownComment = MomentComment & { isSending?: true }
export type CommentPage = Omit<Answer<typeof momentCalls.getComments>, 'comments'> & { comments: ShownComment[] }
export type CommentPages = InfiniteData<CommentPage, string | null>

export const commentsKey = (momentId: string): readonly unknown[] => [
  ...callKey(momentCalls.getComments, { params: { id: momentId } }),
  'pages',
]

/** Appends a comment, or replaces the one with its ID. */
export function putComment(momentId: string, comment: ShownComment): void {
  change(momentId, ({ pages, ...rest }) => {
    if (pages.some((page) => page.comments.some(({ id }) => id === comment.id))) {
      return {
        ...rest,
        pages: pages.map((page) => ({ ...page, comments: page.comments.map((now) => (now.id === comment.id ? comment : now)) })),
      }
    }
    const last = pages.at(-1)
    return { ...rest, pages: last ? [...pages.slice(0, -1), { ...last, comments: [...last.comments, comment] }] : pages }
  })
}

export function removeCachedComment(momentId: string, commentId: string): void {
  change(momentId, ({ pages, ...rest }) => ({
    ...rest,
    pages: pages.map((page) => ({ ...page, comments: page.comments.filter(({ id }) => id !== commentId) })),
  }))
}

/** Removes a comment that the server no longer has. */
export function discardComment(momentId: string, commentId: string): void {
  removeCachedComment(momentId, commentId)
  countComments(momentId, -1)
}

/** Refetches a moment's comments where they are open; others are stale until opened. */
export function refetchComments(momentId: string): void {
  void queryClient.invalidateQueries({ queryKey: commentsKey(momentId) })
}

export function countComments(momentId: string, by: 1 | -1): void {
  changeEverywhere(momentId, (moment) => ({ ...moment, comments: Math.max(0, moment.comments + by) }))
}

function change(momentId: string, how: (pages: CommentPages) => CommentPages): void {
  queryClient.setQueryData<CommentPages>(commentsKey(momentId), (pages) => pages && how(pages))
}

/* Comments in the query cache: pages, oldest first. These functions change them in place, and the moment's comment count too. */
import { infiniteQueryOptions, type InfiniteData } from '@tanstack/react-query'
import { momentCalls, type MomentComment } from '#contract/moments.ts'
import { readApi, readOrThrow, type CallOutput } from '#web/platform/api-client.ts'
import { restartReads } from '#web/platform/change-aware-client.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { changeEverywhere } from '../moments.cache.ts'

/** A comment that is being sent has no stored version yet. */
export type ShownComment = MomentComment & { isSending?: true }
export type CommentPage = Omit<CallOutput<typeof momentCalls.getComments>, 'comments'> & { comments: ShownComment[] }
export type CommentPages = InfiniteData<CommentPage, string | null>

export const commentsKey = (momentId: string): readonly unknown[] => [
  ...callKey(momentCalls.getComments, { params: { id: momentId } }),
  'pages',
]

/** The query of a moment's comments, page by page. */
export const commentsQuery = (momentId: string) =>
  infiniteQueryOptions({
    queryKey: commentsKey(momentId),
    initialPageParam: null,
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }): Promise<CommentPage> =>
      readOrThrow(momentCalls.getComments, { ...pageInput(momentId, pageParam), signal }),
    getNextPageParam: (last: CommentPage): string | null => last.next,
  })

const pageInput = (momentId: string, cursor: string | null) => ({ params: { id: momentId }, query: cursor === null ? {} : { cursor } })

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
    pages: withoutReplyTo(
      pages.map((page) => ({ ...page, comments: page.comments.filter(({ id }) => id !== commentId) })),
      new Set([commentId]),
    ),
  }))
}

/** The pages after the deletion of those comments: replies don't name their authors. */
function withoutReplyTo(pages: CommentPage[], gone: ReadonlySet<string>): CommentPage[] {
  const isReply = ({ reply_to: replyTo }: ShownComment) => replyTo != null && gone.has(replyTo.id)
  return pages.map((page) =>
    page.comments.some(isReply)
      ? { ...page, comments: page.comments.map((comment) => (isReply(comment) ? { ...comment, reply_to: null } : comment)) }
      : page,
  )
}

/** Removes a comment that the server no longer has. */
export function discardComment(momentId: string, commentId: string): void {
  removeCachedComment(momentId, commentId)
  countComments(momentId, -1)
}

/**
 * Refetches the pages of a moment's open comments that contain the changed ones, and the last page for a new one. All pages if it is
 * unknown which ones changed. Comments that are not open are stale until opened.
 */
export function refetchComments(momentId: string, changed: readonly (string | undefined)[]): void {
  const query = queryClient.getQueryCache().find<CommentPages>({ queryKey: commentsKey(momentId) })
  const pages = query?.state.data?.pages
  if (!query?.isActive() || !pages || changed.includes(undefined)) return refetchAllPages(momentId)
  // A page that is being loaded may be older than the change.
  restartReads(queryClient, { queryKey: query.queryKey, exact: true })
  const last = pages.at(-1)
  const newest = last?.next === null ? last : undefined
  const touched = new Set(changed.map((id) => pages.find((page) => page.comments.some((comment) => comment.id === id)) ?? newest))
  for (const page of touched) if (page) void refetchPage(momentId, page, changed)
}

function refetchAllPages(momentId: string): void {
  void queryClient.invalidateQueries({ queryKey: commentsKey(momentId) })
}

async function refetchPage(momentId: string, page: CommentPage, changed: readonly (string | undefined)[]): Promise<void> {
  const cached = () => queryClient.getQueryData<CommentPages>(commentsKey(momentId))
  const before = cached()
  const result = await readApi(momentCalls.getComments, pageInput(momentId, before?.pageParams[before.pages.indexOf(page)] ?? null))
  const pages = cached()?.pages ?? []
  const index = pages.indexOf(page)
  // The page changed after the request.
  if (index === -1) return refetchComments(momentId, changed)
  const later = pages.slice(index + 1)
  const next = result.ok ? replacePage(page, result.value, later) : null
  if (!next) return refetchAllPages(momentId)
  const left = new Set(next.comments.map(({ id }) => id))
  const removed = new Set(page.comments.map(({ id }) => id).filter((id) => !left.has(id)))
  change(momentId, (data) => ({ ...data, pages: withoutReplyTo([...pages.slice(0, index), next, ...later], removed) }))
}

/** The page with the comments that were read. Null if comments may be missing between it and the next page. */
function replacePage(page: CommentPage, read: CommentPage, later: readonly CommentPage[]): CommentPage | null {
  if (later.length === 0) {
    const unsent = page.comments.filter(({ id, isSending }) => isSending && read.comments.every((comment) => comment.id !== id))
    return { ...read, comments: [...read.comments, ...unsent] }
  }
  // After a deletion, the server fills the page with comments of the next one.
  const shown = new Set(later.flatMap(({ comments }) => comments.map(({ id }) => id)))
  const end = read.comments.findIndex(({ id }) => shown.has(id))
  if (end === -1 && read.next !== null && read.next !== page.next) return null
  return { comments: end === -1 ? read.comments : read.comments.slice(0, end), next: page.next }
}

export function countComments(momentId: string, by: 1 | -1): void {
  changeEverywhere(momentId, (moment) => ({ ...moment, comments: Math.max(0, moment.comments + by) }))
}

function change(momentId: string, how: (pages: CommentPages) => CommentPages): void {
  queryClient.setQueryData<CommentPages>(commentsKey(momentId), (pages) => pages && how(pages))
}

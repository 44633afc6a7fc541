import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { MomentComment } from '#contract/moments.ts'
import { queryClient } from '#web/platform/query.ts'
import { commentsKey, commentsQuery, putComment, refetchComments, type CommentPage, type CommentPages } from './comments.cache.ts'
import { aMoment, fakeCalls, TIMEOUT_MS } from '../moments.test-world.ts'

const moment = aMoment()
const address = `GET /app/auth/moments/${moment.id}/comments`
const idOf = (text: string) => `0199d3a0-0000-7000-8000-${text.padStart(12, '0').replaceAll(/[g-z]/g, '1')}`
const aComment = (text: string, change: Partial<MomentComment> = {}): MomentComment => ({
  id: idOf(text),
  author: moment.author,
  text,
  posted_at: '2026-11-20T10:01:00Z',
  mine: false,
  can_delete: false,
  likes: 0,
  liked: false,
  ...change,
})
const page = (texts: string, next: string | null): CommentPage => ({ comments: texts.split(' ').map((text) => aComment(text)), next })

let calls: ReturnType<typeof fakeCalls>
let close: () => void

/** Three pages of two comments are on screen. */
function openPages(end: string | null = null): void {
  const pages = [page('a b', 'after-b'), page('c d', 'after-d'), page('e f', end)]
  queryClient.setQueryData<CommentPages>(commentsKey(moment.id), { pages, pageParams: [null, 'after-b', 'after-d'] })
  close = new InfiniteQueryObserver(queryClient, commentsQuery(moment.id)).subscribe(() => undefined)
}
const comments = () => queryClient.getQueryData<CommentPages>(commentsKey(moment.id))?.pages.flatMap((entry) => entry.comments) ?? []
const shown = () =>
  comments()
    .map(({ text }) => text)
    .join(' ')
const requests = () => calls.requests.map(({ line }) => line)
const answer = async (cursor: string, read: CommentPage) => (await calls.next(`${address}${cursor}`)).answer(200, read)
const waitFor = (expected: string) => vi.waitFor(() => expect(shown()).toBe(expected), TIMEOUT_MS)

beforeEach(() => {
  calls = fakeCalls()
})
afterEach(() => {
  close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it('a like of a comment refetches its page alone', async () => {
  openPages()
  refetchComments(moment.id, [idOf('c'), idOf('c')])
  await answer('?cursor=after-b', { comments: [aComment('c', { likes: 1 }), aComment('d')], next: 'after-d' })
  await vi.waitFor(() => expect(comments()[2]?.likes).toBe(1), TIMEOUT_MS)
  expect([shown(), requests()]).toEqual(['a b c d e f', []])
})

it('a new comment refetches the last page, or nothing if that is not loaded', async () => {
  openPages()
  refetchComments(moment.id, [idOf('g')])
  await answer('?cursor=after-d', page('e f g', null))
  await waitFor('a b c d e f g')
  close()
  openPages('after-f')
  refetchComments(moment.id, [idOf('g')])
  expect(requests()).toEqual([])
})

it('a deleted comment leaves its page, and replies to it name nobody', async () => {
  openPages()
  putComment(moment.id, aComment('f', { reply_to: { id: idOf('b'), author: moment.author } }))
  refetchComments(moment.id, [idOf('b')])
  await answer('', page('a c', 'after-c'))
  await waitFor('a c d e f')
  expect([comments().at(-1)?.reply_to, requests()]).toEqual([null, []])
})

it('a comment that appears among older ones refetches all pages', async () => {
  openPages()
  refetchComments(moment.id, [idOf('b')])
  await answer('', page('a 9', 'after-9'))
  await answer('', page('a 9', 'after-9'))
  await answer('?cursor=after-9', page('b c', 'after-c'))
  await answer('?cursor=after-c', page('d e', 'after-e'))
  await waitFor('a 9 b c d e')
  close()
  openPages()
  refetchComments(moment.id, [idOf('b'), undefined])
  await vi.waitFor(() => expect(requests()).toEqual([address]), TIMEOUT_MS)
})

it('a response from before a change is requested again, and a comment that is being sent stays', async () => {
  openPages()
  refetchComments(moment.id, [idOf('e')])
  const early = await calls.next(`${address}?cursor=after-d`)
  putComment(moment.id, { ...aComment('0'), isSending: true })
  early.answer(200, page('e f', null))
  await answer('?cursor=after-d', { comments: [aComment('e', { likes: 1 }), aComment('f')], next: null })
  await vi.waitFor(() => expect(comments()[4]?.likes).toBe(1), TIMEOUT_MS)
  expect(shown()).toBe('a b c d e f 0')
})

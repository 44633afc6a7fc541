import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MomentComment } from '#contract/moments.ts'
import { queryClient } from '#web/platform/query.ts'
import { commentsKey, discardComment, type CommentPages } from './comments.cache.ts'
import { postComment } from './comments.commands.ts'
import { buddiesFeed, feedKey, momentsOf, type FeedPages } from '../moments.cache.ts'
import { aMoment, fakeCalls, rejected } from '../moments.test-world.ts'

const moment = aMoment({ comments: 1 })
const me = { uid: '0199d3a0-0000-7000-8000-00000000000b', user_name: 'mira', name: 'Mira', avatar_url: null }
const first: MomentComment = {
  id: '0199d3a0-0000-7000-8000-0000000000c1',
  author: moment.author,
  text: 'first',
  posted_at: '2026-11-20T10:01:00Z',
  mine: false,
  can_delete: false,
  likes: 0,
  liked: false,
}
let calls: ReturnType<typeof fakeCalls>

const shown = () =>
  queryClient
    .getQueryData<CommentPages>(commentsKey(moment.id))
    ?.pages.flatMap((page) => page.comments.map((comment) => [comment.text, comment.isSending ?? false]))
const counted = () => momentsOf(queryClient.getQueryData<FeedPages>(feedKey(buddiesFeed))).map(({ comments }) => comments)

beforeEach(() => {
  calls = fakeCalls()
  queryClient.setQueryData<CommentPages>(commentsKey(moment.id), { pages: [{ comments: [first], next: null }], pageParams: [null] })
  queryClient.setQueryData<FeedPages>(feedKey(buddiesFeed), { pages: [{ moments: [moment], next: null }], pageParams: [null] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a comment', () => {
  it("appears and counts at once, then once with the server's data", async () => {
    const done = postComment(moment.id, me, { id: '0199d3a0-0000-7000-8000-0000000000c2', text: 'second' })
    expect([shown(), counted()]).toEqual([
      [
        ['first', false],
        ['second', true],
      ],
      [2],
    ])
    const call = await calls.next(`POST /app/auth/moments/${moment.id}/comments`)
    // The request contains the object that the command created.
    const { id } = call.body as { id: string }
    call.answer(200, { ...first, id, author: me, text: 'second', mine: true, can_delete: true })
    expect(await done).toBeNull()
    expect([shown(), counted()]).toEqual([
      [
        ['first', false],
        ['second', false],
      ],
      [2],
    ])
  })

  it('disappears with a notice when the server rejects it', async () => {
    const done = postComment(moment.id, me, { id: '0199d3a0-0000-7000-8000-0000000000c2', text: 'second' })
    ;(await calls.next(`POST /app/auth/moments/${moment.id}/comments`)).answer(429, rejected)
    expect((await done)?.code).toBe('rate_limited')
    expect([shown(), counted()]).toEqual([[['first', false]], [1]])
  })

  it('is no longer counted after its deletion', () => {
    discardComment(moment.id, first.id)
    expect([shown(), counted()]).toEqual([[], [0]])
  })
})

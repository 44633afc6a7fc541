import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FrameDefinition } from '#contract/base/frame.ts'
import { momentFrames, type Moment } from '#contract/moments.ts'
import { PAGE_ID } from '#web/platform/api-client.ts'
import { queryClient } from '#web/platform/query.ts'
import { commentsKey, commentsQuery, type CommentPages } from './comments/comments.cache.ts'
import { setLiked } from './moments.likes.ts'
import { buddiesFeed, feedKey, momentsOf, type FeedPages } from './moments.cache.ts'
import { BATCH_MS, useDeletedMoments, watchChanges } from './moments.live.ts'
import { useRemovals } from './moments.removals.ts'
import { aMoment, fakeCalls, TIMEOUT_MS } from './moments.test-world.ts'

const moment = aMoment()
const { id } = moment
const readLine = `GET /app/auth/moments/${id}`
const missing = { type: 'about:blank', title: 'gone', status: 404, code: 'not_found' }

let calls: ReturnType<typeof fakeCalls>
let frameListeners: Map<string, (data: never) => void>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls = fakeCalls()
  frameListeners = new Map()
  useDeletedMoments.setState({ gone: new Map() })
  queryClient.setQueryData<FeedPages>(feedKey(buddiesFeed), { pages: [{ moments: [moment], next: null }], pageParams: [null] })
  stop = watchChanges({
    subscribe: (frame: FrameDefinition, listener: (data: never) => void) => {
      frameListeners.set(frame.event, listener)
      return () => void frameListeners.delete(frame.event)
    },
    heightOf: () => 240,
  })
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const emit = ({ event }: FrameDefinition, data: object) => frameListeners.get(event)?.(data as never)
const shown = (): Moment | undefined => momentsOf(queryClient.getQueryData<FeedPages>(feedKey(buddiesFeed)))[0]
/** Advances the time until batched changes are fetched. */
const passBatchTime = () => vi.advanceTimersByTimeAsync(BATCH_MS)

it("counts another user's like in place without a request", async () => {
  emit(momentFrames.moment_likes, { id, likes: 9 })
  expect([shown()?.likes, shown()?.liked]).toEqual([9, false])
  await passBatchTime()
  expect(calls.requests).toEqual([])
})

it("ignores older counts while the viewer's own like is pending", async () => {
  void setLiked(moment, true)
  emit(momentFrames.moment_likes, { id, likes: 3 })
  expect([shown()?.likes, shown()?.liked]).toEqual([4, true])
})

it('refetches an edited moment once for several changes, and only where it is cached', async () => {
  emit(momentFrames.moment_changed, { id })
  emit(momentFrames.moment_changed, { id })
  emit(momentFrames.moment_changed, { id: '0199d3a0-0000-7000-8000-0000000000ff' })
  await passBatchTime()
  expect(calls.requests.map(({ line }) => line)).toEqual([readLine])
  calls.requests.splice(0)[0]?.answer(200, aMoment({ text: 'Finally.' }))
  await vi.waitFor(() => expect(shown()?.text).toBe('Finally.'), TIMEOUT_MS)
})

it('shows what the viewer liked, bookmarked, or hid on another page, and ignores changes of this page', async () => {
  emit(momentFrames.moment_changed, { id, by: PAGE_ID })
  await passBatchTime()
  expect(calls.requests).toEqual([])
  emit(momentFrames.moment_changed, { id, by: null })
  await passBatchTime()
  calls.requests.splice(0)[0]?.answer(200, aMoment({ liked: true, bookmarked: true, hidden: true }))
  await vi.waitFor(() => expect(shown()).toMatchObject({ liked: true, bookmarked: true }), TIMEOUT_MS)
  expect(useRemovals.getState().hidden.has(id)).toBe(true)
  emit(momentFrames.moment_changed, { id, by: null })
  await passBatchTime()
  calls.requests.splice(0)[0]?.answer(200, aMoment())
  await vi.waitFor(() => expect(useRemovals.getState().hidden.has(id)).toBe(false), TIMEOUT_MS)
})

it("counts other users' comments in place, with one request for several of them", async () => {
  for (let index = 0; index < 3; index++) emit(momentFrames.moment_comments, { id })
  emit(momentFrames.moment_comments, { id: '0199d3a0-0000-7000-8000-0000000000ff' })
  await vi.advanceTimersByTimeAsync(BATCH_MS / 2)
  emit(momentFrames.moment_comments, { id })
  await vi.advanceTimersByTimeAsync(BATCH_MS / 2)
  expect(calls.requests.map(({ line }) => line)).toEqual([readLine])
  calls.requests.splice(0)[0]?.answer(200, aMoment({ comments: 4 }))
  await vi.waitFor(() => expect(shown()?.comments).toBe(4), TIMEOUT_MS)
})

it('refetches open comments after a new one', async () => {
  queryClient.setQueryData(commentsKey(id), { pages: [{ comments: [], next: null }], pageParams: [null] })
  emit(momentFrames.moment_comments, { id })
  await passBatchTime()
  expect(queryClient.getQueryState(commentsKey(id))?.isInvalidated).toBe(true)
})

it('refetches only the pages of open comments that a frame names', async () => {
  const pages = [1, 2].map((index) => ({ comments: [], next: index === 2 ? null : 'second' }))
  queryClient.setQueryData<CommentPages>(commentsKey(id), { pages, pageParams: [null, 'second'] })
  const close = new InfiniteQueryObserver(queryClient, commentsQuery(id)).subscribe(() => undefined)
  emit(momentFrames.moment_comments, { id, comment: '0199d3a0-0000-7000-8000-0000000000c1' })
  await passBatchTime()
  expect(calls.requests.map(({ line }) => line)).toEqual([readLine, `${readLine}/comments?cursor=second`])
  close()
})

it('replaces a deleted moment with a placeholder of the same height', () => {
  emit(momentFrames.moment_gone, { id })
  expect([shown()?.id, shown()?.text, useDeletedMoments.getState().gone.get(id)]).toEqual([id, '', 240])
})

it('removes a moment that the viewer may no longer see, and restores it later', async () => {
  emit(momentFrames.moment_changed, { id })
  await passBatchTime()
  calls.requests.splice(0)[0]?.answer(404, missing)
  await vi.waitFor(() => expect(useDeletedMoments.getState().gone.has(id)).toBe(true), TIMEOUT_MS)
  emit(momentFrames.moment_changed, { id })
  await passBatchTime()
  calls.requests.splice(0)[0]?.answer(200, moment)
  await vi.waitFor(() => expect(useDeletedMoments.getState().gone.has(id)).toBe(false), TIMEOUT_MS)
  expect(shown()).toEqual(moment)
})

it('a response from before a like does not undo the like', async () => {
  const otherMoment = (change: Partial<Moment> = {}) => aMoment({ id: '0199d3a0-0000-7000-8000-000000000002', ...change })
  const address = `/app/auth/moments/${otherMoment().id}`
  queryClient.setQueryData<FeedPages>(feedKey(buddiesFeed), { pages: [{ moments: [otherMoment()], next: null }], pageParams: [null] })
  emit(momentFrames.moment_changed, { id: otherMoment().id })
  await passBatchTime()
  const reading = await calls.next(`GET ${address}`)
  const liking = setLiked(otherMoment(), true)
  ;(await calls.next(`POST ${address}/like`)).answer(200, otherMoment({ likes: 4, liked: true }))
  await liking
  reading.answer(200, otherMoment({ text: 'Finally.' }))
  ;(await calls.next(`GET ${address}`)).answer(200, otherMoment({ text: 'Finally.', likes: 4, liked: true }))
  await vi.waitFor(() => expect(shown()?.text).toBe('Finally.'), TIMEOUT_MS)
  expect([shown()?.likes, shown()?.liked]).toEqual([4, true])
})

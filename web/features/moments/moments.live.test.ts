import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { FrameDefinition } from '#contract/base/frame.ts'
import { momentFrames, type Moment } from '#contract/moments.ts'
import { queryClient } from '#web/platform/query.ts'
import { commentsKey } from './comments/comments.cache.ts'
import { setLiked } from './moments.acts.ts'
import { buddiesFeed, feedKey, momentsOf, type FeedPages } from './moments.cache.ts'
import { GATHER_MS, useGone, watchChanges } from './moments.live.ts'
import { aMoment, heldCalls, PATIENCE_MS } from './moments.test-world.ts'

const moment = aMoment()
const { id } = moment
const readLine = `GET /app/auth/moments/${id}`
const missing = { type: 'about:blank', title: 'gone', status: 404, code: 'not_found' }

let calls: ReturnType<typeof heldCalls>
let hear: Map<string, (data: never) => void>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calls = heldCalls()
  hear = new Map()
  useGone.setState({ gone: new Map() })
  queryClient.setQueryData<FeedPages>(feedKey(buddiesFeed), { pages: [{ moments: [moment], next: null }], pageParams: [null] })
  stop = watchChanges({
    subscribe: (frame: FrameDefinition, listener: (data: never) => void) => {
      hear.set(frame.event, listener)
      return () => void hear.delete(frame.event)
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

const say = ({ event }: FrameDefinition, data: object) => hear.get(event)?.(data as never)
const shown = (): Moment | undefined => momentsOf(queryClient.getQueryData<FeedPages>(feedKey(buddiesFeed)))[0]
/** Advances the time until batched changes are fetched. */
const gather = () => vi.advanceTimersByTimeAsync(GATHER_MS)

it("counts another user's like in place without a request", async () => {
  say(momentFrames.moment_likes, { id, likes: 9 })
  expect([shown()?.likes, shown()?.liked]).toEqual([9, false])
  await gather()
  expect(calls.asked).toEqual([])
})

it("ignores older counts while the viewer's own like is pending", async () => {
  void setLiked(moment, true)
  say(momentFrames.moment_likes, { id, likes: 3 })
  expect([shown()?.likes, shown()?.liked]).toEqual([4, true])
})

it('refetches an edited moment once for several changes, and only where it is cached', async () => {
  say(momentFrames.moment_changed, { id })
  say(momentFrames.moment_changed, { id })
  say(momentFrames.moment_changed, { id: '0199d3a0-0000-7000-8000-0000000000ff' })
  await gather()
  expect(calls.asked.map(({ line }) => line)).toEqual([readLine])
  calls.asked.splice(0)[0]?.answer(200, aMoment({ text: 'Finally.' }))
  await vi.waitFor(() => expect(shown()?.text).toBe('Finally.'), PATIENCE_MS)
})

it("counts other users' comments in place, with one request for several of them", async () => {
  for (let at = 0; at < 3; at++) say(momentFrames.moment_comments, { id })
  say(momentFrames.moment_comments, { id: '0199d3a0-0000-7000-8000-0000000000ff' })
  await vi.advanceTimersByTimeAsync(GATHER_MS / 2)
  say(momentFrames.moment_comments, { id })
  await vi.advanceTimersByTimeAsync(GATHER_MS / 2)
  expect(calls.asked.map(({ line }) => line)).toEqual([readLine])
  calls.asked.splice(0)[0]?.answer(200, aMoment({ comments: 4 }))
  await vi.waitFor(() => expect(shown()?.comments).toBe(4), PATIENCE_MS)
})

it('refetches open comments after a new one', async () => {
  queryClient.setQueryData(commentsKey(id), { pages: [{ comments: [], next: null }], pageParams: [null] })
  say(momentFrames.moment_comments, { id })
  await gather()
  expect(queryClient.getQueryState(commentsKey(id))?.isInvalidated).toBe(true)
})

it('replaces a deleted moment with a placeholder of the same height', () => {
  say(momentFrames.moment_gone, { id })
  expect([shown()?.id, shown()?.text, useGone.getState().gone.get(id)]).toEqual([id, '', 240])
})

it('removes a moment that the viewer may no longer see, and restores it later', async () => {
  say(momentFrames.moment_changed, { id })
  await gather()
  calls.asked.splice(0)[0]?.answer(404, missing)
  await vi.waitFor(() => expect(useGone.getState().gone.has(id)).toBe(true), PATIENCE_MS)
  say(momentFrames.moment_changed, { id })
  await gather()
  calls.asked.splice(0)[0]?.answer(200, moment)
  await vi.waitFor(() => expect(useGone.getState().gone.has(id)).toBe(false), PATIENCE_MS)
  expect(shown()).toEqual(moment)
})

it('words that were read before a like do not take the like back', async () => {
  const other = (change: Partial<Moment> = {}) => aMoment({ id: '0199d3a0-0000-7000-8000-000000000002', ...change })
  const address = `/app/auth/moments/${other().id}`
  queryClient.setQueryData<FeedPages>(feedKey(buddiesFeed), { pages: [{ moments: [other()], next: null }], pageParams: [null] })
  say(momentFrames.moment_changed, { id: other().id })
  await gather()
  const reading = await calls.next(`GET ${address}`)
  const liking = setLiked(other(), true)
  ;(await calls.next(`POST ${address}/like`)).answer(200, other({ likes: 4, liked: true }))
  await liking
  reading.answer(200, other({ text: 'Finally.' }))
  ;(await calls.next(`GET ${address}`)).answer(200, other({ text: 'Finally.', likes: 4, liked: true }))
  await vi.waitFor(() => expect(shown()?.text).toBe('Finally.'), PATIENCE_MS)
  expect([shown()?.likes, shown()?.liked]).toEqual([4, true])
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Moment } from '#contract/moments.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { setLiked } from './moments.likes.ts'
import { aMoment } from './moments.test-world.ts'
import { buddiesFeed, feedKey, momentsOf, type FeedPages } from './moments.cache.ts'

type PendingRequest = { line: string; answer: (status: number, body: unknown) => Promise<void> }
/** Pending calls, oldest first. */
let requests: PendingRequest[]
let notices: string[]

const nextCall = async (line: string): Promise<PendingRequest> => {
  await expect.poll(() => requests.map((call) => call.line)).toEqual([line])
  const [call] = requests.splice(0)
  if (!call) throw new Error('no call')
  return call
}
const keyOf = (uid: string | null) => feedKey(uid === null ? buddiesFeed : { uid })
const put = (uid: string | null, ...moments: Moment[]) =>
  queryClient.setQueryData<FeedPages>(keyOf(uid), { pages: [{ moments, next: null }], pageParams: [null] })
const shown = (uid: string | null) => momentsOf(queryClient.getQueryData<FeedPages>(keyOf(uid)))
const standing = (uid: string | null = null) => shown(uid).map(({ likes, liked }) => [likes, liked])

beforeEach(() => {
  requests = []
  notices = []
  queryClient.clear()
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  setNoticeView((notice) => notices.push(notice.message))
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    const { promise, resolve } = Promise.withResolvers<Response>()
    const answer = async (status: number, body: unknown) => resolve(new Response(JSON.stringify(body), { status }))
    requests.push({ line: `${init.method} ${address}`, answer })
    return promise
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const like = 'POST /app/auth/moments/0199d3a0-0000-7000-8000-000000000001/like'
const unlike = 'DELETE /app/auth/moments/0199d3a0-0000-7000-8000-000000000001/like'

describe('liking a moment', () => {
  it("shows at once in every feed, then the server's count", async () => {
    const moment = aMoment()
    put(null, moment)
    put(moment.author.uid, moment)
    const done = setLiked(moment, true)
    expect([standing(), standing(moment.author.uid)]).toEqual([[[4, true]], [[4, true]]])
    await (await nextCall(like)).answer(200, aMoment({ likes: 7, liked: true }))
    await done
    expect(standing()).toEqual([[7, true]])
  })

  it('rolls back with a notice when the server rejects it', async () => {
    const moment = aMoment()
    put(null, moment)
    const done = setLiked(moment, true)
    await (await nextCall(like)).answer(404, { type: 'about:blank', title: 'gone', status: 404, code: 'not_found' })
    await done
    expect([standing(), notices]).toEqual([[[3, false]], ['This moment is no longer here.']])
  })

  it('sends the last state after several clicks, one call at a time', async () => {
    const moment = aMoment()
    put(null, moment)
    const done = setLiked(moment, true)
    const first = await nextCall(like)
    void setLiked(aMoment({ likes: 4, liked: true }), false)
    expect(standing()).toEqual([[3, false]])
    await first.answer(200, aMoment({ likes: 4, liked: true }))
    await (await nextCall(unlike)).answer(200, aMoment({ likes: 3, liked: false }))
    await done
    expect([standing(), requests]).toEqual([[[3, false]], []])
  })

  it('sends nothing more when the last press equals the confirmed state', async () => {
    const moment = aMoment()
    put(null, moment)
    const done = setLiked(moment, true)
    const first = await nextCall(like)
    void setLiked(aMoment({ likes: 4, liked: true }), false)
    void setLiked(aMoment({ likes: 3, liked: false }), true)
    await first.answer(200, aMoment({ likes: 4, liked: true }))
    await done
    expect([standing(), requests]).toEqual([[[4, true]], []])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Moment } from '#contract/moments.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { reportReachability } from '#web/platform/connectivity.ts'
import { queryClient } from '#web/platform/query.ts'
import { buddiesFeed, feedKey, momentsOf, type FeedOf, type FeedPages } from './moments.cache.ts'
import { editMoment, postMoment, resumePendingMoments, stopWaiting, withdrawPending, usePendingMoments } from './moments.pending.ts'
import { withPending } from './moments.shown.ts'
import { aMoment, fakeCalls, TIMEOUT_MS, rejected } from './moments.test-world.ts'

const me = { uid: '0199d3a0-0000-7000-8000-00000000000b', user_name: 'mira', name: 'Mira', avatar_url: null }
const picture = {
  id: '0199d3a0-0000-7000-8000-0000000000aa',
  url: '/files/a.webp',
  small_url: '/files/a.webp',
  width: 4,
  height: 3,
  thumbhash: null,
  alt: 'A shelf',
}
const aPost = { id: '0199d3a0-0000-7000-8000-000000000002', text: 'New', audience: 'buddies' as const, pictures: [picture] }
const posted = aMoment({ id: aPost.id, author: me, text: 'New', audience: 'buddies', pictures: [picture], mine: true, is_buddy: false })
const postLine = 'POST /app/auth/moments'
const older = aMoment()

let calls: ReturnType<typeof fakeCalls>
let storage: Map<string, string>

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
    removeItem: (name: string) => void storage.delete(name),
  })
  useAuthStore.setState({ uid: me.uid })
  calls = fakeCalls()
  put(buddiesFeed, older)
  put({ uid: me.uid })
})
afterEach(() => {
  usePendingMoments.setState({ all: [] })
  reportReachability(true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function put(of: FeedOf, ...moments: Moment[]): void {
  queryClient.setQueryData<FeedPages>(feedKey(of), { pages: [{ moments, next: null }], pageParams: [null] })
}
const stored = (of: FeedOf) => momentsOf(queryClient.getQueryData<FeedPages>(feedKey(of)))
const shown = (of: FeedOf = buddiesFeed) => withPending(stored(of), usePendingMoments.getState().all, of).map(({ text }) => text)
const standing = () => usePendingMoments.getState().all.map(({ state, failure }) => [state, failure?.code ?? null])

describe('posting a moment', () => {
  it("shows it at once at the top of its author’s feeds, then with the server's data", async () => {
    const done = postMoment(me, aPost)
    expect([shown(), shown({ uid: me.uid }), shown({ tab: 'wavelength' })]).toEqual([['New', older.text], ['New'], []])
    expect(standing()).toEqual([['sending', null]])
    const call = await calls.next(postLine)
    expect(call.body).toEqual({ ...aPost, pictures: [{ id: picture.id, alt: 'A shelf' }] })
    call.answer(200, posted)
    await done
    expect([stored(buddiesFeed), stored({ uid: me.uid }), standing()]).toEqual([[posted, older], [posted], []])
    expect(storage.size).toBe(0)
  })

  it('removes a rejected moment and returns its content to the author', async () => {
    const done = postMoment(me, aPost)
    ;(await calls.next(postLine)).answer(429, rejected)
    await done
    expect([shown(), standing()]).toEqual([[older.text], [['rejected', 'rate_limited']]])
    expect(withdrawPending(aPost.id)?.moment).toMatchObject({ text: 'New', audience: 'buddies', pictures: [picture] })
    expect([standing(), storage.size]).toEqual([[], 0])
  })

  it('waits while the server is unreachable, then sends the same moment', async () => {
    const done = postMoment(me, aPost)
    ;(await calls.next(postLine)).lose()
    await done
    expect([shown(), standing()]).toEqual([['New', older.text], [['waiting', null]]])
    reportReachability(true)
    const repeated = await calls.next(postLine)
    expect(repeated.body).toMatchObject({ id: aPost.id })
    expect(withdrawPending(aPost.id)).toBeUndefined()
    repeated.answer(200, posted)
    await vi.waitFor(() => expect(stored(buddiesFeed)).toEqual([posted, older]), TIMEOUT_MS)
  })

  it('continues after a reload', async () => {
    const done = postMoment(me, aPost)
    const lost = await calls.next(postLine)
    const before = new Map(storage)
    usePendingMoments.setState({ all: [] })
    lost.answer(503, {})
    await done
    expect(shown()).toEqual([older.text])
    for (const [name, value] of before) storage.set(name, value)
    resumePendingMoments()
    expect(shown()).toEqual(['New', older.text])
    ;(await calls.next(postLine)).answer(200, posted)
    await vi.waitFor(() => expect(stored(buddiesFeed)).toEqual([posted, older]), TIMEOUT_MS)
  })

  it('returns a waiting moment to the composer on request', async () => {
    const done = postMoment(me, aPost)
    ;(await calls.next(postLine)).lose()
    await done
    stopWaiting(aPost.id)
    expect([shown(), standing()]).toEqual([[older.text], [['rejected', null]]])
  })

  it('keeps a stored value of a different version', () => {
    storage.set(`wl.moments-outgoing.${me.uid}`, '[{"kind":"post"}]')
    resumePendingMoments()
    expect(standing()).toEqual([])
  })
})

describe('editing a moment', () => {
  const mine = aMoment({ mine: true, audience: 'everyone' })
  const editLine = `POST /app/auth/moments/${mine.id}`

  it("shows the change at once, then the server's data", async () => {
    put(buddiesFeed, mine)
    const done = editMoment(mine, { text: 'Done!', audience: 'buddies' })
    expect(shown()).toEqual(['Done!'])
    expect(stored(buddiesFeed)).toEqual([mine])
    const call = await calls.next(editLine)
    expect(call.body).toEqual({ text: 'Done!', audience: 'buddies' })
    const edited = { ...mine, text: 'Done!', audience: 'buddies' as const, edited_at: '2026-11-20T11:00:00Z' }
    call.answer(200, edited)
    await done
    expect([stored(buddiesFeed), standing()]).toEqual([[edited], []])
  })

  it('rolls back a rejected change and keeps its text', async () => {
    put(buddiesFeed, mine)
    const done = editMoment(mine, { text: 'Done!', audience: 'buddies' })
    ;(await calls.next(editLine)).answer(429, rejected)
    await done
    expect([shown(), standing()]).toEqual([[mine.text], [['rejected', 'rate_limited']]])
    expect(withdrawPending(mine.id)?.moment).toMatchObject({ text: 'Done!', audience: 'buddies' })
  })

  it('sends two edits in order, and keeps the last text', async () => {
    put(buddiesFeed, mine)
    const done = editMoment(mine, { text: 'First', audience: 'everyone' })
    const first = await calls.next(editLine)
    void editMoment(mine, { text: 'Second', audience: 'everyone' })
    expect(shown()).toEqual(['Second'])
    first.answer(200, { ...mine, text: 'First' })
    const second = await calls.next(editLine)
    expect(second.body).toMatchObject({ text: 'Second' })
    second.answer(200, { ...mine, text: 'Second' })
    await done
    expect(stored(buddiesFeed)).toEqual([{ ...mine, text: 'Second' }])
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Moment } from '#contract/moments.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { reportReach } from '#web/platform/connectivity.ts'
import { queryClient } from '#web/platform/query.ts'
import { buddiesFeed, feedKey, momentsOf, type FeedOf, type FeedPages } from './moments.cache.ts'
import { editMoment, postMoment, resumeOutgoing, stopWaiting, takeBack, useOutgoing } from './moments.outgoing.ts'
import { withOutgoing } from './moments.shown.ts'
import { aMoment, heldCalls, PATIENCE_MS, refused } from './moments.test-world.ts'

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

let calls: ReturnType<typeof heldCalls>
let kept: Map<string, string>

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  useAuthStore.setState({ uid: me.uid })
  calls = heldCalls()
  put(buddiesFeed, older)
  put({ uid: me.uid })
})
afterEach(() => {
  useOutgoing.setState({ all: [] })
  reportReach(true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function put(of: FeedOf, ...moments: Moment[]): void {
  queryClient.setQueryData<FeedPages>(feedKey(of), { pages: [{ moments, next: null }], pageParams: [null] })
}
const stored = (of: FeedOf) => momentsOf(queryClient.getQueryData<FeedPages>(feedKey(of)))
const shown = (of: FeedOf = buddiesFeed) => withOutgoing(stored(of), useOutgoing.getState().all, of).map(({ text }) => text)
const standing = () => useOutgoing.getState().all.map(({ state, failure }) => [state, failure?.code ?? null])

describe('a moment that is posted', () => {
  it('stands at the head of its author’s feeds at once, and as the server has it afterwards', async () => {
    const done = postMoment(me, aPost)
    expect([shown(), shown({ uid: me.uid }), shown({ tab: 'wavelength' })]).toEqual([['New', older.text], ['New'], []])
    expect(standing()).toEqual([['sending', null]])
    const call = await calls.next(postLine)
    expect(call.body).toEqual({ ...aPost, pictures: [{ id: picture.id, alt: 'A shelf' }] })
    call.answer(200, posted)
    await done
    expect([stored(buddiesFeed), stored({ uid: me.uid }), standing()]).toEqual([[posted, older], [posted], []])
    expect(kept.size).toBe(0)
  })

  it('stands nowhere when it is refused, and whoever wrote it has everything back', async () => {
    const done = postMoment(me, aPost)
    ;(await calls.next(postLine)).answer(429, refused)
    await done
    expect([shown(), standing()]).toEqual([[older.text], [['refused', 'rate_limited']]])
    expect(takeBack(aPost.id)?.moment).toMatchObject({ text: 'New', audience: 'buddies', pictures: [picture] })
    expect([standing(), kept.size]).toEqual([[], 0])
  })

  it('waits while nobody answers, and is sent again as the same moment when the server is back', async () => {
    const done = postMoment(me, aPost)
    ;(await calls.next(postLine)).lose()
    await done
    expect([shown(), standing()]).toEqual([['New', older.text], [['waiting', null]]])
    reportReach(true)
    const again = await calls.next(postLine)
    expect(again.body).toMatchObject({ id: aPost.id })
    expect(takeBack(aPost.id)).toBeUndefined()
    again.answer(200, posted)
    await vi.waitFor(() => expect(stored(buddiesFeed)).toEqual([posted, older]), PATIENCE_MS)
  })

  it('goes on after a reload', async () => {
    const done = postMoment(me, aPost)
    const lost = await calls.next(postLine)
    const before = new Map(kept)
    useOutgoing.setState({ all: [] })
    lost.answer(503, {})
    await done
    expect(shown()).toEqual([older.text])
    for (const [name, value] of before) kept.set(name, value)
    resumeOutgoing()
    expect(shown()).toEqual(['New', older.text])
    ;(await calls.next(postLine)).answer(200, posted)
    await vi.waitFor(() => expect(stored(buddiesFeed)).toEqual([posted, older]), PATIENCE_MS)
  })

  it('that waits can be taken back into the composer', async () => {
    const done = postMoment(me, aPost)
    ;(await calls.next(postLine)).lose()
    await done
    stopWaiting(aPost.id)
    expect([shown(), standing()]).toEqual([[older.text], [['refused', null]]])
  })

  it('leaves alone what something else has written in its place', () => {
    kept.set(`wl.moments-outgoing.${me.uid}`, '[{"kind":"post"}]')
    resumeOutgoing()
    expect(standing()).toEqual([])
  })
})

describe('a moment that is changed', () => {
  const mine = aMoment({ mine: true, audience: 'everyone' })
  const editLine = `POST /app/auth/moments/${mine.id}`

  it('stands there changed at once, and as the server has it afterwards', async () => {
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

  it('stands there as before when that is refused, and the words are kept', async () => {
    put(buddiesFeed, mine)
    const done = editMoment(mine, { text: 'Done!', audience: 'buddies' })
    ;(await calls.next(editLine)).answer(429, refused)
    await done
    expect([shown(), standing()]).toEqual([[mine.text], [['refused', 'rate_limited']]])
    expect(takeBack(mine.id)?.moment).toMatchObject({ text: 'Done!', audience: 'buddies' })
  })

  it('twice is sent one after the other, and the last words stay', async () => {
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

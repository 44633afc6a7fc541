import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Relation } from '#contract/people.ts'
import { setNoticeView, type Notice } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { connectionCommands } from './connections.commands.ts'
import { useConnectionsStore } from './connections.store.ts'
import { refetchRelation } from './connections.refetch.ts'
import { isMuted, refetchMuted } from './mutes.ts'

const jonas = { uid: '018f0000-0000-7000-8000-000000000002', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const answer = (relation: Relation) =>
  Response.json({ person: jonas, relation, request: null, connected_at: null, mutual: [], muted: false, may_ask: true })
const rejected = (code: string, status: number) => Response.json({ type: 'about:blank', title: code, status, code }, { status })

const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()
let notices: Notice[]
let stopShowing: () => void
const shown = () => queryClient.getQueryData<{ relation: Relation }>(['card'])?.relation
const showing = (relation: Relation) => queryClient.setQueryData(['card'], { person: jonas, relation })

beforeEach(() => {
  queryClient.clear()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  notices = []
  stopShowing = setNoticeView((notice) => notices.push(notice))
  useConnectionsStore.getState().reset()
})
afterEach(() => {
  stopShowing()
  vi.unstubAllGlobals()
})

it('shows a sent request at once, before the server has answered', async () => {
  showing('none')
  const answered = Promise.withResolvers<Response>()
  fetched.mockReturnValue(answered.promise)
  const done = connectionCommands.request(jonas, 'none', 'Hi')
  expect(shown()).toBe('requested')
  answered.resolve(answer('requested'))
  expect(await done).toBe(true)
  expect(shown()).toBe('requested')
})

it('connects both people when the other one has already sent a request', async () => {
  showing('none')
  fetched.mockResolvedValue(answer('connected'))
  await connectionCommands.request(jonas, 'none', '')
  expect(shown()).toBe('connected')
})

it('rolls back a rejected request and shows the reason', async () => {
  showing('none')
  fetched.mockResolvedValue(rejected('cool_down', 409))
  expect(await connectionCommands.request(jonas, 'none', '')).toBe(false)
  expect(shown()).toBe('none')
  expect(notices.map(({ kind, message }) => ({ kind, message }))).toEqual([
    { kind: 'error', message: 'Wait a while before you ask Jonas again.' },
  ])
})

it('lowers the badge at once on accept; restores the badge and the button on failure', async () => {
  useConnectionsStore.getState().setCount(2)
  showing('asked')
  fetched.mockRejectedValue(new TypeError('no network'))
  const done = connectionCommands.accept(jonas)
  expect(useConnectionsStore.getState().connectionRequestsCount).toBe(1)
  expect(shown()).toBe('connected')
  await done
  expect(useConnectionsStore.getState().connectionRequestsCount).toBe(2)
  expect(shown()).toBe('asked')
})

it('sends a request and its withdrawal in order, and shows the last state', async () => {
  showing('none')
  const order: string[] = []
  const first = Promise.withResolvers<Response>()
  fetched.mockImplementationOnce(() => (order.push('ask'), first.promise))
  fetched.mockImplementationOnce(() => (order.push('withdraw'), Promise.resolve(answer('none'))))
  const pending = connectionCommands.request(jonas, 'none', '')
  const withdrawing = connectionCommands.withdraw(jonas)
  expect(shown()).toBe('none')
  first.resolve(answer('requested'))
  await pending
  expect(shown()).toBe('none')
  await withdrawing
  expect(order).toEqual(['ask', 'withdraw'])
  expect(shown()).toBe('none')
})

it('a command completes even if the page is closed', async () => {
  showing('none')
  fetched.mockImplementation(async () => answer('blocked'))
  await connectionCommands.block(jonas, 'none')
  expect(fetched.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true])
})

it('a response from before a command does not undo it, even if it arrives late', async () => {
  showing('none')
  const [truth, response] = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  fetched.mockImplementationOnce(() => truth.promise)
  fetched.mockImplementationOnce(() => response.promise)
  const pending = refetchRelation(queryClient, jonas.uid)
  const requesting = connectionCommands.request(jonas, 'none', '')
  response.resolve(answer('requested'))
  await requesting
  truth.resolve(answer('none'))
  await pending
  expect(shown()).toBe('requested')
})

it('a list requested before a block is loaded again', async () => {
  const reads = vi.fn<() => Promise<unknown>>()
  const first = Promise.withResolvers<unknown>()
  reads.mockImplementationOnce(() => first.promise)
  reads.mockImplementation(async () => [{ person: jonas, relation: 'blocked' }])
  const reading = queryClient.fetchQuery({ queryKey: ['matches'], queryFn: reads })
  fetched.mockImplementation(async () => answer('blocked'))
  await connectionCommands.block(jonas, 'none')
  first.resolve([{ person: jonas, relation: 'none' }])
  await reading
  expect(queryClient.getQueryData(['matches'])).toEqual([{ person: jonas, relation: 'blocked' }])
})

it('a list of muted users requested before a mute does not replace the newer one', async () => {
  const lists = (muted: object[]) => Response.json({ muted, blocked: [] })
  const response = Promise.withResolvers<Response>()
  fetched.mockImplementationOnce(() => response.promise)
  const before = refetchMuted(queryClient)
  fetched.mockImplementation(async () => lists([jonas]))
  await new Promise((resolve) => setImmediate(resolve))
  const after = refetchMuted(queryClient)
  response.resolve(lists([]))
  await Promise.all([before, after])
  expect(isMuted(queryClient, jonas.uid)).toBe(true)
})

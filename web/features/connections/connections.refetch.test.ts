import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { registerSession } from '#web/platform/session-token.ts'
import { connectionCalls } from '#contract/connections.ts'
import { momentCalls } from '#contract/moments.ts'
import { profileCalls } from '#contract/profiles.ts'
import { callKey } from '#web/platform/query.ts'
import { refetchRelation } from './connections.refetch.ts'

const jonas = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const connection = (relation: string) => ({
  person: jonas,
  relation,
  request: null,
  connected_at: null,
  mutual: [],
  muted: false,
  may_ask: true,
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['a block by the user', 200, connection('blocked'), true],
  ['a block by the other one', 404, { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' }, true],
  ['the end of that block', 200, connection('none'), true],
  ['an end without a block', 200, connection('none'), false],
])('after %s, answers that may contain the person are loaded again', async (_, status, answer, isStale) => {
  vi.stubGlobal('fetch', async () => Response.json(answer, { status }))
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const client = new QueryClient()
  client.setQueryData(['blend'], { items: [] })
  await refetchRelation(client, jonas.uid)
  expect(client.getQueryState(['blend'])?.isInvalidated).toBe(isStale)
})

it('caches the response that shows a block by the other user for the next page that needs it', async () => {
  vi.stubGlobal('fetch', async () => Response.json(missing, { status: 404 }))
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const client = new QueryClient()
  await refetchRelation(client, jonas.uid)
  const read = vi.fn<() => Promise<object>>(async () => ({}))
  const queryKey = callKey(connectionCalls.getConnection, { params: { uid: jonas.uid } })
  const observer = new QueryObserver(client, { queryKey, queryFn: read, retryOnMount: false })
  observer.subscribe(() => undefined)
  expect([observer.getCurrentResult().error, read.mock.calls]).toMatchObject([{ failure: { kind: 'missing' } }, []])
})

const missing = { type: 'about:blank', title: 'Not found', status: 404, code: 'not_found' }

it.each([
  ['is blocked by the user', Response.json(connection('blocked')), ['success', 'error', 'error'], 0],
  ['has blocked the user', Response.json(missing, { status: 404 }), ['error', 'error', 'error'], 0],
  ['gets a 404 from a proxy', new Response('', { status: 404 }), ['success', 'success', 'success'], 3],
])('repeats the requests about a person who %s only where they can succeed', async (_, answer, states, requests) => {
  vi.stubGlobal('fetch', async () => answer)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const client = new QueryClient()
  const read = vi.fn<() => Promise<object>>(async () => ({}))
  const keys = [
    callKey(connectionCalls.getConnection, { params: { uid: jonas.uid } }),
    callKey(profileCalls.getProfile, { params: { uid: jonas.uid } }),
    [...callKey(momentCalls.getFeed, { query: { uid: jonas.uid } }), 'pages'],
  ]
  for (const queryKey of keys) {
    client.setQueryData(queryKey, {})
    new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity }).subscribe(() => undefined)
  }
  await refetchRelation(client, jonas.uid)
  expect([keys.map((key) => client.getQueryState(key)?.status), read.mock.calls.length]).toEqual([states, requests])
})

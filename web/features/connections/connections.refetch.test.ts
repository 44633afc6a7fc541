import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { registerSession } from '#web/platform/session-token.ts'
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

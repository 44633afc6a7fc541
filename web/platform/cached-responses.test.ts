import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, failureWithoutResponse, type FailureKind } from './api-error.ts'
import {
  type ResponseStore,
  clearCachedResponses,
  cacheResponses,
  type CachedResponse,
  restoreCachedResponses,
} from './cached-responses.ts'
import { testDatabases } from './storage/test-database.ts'

let stored: readonly CachedResponse[] = []
const store: ResponseStore = {
  all: async () => [...stored],
  replace: async (answers) => {
    stored = structuredClone(answers)
  },
}
const isKept = ([call]: readonly unknown[]) => call !== '/secret'
const waitForWrite = () => vi.advanceTimersByTimeAsync(5_000)
let client: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  stored = []
  client = new QueryClient()
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

it('restores answers that a user loaded, even before caching started, with their original age', async () => {
  client.setQueryData(['/profile', { uid: 'j' }], { name: 'Jonas' }, { updatedAt: 1_000 })
  cacheResponses(client, 'mira', isKept, store)
  client.setQueryData(['/secret'], 'x')
  await waitForWrite()
  const next = new QueryClient()
  expect(await restoreCachedResponses(next, 'mira', store)).toEqual([['/profile', { uid: 'j' }]])
  expect([next.getQueryData(['/profile', { uid: 'j' }]), next.getQueryState(['/profile', { uid: 'j' }])?.dataUpdatedAt]).toEqual([
    { name: 'Jonas' },
    1_000,
  ])
})

it("never returns another user's answers, and never replaces a newer answer", async () => {
  cacheResponses(client, 'mira', isKept, store)
  client.setQueryData(['/feed'], 'old')
  await waitForWrite()
  const next = new QueryClient()
  expect(await restoreCachedResponses(next, 'jonas', store)).toEqual([])
  next.setQueryData(['/feed'], 'new')
  await restoreCachedResponses(next, 'mira', store)
  expect(next.getQueryData(['/feed'])).toBe('new')
})

it('keeps answers of earlier visits up to the limit, and only the first page of long lists', async () => {
  cacheResponses(client, 'mira', isKept, store)
  for (let index = 1; index <= 110; index++) client.setQueryData(['/profile', { at: index }], index, { updatedAt: index })
  await waitForWrite()
  const second = new QueryClient()
  cacheResponses(second, 'mira', isKept, store)
  second.setQueryData(['/feed', 'pages'], { pages: ['a', 'b'], pageParams: [null, 'c'] }, { updatedAt: 1_000 })
  await waitForWrite()
  expect([stored.length, stored[0]?.data, stored.at(-1)?.data]).toEqual([100, { pages: ['a'], pageParams: [null] }, 12])
})

it('drops answers that the server no longer allows, such as a profile after a block, until it allows them again', async () => {
  cacheResponses(client, 'mira', isKept, store)
  const queryKey = ['/profile', { uid: 'j' }]
  const failing = (kind: FailureKind) =>
    client.fetchQuery({
      queryKey,
      staleTime: 0,
      retry: false,
      queryFn: () => Promise.reject(new ApiError({ ...failureWithoutResponse('server'), kind })),
    })
  client.setQueryData(queryKey, 'Jonas')
  await waitForWrite()
  await expect(failing('offline')).rejects.toThrow('offline')
  await waitForWrite()
  expect(stored.map(({ data }) => data)).toEqual(['Jonas'])
  await expect(failing('missing')).rejects.toThrow('missing')
  await waitForWrite()
  expect(stored).toEqual([])
  client.setQueryData(queryKey, 'Jonas again')
  await waitForWrite()
  expect(stored.map(({ data }) => data)).toEqual(['Jonas again'])
})

it('caches nothing after a sign-out, not even a scheduled write', async () => {
  const stop = cacheResponses(client, 'mira', isKept, store)
  client.setQueryData(['/feed'], 'mine')
  stop()
  await clearCachedResponses(store)
  await waitForWrite()
  expect(stored).toEqual([])
})

it('discards a write in progress on sign-out', async () => {
  const read = Promise.withResolvers<void>()
  const slow: ResponseStore = { ...store, all: () => read.promise.then(() => []) }
  cacheResponses(client, 'mira', isKept, slow)
  client.setQueryData(['/feed'], 'mine')
  await waitForWrite()
  await clearCachedResponses(slow)
  read.resolve()
  await waitForWrite()
  expect(stored).toEqual([])
})

it('ignores a browser without storage', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const rejected = () => Promise.reject(new Error('no database'))
  const none: ResponseStore = { all: rejected, replace: rejected }
  cacheResponses(client, 'mira', isKept, none)
  client.setQueryData(['/feed'], 'mine')
  await waitForWrite()
  await clearCachedResponses(none)
  expect(await restoreCachedResponses(client, 'mira', none)).toEqual([])
})

it.each(['onclose', 'onversionchange', null] as const)(
  'opens its database again after it was closed, with the event: %s',
  async (event) => {
    const databases = testDatabases()
    const stop = cacheResponses(client, 'mira', isKept)
    client.setQueryData(['/feed'], 'first')
    await waitForWrite()
    databases.closeAll(event)
    client.setQueryData(['/profile'], 'second')
    await waitForWrite()
    stop()
    expect(databases.kept()).toEqual({ 'wavelength-answers/answers': 2 })
    databases.closeAll('onclose')
    vi.unstubAllGlobals()
  },
)

it('opens its database again after it could not be opened', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const databases = testDatabases()
  databases.setFull(true)
  const stop = cacheResponses(client, 'mira', isKept)
  client.setQueryData(['/feed'], 'first')
  await waitForWrite()
  databases.setFull(false)
  client.setQueryData(['/feed'], 'second')
  await waitForWrite()
  stop()
  expect(databases.kept()).toEqual({ 'wavelength-answers/answers': 1 })
  vi.unstubAllGlobals()
})

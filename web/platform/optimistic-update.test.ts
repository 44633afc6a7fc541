import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { privacyCalls, type PrivacySettings } from '#contract/identity/privacy.ts'
import type { ApiResult } from './api-client.ts'
import { failureWithoutResponse } from './api-error.ts'
import { updateOptimistically } from './optimistic-update.ts'
import { callKey, queryClient, cacheResponse } from './query.ts'

const call = privacyCalls.getPrivacy
const queryKey = callKey(call, {})
// The mutation logic ignores the values; two fields are enough.
const settings = (music: string, video: string) => ({ music, video }) as PrivacySettings
const shown = () => queryClient.getQueryData(queryKey)
/** A change whose answer the test controls. */
function change(part: Partial<Record<keyof PrivacySettings, string>>) {
  const { promise: answer, resolve } = Promise.withResolvers<ApiResult<PrivacySettings>>()
  const send = vi.fn<() => Promise<ApiResult<PrivacySettings>>>(() => answer)
  const done = updateOptimistically(call, {}, { shown: (now) => ({ ...now, ...part }) as PrivacySettings, send })
  return {
    send,
    done,
    taken: (value: PrivacySettings) => resolve({ ok: true, value }),
    reject: () => resolve({ ok: false, failure: failureWithoutResponse('offline') }),
  }
}
// The server's state, loaded after a failed change.
const read = vi.fn<() => Promise<PrivacySettings>>(async () => settings('truth', 'truth'))
let stop: () => void

beforeEach(() => {
  read.mockClear()
  cacheResponse(call, {}, settings('everyone', 'everyone'))
  stop = new QueryObserver(queryClient, { queryKey, queryFn: read, staleTime: Infinity, retry: false }).subscribe(() => undefined)
})
afterEach(() => {
  stop()
  queryClient.clear()
})

it("shows a change at once, then keeps the server's answer", async () => {
  const first = change({ music: 'nobody' })
  expect(shown()).toEqual(settings('nobody', 'everyone'))
  first.taken(settings('nobody', 'server'))
  expect(await first.done).toBeNull()
  expect(shown()).toEqual(settings('nobody', 'server'))
  expect(read).not.toHaveBeenCalled()
})

it('queues a second change behind the first, and the first response does not hide the second change', async () => {
  const [first, second] = [change({ music: 'nobody' }), change({ video: 'buddies' })]
  await vi.waitFor(() => expect(first.send).toHaveBeenCalled())
  expect(second.send).not.toHaveBeenCalled()
  first.taken(settings('nobody', 'everyone'))
  await first.done
  expect(shown()).toEqual(settings('nobody', 'buddies'))
  second.taken(settings('nobody', 'buddies'))
  await second.done
  expect(shown()).toEqual(settings('nobody', 'buddies'))
})

it("rolls back only the failed change, then reloads the server's state", async () => {
  const [first, second] = [change({ music: 'nobody' }), change({ video: 'buddies' })]
  first.reject()
  expect(await first.done).toMatchObject({ kind: 'offline' })
  expect(shown()).toEqual(settings('everyone', 'buddies'))
  second.reject()
  await second.done
  await vi.waitFor(() => expect(shown()).toEqual(settings('truth', 'truth')))
})

it('ignores a read that started before the change', async () => {
  const { promise, resolve } = Promise.withResolvers<PrivacySettings>()
  read.mockImplementationOnce(() => promise)
  void queryClient.invalidateQueries({ queryKey })
  await vi.waitFor(() => expect(read).toHaveBeenCalled())
  const first = change({ music: 'nobody' })
  resolve(settings('everyone', 'old'))
  await promise
  first.taken(settings('nobody', 'everyone'))
  await first.done
  expect(shown()).toEqual(settings('nobody', 'everyone'))
})

it('neither shows nor sends pending changes after another user signs in', async () => {
  const [first, second] = [change({ music: 'nobody' }), change({ video: 'buddies' })]
  await vi.waitFor(() => expect(first.send).toHaveBeenCalled())
  queryClient.clear()
  cacheResponse(call, {}, settings('theirs', 'theirs'))
  first.taken(settings('nobody', 'everyone'))
  expect([await first.done, await second.done]).toMatchObject([null, { kind: 'signed_out' }])
  expect([shown(), second.send.mock.calls.length]).toEqual([settings('theirs', 'theirs'), 0])
})

it('sends a change even when the response was never loaded', async () => {
  stop()
  queryClient.clear()
  const first = change({ music: 'nobody' })
  first.taken(settings('nobody', 'everyone'))
  expect([await first.done, shown()]).toEqual([null, undefined])
  expect(first.send).toHaveBeenCalledTimes(1)
})

import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { privacyCalls, type PrivacySettings } from '#contract/privacy.ts'
import type { ApiResult } from './api-client.ts'
import { unanswered } from './api-error.ts'
import { changeAnswer } from './change-answer.ts'
import { callKey, queryClient, rememberAnswer } from './query.ts'

const call = privacyCalls.getPrivacy
const queryKey = callKey(call, {})
// What the settings are is nothing to a change: two of them do.
const settings = (music: string, video: string) => ({ music, video }) as PrivacySettings
const shown = () => queryClient.getQueryData(queryKey)
/** A change whose answer comes when the test says so. */
function change(part: Partial<Record<keyof PrivacySettings, string>>) {
  const { promise: answer, resolve } = Promise.withResolvers<ApiResult<PrivacySettings>>()
  const send = vi.fn<() => Promise<ApiResult<PrivacySettings>>>(() => answer)
  const done = changeAnswer(call, {}, { shown: (now) => ({ ...now, ...part }) as PrivacySettings, send })
  return {
    send,
    done,
    taken: (value: PrivacySettings) => resolve({ ok: true, value }),
    refuse: () => resolve({ ok: false, failure: unanswered('offline') }),
  }
}
// The truth that is read after a refusal.
const read = vi.fn<() => Promise<PrivacySettings>>(async () => settings('truth', 'truth'))
let stop: () => void

beforeEach(() => {
  read.mockClear()
  rememberAnswer(call, {}, settings('everyone', 'everyone'))
  stop = new QueryObserver(queryClient, { queryKey, queryFn: read, staleTime: Infinity, retry: false }).subscribe(() => undefined)
})
afterEach(() => {
  stop()
  queryClient.clear()
})

it('a change shows at once, and what the server answered stays', async () => {
  const one = change({ music: 'nobody' })
  expect(shown()).toEqual(settings('nobody', 'everyone'))
  one.taken(settings('nobody', 'server'))
  expect(await one.done).toBeNull()
  expect(shown()).toEqual(settings('nobody', 'server'))
  expect(read).not.toHaveBeenCalled()
})

it('a second change waits for the first to be answered, and that answer does not take it off the screen', async () => {
  const [one, two] = [change({ music: 'nobody' }), change({ video: 'buddies' })]
  await vi.waitFor(() => expect(one.send).toHaveBeenCalled())
  expect(two.send).not.toHaveBeenCalled()
  one.taken(settings('nobody', 'everyone'))
  await one.done
  expect(shown()).toEqual(settings('nobody', 'buddies'))
  two.taken(settings('nobody', 'buddies'))
  await two.done
  expect(shown()).toEqual(settings('nobody', 'buddies'))
})

it('a refused change alone is taken back, and then the server is asked what holds', async () => {
  const [one, two] = [change({ music: 'nobody' }), change({ video: 'buddies' })]
  one.refuse()
  expect(await one.done).toMatchObject({ kind: 'offline' })
  expect(shown()).toEqual(settings('everyone', 'buddies'))
  two.refuse()
  await two.done
  await vi.waitFor(() => expect(shown()).toEqual(settings('truth', 'truth')))
})

it('a read that began before the change does not put the old answer over it', async () => {
  const { promise, resolve } = Promise.withResolvers<PrivacySettings>()
  read.mockImplementationOnce(() => promise)
  void queryClient.invalidateQueries({ queryKey })
  await vi.waitFor(() => expect(read).toHaveBeenCalled())
  const one = change({ music: 'nobody' })
  resolve(settings('everyone', 'old'))
  await promise
  one.taken(settings('nobody', 'everyone'))
  await one.done
  expect(shown()).toEqual(settings('nobody', 'everyone'))
})

it('when somebody else signs in, nothing of the one before shows or is sent', async () => {
  const [one, two] = [change({ music: 'nobody' }), change({ video: 'buddies' })]
  await vi.waitFor(() => expect(one.send).toHaveBeenCalled())
  queryClient.clear()
  rememberAnswer(call, {}, settings('theirs', 'theirs'))
  one.taken(settings('nobody', 'everyone'))
  expect([await one.done, await two.done]).toMatchObject([null, { kind: 'signed_out' }])
  expect([shown(), two.send.mock.calls.length]).toEqual([settings('theirs', 'theirs'), 0])
})

it('what nobody has read is sent all the same', async () => {
  stop()
  queryClient.clear()
  const one = change({ music: 'nobody' })
  one.taken(settings('nobody', 'everyone'))
  expect([await one.done, shown()]).toEqual([null, undefined])
  expect(one.send).toHaveBeenCalledTimes(1)
})

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import { platformFrames } from '#contract/socket.ts'
import { callPattern } from '#contract/base/call.ts'
import { identityCalls } from '#contract/identity/identity.ts'
import { languageCalls } from '#contract/languages/language-setting.ts'
import { folderCalls } from '#contract/taste/folders.ts'
import { buddiesFeed, feedKey } from '#web/features/moments/moments.cache.ts'
import { PAGE_ID } from '#web/platform/api-client.ts'
import { callKey } from '#web/platform/query.ts'
import type { LinkState } from '#web/platform/socket/socket-link.ts'
import { startOwnDataLive } from './own-data.live.ts'

const otherPage = '018f0000-0000-4000-8000-000000000002'
const followLanguage = vi.fn<() => Promise<void>>(async () => undefined)
const confirmProfile = vi.fn<() => Promise<void>>(async () => undefined)
const read = vi.fn<() => Promise<object>>(async () => ({ folders: [] }))
let receive: (data: FrameData<typeof platformFrames.own_data_changed>) => void
let change: (state: LinkState) => void
let stop: () => void
let client: QueryClient
const page = { hidden: false }

beforeEach(() => {
  vi.clearAllMocks()
  vi.stubGlobal('document', page)
  page.hidden = false
  client = new QueryClient()
  const observer = new QueryObserver(client, {
    queryKey: callKey(folderCalls.getFolders, {}),
    queryFn: read,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const unsubscribe = observer.subscribe(() => undefined)
  const unlisten = startOwnDataLive({
    subscribe<F extends FrameDefinition>(_frame: F, listener: (data: FrameData<F>) => void) {
      // The only frame that is subscribed.
      receive = listener as typeof receive
      return () => undefined
    },
    onState(listener) {
      change = listener
      return () => undefined
    },
    queryClient: client,
    followLanguage,
    confirmProfile,
  })
  stop = () => {
    unsubscribe()
    unlisten()
  }
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const folders = [callPattern(folderCalls.getFolders)]

test('a change on another page is loaded again where it is on screen', async () => {
  await expect.poll(() => read.mock.calls.length).toBe(1)
  receive({ calls: folders, by: otherPage })
  await expect.poll(() => read.mock.calls.length).toBe(2)
  receive({ calls: folders, by: null })
  await expect.poll(() => read.mock.calls.length).toBe(3)
})

test('a change of this page is not loaded again', async () => {
  await expect.poll(() => read.mock.calls.length).toBe(1)
  receive({ calls: folders, by: PAGE_ID })
  expect(client.getQueryState(callKey(folderCalls.getFolders, {}))?.isInvalidated).toBe(false)
})

test('a hidden page only marks the data as outdated, so that it is loaded when the page is shown', async () => {
  await expect.poll(() => client.isFetching()).toBe(0)
  page.hidden = true
  receive({ calls: folders, by: otherPage })
  expect(client.getQueryState(callKey(folderCalls.getFolders, {}))).toMatchObject({ isInvalidated: true, fetchStatus: 'idle' })
})

test('a new language of the account is applied, and terms accepted elsewhere open the app', () => {
  receive({ calls: [callPattern(languageCalls.getLanguage)], by: otherPage })
  expect([followLanguage.mock.calls.length, confirmProfile.mock.calls.length]).toEqual([1, 0])
  receive({ calls: [callPattern(identityCalls.checkUserExist)], by: otherPage })
  expect([followLanguage.mock.calls.length, confirmProfile.mock.calls.length]).toEqual([1, 1])
})

test('after a lost connection everything but feeds is outdated, and nothing is loaded at once', async () => {
  await expect.poll(() => client.isFetching()).toBe(0)
  const feed = feedKey(buddiesFeed)
  client.setQueryData(feed, {})
  const isOutdated = () => [callKey(folderCalls.getFolders, {}), feed].map((queryKey) => client.getQueryState(queryKey)?.isInvalidated)
  const open: LinkState = { name: 'open', uid: otherPage }
  change(open)
  expect(isOutdated()).toEqual([false, false])
  change({ name: 'waiting', why: 'lost', untilMs: 0 })
  change(open)
  expect(isOutdated()).toEqual([true, false])
  expect(read.mock.calls.length).toBe(1)
})

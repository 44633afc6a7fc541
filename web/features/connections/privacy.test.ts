import { afterEach, expect, test, vi } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { defaultPrivacy } from '#contract/identity/privacy.ts'
import { profileCalls } from '#contract/profiles.ts'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { startSession } from '#web/features/identity/session.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { changePrivacy } from './privacy.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a saved change refreshes the profile as others see it, and no other profile', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...defaultPrivacy, music: 'buddies' })))
  // The call uses nothing else of the provider.
  const stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
  } as unknown as IdentityProvider)
  const params = { uid: '0199d3a0-0000-7000-8000-000000000001' as Uid }
  const [seen, own] = [
    callKey(profileCalls.getProfile, { params, query: { as: 'everyone' } }),
    callKey(profileCalls.getProfile, { params }),
  ]
  for (const key of [seen, own]) queryClient.setQueryData(key, {})
  await changePrivacy({ music: 'buddies' })
  expect([seen, own].map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, false])
  stop()
})

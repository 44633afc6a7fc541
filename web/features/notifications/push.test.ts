import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { removePushAfterSignOut } from './push.ts'

let did: string[]
let hasPush: boolean

beforeEach(() => {
  did = []
  hasPush = true
  const worker = {
    getNotifications: async () => ['one', 'two'].map((name) => ({ close: () => did.push(`close ${name}`) })),
    pushManager: { getSubscription: async () => (hasPush ? { unsubscribe: async () => did.push('unsubscribe') } : null) },
  }
  vi.stubGlobal('window', { PushManager: {} })
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => worker },
    clearAppBadge: async () => did.push('clear badge'),
  })
  vi.stubGlobal('fetch', async (address: string) => did.push(address))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('unsubscribes and hides push messages after a sign-out without a request to the server', async () => {
  await removePushAfterSignOut()
  expect(did).toEqual(['unsubscribe', 'close one', 'close two', 'clear badge'])
})

it('removes shown messages when push was already disabled', async () => {
  hasPush = false
  await removePushAfterSignOut()
  expect(did).toEqual(['close one', 'close two', 'clear badge'])
})

it('ignores a browser without push or with an error', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.reject(new Error('rejected')) } })
  await removePushAfterSignOut()
  vi.stubGlobal('navigator', {})
  await removePushAfterSignOut()
  expect([did, warn.mock.calls.length]).toEqual([[], 1])
})

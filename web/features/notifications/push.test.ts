import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerSession } from '#web/platform/session-token.ts'
import { disablePush, enablePush, endPush, pausePush, pushState, renewPush } from './push.ts'

let performed: string[]
let hasPush: boolean

const subscription = {
  endpoint: 'https://push.example/1',
  toJSON: () => ({ endpoint: 'https://push.example/1', keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
  async unsubscribe(): Promise<void> {
    performed.push('unsubscribe')
    hasPush = false
  },
}

function subscribe() {
  performed.push('subscribe')
  hasPush = true
  return subscription
}

/** Ends push and waits until the push service has removed it. */
async function endPushNow(): Promise<void> {
  await endPush(null)
  await pushState().catch(() => undefined)
}

beforeEach(() => {
  performed = []
  hasPush = true
  const worker = {
    getNotifications: async () => ['one', 'two'].map((name) => ({ close: () => performed.push(`close ${name}`) })),
    pushManager: { getSubscription: async () => (hasPush ? subscription : null), subscribe: async () => subscribe() },
  }
  vi.stubGlobal('window', { PushManager: {} })
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => worker },
    clearAppBadge: async () => performed.push('clear badge'),
  })
  vi.stubGlobal('fetch', async (address: string) => performed.push(address))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('unsubscribes and hides push messages after a sign-out without a request to the server', async () => {
  await endPushNow()
  expect(performed).toEqual(['unsubscribe', 'close one', 'close two', 'clear badge'])
})

it('removes shown messages when push was already disabled', async () => {
  hasPush = false
  await endPushNow()
  expect(performed).toEqual(['close one', 'close two', 'clear badge'])
})

it('ignores a browser without push or with an error', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.reject(new Error('rejected')) } })
  await endPushNow()
  vi.stubGlobal('navigator', {})
  await endPushNow()
  expect([performed, warn.mock.calls.length]).toEqual([[], 1])
})

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const OLD_KEY = 'old-key'
const NEW_KEY = 'new-key1'
/** The browser's subscription; null when it has none. */
let current: ReturnType<typeof subscriptionWith> | null

function subscriptionWith(key: string | null) {
  const endpoint = `https://push.example/${key}`
  return {
    endpoint,
    options: { applicationServerKey: key === null ? null : bytes(key) },
    toJSON: () => ({ endpoint, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
    async unsubscribe() {
      performed.push(`end ${endpoint}`)
      current = null
    },
  }
}

/** A browser with a subscription for that key, at a server with NEW_KEY. */
function useBrowserWith(key: string | null): void {
  current = subscriptionWith(key)
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) =>
      (current ??= subscriptionWith(new TextDecoder().decode(applicationServerKey))),
  }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
  vi.stubGlobal('caches', { open: async () => ({ put: async () => undefined }) })
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (method === 'GET') return Response.json({ public_key: btoa(NEW_KEY).replaceAll('=', '') })
    performed.push(
      method === 'POST' ? `register ${JSON.parse(body ?? '').endpoint}` : `${method} ${decodeURIComponent(address.split('=')[1] ?? '')}`,
    )
    return Response.json({})
  })
}

describe('a subscription with another key than the server’s', () => {
  let signOut: () => void
  beforeEach(() => {
    signOut = registerSession({ getToken: async () => 'a token', uid: () => null })
  })
  afterEach(() => signOut())
  const old = `https://push.example/${OLD_KEY}`
  const replaced = [`DELETE ${old}`, `end ${old}`, `register https://push.example/${NEW_KEY}`]

  it('is replaced at the next start', async () => {
    useBrowserWith(OLD_KEY)
    await renewPush()
    expect(performed).toEqual(replaced)
  })

  it('is replaced when the user turns push on', async () => {
    useBrowserWith(OLD_KEY)
    expect(await enablePush()).toBe('on')
    expect(performed).toEqual(replaced)
  })

  it.each([NEW_KEY, null])('stays registered with the server’s key, and where the browser does not report the key (%s)', async (key) => {
    useBrowserWith(key)
    await renewPush()
    expect(performed).toEqual([`register https://push.example/${key}`])
  })
})

describe('after a sign-out', () => {
  const stored = new Map<string, string>()
  const signIn = (subject: string | null): void => void (subject === null ? stored.delete('wl.session') : stored.set('wl.session', subject))

  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    })
    vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })
    vi.stubGlobal('location', { origin: 'https://own.example' })
    vi.stubGlobal('caches', { open: async () => ({ put: async () => undefined }) })
    vi.stubGlobal('fetch', async () => Response.json({ public_key: 'AAAA' }))
    registerSession({ getToken: async () => 'token', uid: () => null })
    signIn('anna')
  })

  it.each([
    { name: 'the user signed out', end: async () => pausePush() },
    { name: 'the session ended elsewhere', end: async () => endPush('anna') },
  ])('push is on again each time the same user signs in, but off for another user: $name', async ({ end }) => {
    for (const subscriptions of [['subscribe'], ['subscribe', 'subscribe']]) {
      await end()
      signIn(null)
      await endPushNow()
      signIn('ben')
      await renewPush()
      expect(await pushState()).toBe('off')
      signIn('anna')
      await renewPush()
      expect([await pushState(), performed.filter((done) => done === 'subscribe')]).toEqual(['on', subscriptions])
    }
  })

  it('the next user does not reuse a subscription that is being ended', async () => {
    const gate = Promise.withResolvers<void>()
    vi.spyOn(subscription, 'unsubscribe').mockImplementation(async () => {
      await gate.promise
      hasPush = false
    })
    const fetched = vi.fn<typeof fetch>()
    vi.stubGlobal('fetch', fetched)
    await endPush('anna')
    signIn('ben')
    const after = [renewPush(), pushState()]
    gate.resolve()
    expect([(await Promise.all(after))[1], fetched.mock.calls]).toEqual(['off', []])
  })

  it('push stays off when the user turned it off', async () => {
    await pausePush()
    await disablePush()
    await endPushNow()
    await renewPush()
    expect(await pushState()).toBe('off')
  })
})

import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const source = readFileSync(new URL('../../public/push-worker.js', import.meta.url), 'utf8')
const origin = 'https://wavelength.example'

type ClickEvent = { notification: { close: () => void; data: unknown }; waitUntil: (work: Promise<unknown>) => void }

/** Clicks a notification with that path while no window is open, and returns the address that the worker opens. */
async function addressOpenedBy(path: unknown): Promise<string> {
  const opened: string[] = []
  const listeners: Record<string, (event: ClickEvent) => void> = {}
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: (event: ClickEvent) => void) => void (listeners[type] = listener),
    clients: { matchAll: () => Promise.resolve([]), openWindow: (address: string) => void opened.push(new URL(address, origin).href) },
  }
  runInContext(source, createContext({ self, URL }))
  const work: Promise<unknown>[] = []
  listeners['notificationclick']?.({ notification: { close: () => undefined, data: { path } }, waitUntil: (task) => void work.push(task) })
  await Promise.all(work)
  return opened.join()
}

describe('the page of a clicked push notification', () => {
  it('is the one in the push message', async () => {
    expect(await addressOpenedBy('/chat/1?at=2')).toBe(`${origin}/chat/1?at=2`)
  })

  it.each([
    undefined,
    null,
    7,
    'chat',
    '//evil.io',
    '/\\evil.io',
    '/.//evil.io',
    '/..//evil.io',
    '/\t/evil.io',
    'https://evil.io/',
    'javascript:alert(1)',
  ])('is the notifications page when the push names %j', async (path) => {
    expect(await addressOpenedBy(path)).toBe(`${origin}/notifications`)
  })
})

const uid = 'u7'

/** Clicks "Accept" on a request, with a server that answers so; returns the requests and the pages opened. */
async function accept(answers: Record<string, number>): Promise<{ requests: string[]; opened: string[] }> {
  const opened: string[] = []
  const requests: string[] = []
  const listeners: Record<string, (event: ClickEvent & { action: string }) => void> = {}
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: (event: ClickEvent) => void) => void (listeners[type] = listener),
    clients: { matchAll: () => Promise.resolve([]), openWindow: (address: string) => void opened.push(address) },
  }
  const fetch = (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) => {
    requests.push([method, path, headers['authorization']].filter(Boolean).join(' '))
    return Promise.resolve(Response.json({ token: 'the-token' }, { status: answers[path] ?? 200 }))
  }
  runInContext(source, createContext({ self, URL, fetch }))
  const work: Promise<unknown>[] = []
  const notification = { close: () => undefined, data: { path: `/view-connection/${uid}` } }
  listeners['notificationclick']?.({ action: 'accept', notification, waitUntil: (task) => void work.push(task) })
  await Promise.all(work)
  return { requests, opened }
}

describe('"Accept" on a push notification', () => {
  it('accepts the request without opening the app', async () => {
    expect(await accept({})).toEqual({
      requests: ['GET /identity/token', `POST /app/auth/connection-requests/${uid}/accept Bearer the-token`],
      opened: [],
    })
  })

  it.each([{ '/identity/token': 401 }, { [`/app/auth/connection-requests/${uid}/accept`]: 404 }])(
    'opens the page after %j',
    async (answers) => {
      expect((await accept(answers)).opened).toEqual([`/view-connection/${uid}`])
    },
  )
})

type PushEvent = { data: { json: () => unknown }; waitUntil: (work: Promise<unknown>) => void }
type Window = { visibilityState: string; url: string; postMessage: (asked: { askPath: true }, ports: [MessagePort]) => void }

/** Delivers a push for `/chat/1` while this window is open, and returns the number of notifications. */
async function notificationsBeside(window: Window): Promise<number> {
  let count = 0
  const listeners: Record<string, (event: PushEvent) => void> = {}
  const self = {
    addEventListener: (type: string, listener: (event: PushEvent) => void) => void (listeners[type] = listener),
    clients: { matchAll: () => Promise.resolve([window]) },
    registration: { showNotification: async () => void count++ },
    navigator: {},
  }
  const caches = { match: () => Promise.resolve(undefined) }
  runInContext(source, createContext({ self, caches, MessageChannel, setTimeout: (run: () => void) => setTimeout(run, 100) }))
  const work: Promise<unknown>[] = []
  const data = { json: () => ({ kind: 'message', name: 'Ben', title: 'New message', body: '', path: '/chat/1', tag: 't' }) }
  listeners['push']?.({ data, waitUntil: (task) => void work.push(task) })
  await Promise.all(work)
  return count
}

describe('a push', () => {
  const showing =
    (path: string): Window['postMessage'] =>
    (_, [port]) =>
      port.postMessage(path)

  it.each([
    ['is not shown beside its page', { visibilityState: 'visible', url: `${origin}/`, postMessage: showing('/chat/1') }, 0],
    ['is shown beside another page', { visibilityState: 'visible', url: `${origin}/chat/1`, postMessage: showing('/chat/2') }, 1],
    ['is shown while its page is hidden', { visibilityState: 'hidden', url: `${origin}/chat/1`, postMessage: showing('/chat/1') }, 1],
    ['is shown when the page does not reply', { visibilityState: 'visible', url: `${origin}/`, postMessage: () => undefined }, 1],
  ])('%s', async (_, window, count) => {
    expect(await notificationsBeside(window)).toBe(count)
  })
})

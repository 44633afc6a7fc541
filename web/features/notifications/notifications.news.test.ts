import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notificationCalls } from '#contract/notifications.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { markRead } from './notifications.api.ts'
import { handleNotification } from './notifications.news.ts'

const KEY = 'moment_commented:m1'
const news = {
  key: KEY,
  kind: 'moment_commented',
  people: [{ uid: '018f0000-0000-7000-8000-000000000001', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }],
  people_count: 1,
  count: 1,
  subject: 'm1',
  excerpt: '',
  at: '2026-03-03T12:00:00.000Z',
  is_unread: true,
}
const read: unknown[] = []
const shown: string[] = []
let stop: () => void

function answer(address: string, { method = 'GET', body }: RequestInit = {}): Response {
  if (method === 'GET') return Response.json({ notifications: [news], next: null, unread: 1 })
  read.push(address, body)
  return Response.json({ unread: 0 })
}

beforeEach(() => {
  read.length = shown.length = 0
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', async (address: string, options?: RequestInit) => answer(address, options))
  stop = setNoticeView(({ message }) => shown.push(message))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

function lookAt(address: string, visibilityState = 'visible'): void {
  const { origin, pathname, search } = new URL(address, 'https://wave.example')
  vi.stubGlobal('location', { origin, pathname, search })
  vi.stubGlobal('document', { visibilityState })
}

test.each(['/', '/moments', '/moments?post=m2', '/profile/1?post=m1'])('shows a notice about a comment at %s', async (address) => {
  lookAt(address)
  await handleNotification(KEY, () => undefined)
  expect([shown, read]).toEqual([['Jonas Weir commented on your moment'], []])
})

test('shows a notice about a comment when the page is in the background', async () => {
  lookAt('/moments?post=m1', 'hidden')
  await handleNotification(KEY, () => undefined)
  expect([shown.length, read]).toEqual([1, []])
})

test.each(['/moments?post=m1', '/moments/018f?tab=wavelength&post=m1'])(
  'marks it as read without a notice when its moment is open at %s',
  async (address) => {
    lookAt(address)
    await handleNotification(KEY, () => undefined)
    expect([shown, read]).toEqual([[], ['/app/auth/notifications/read', JSON.stringify({ key: KEY })]])
  },
)

test('a list read before notifications were marked as read does not make them unread again', async () => {
  const key = [...callKey(notificationCalls.getNotifications), 'pages']
  const list = (isUnread: boolean) => ({
    pages: [{ notifications: [{ ...news, is_unread: isUnread }], next: null, unread: 1 }],
    pageParams: [null],
  })
  queryClient.setQueryData(key, list(true))
  const { promise, resolve } = Promise.withResolvers<Response>()
  vi.stubGlobal('fetch', () => promise)
  const marking = markRead(KEY)
  queryClient.setQueryData(key, list(true))
  resolve(Response.json({ unread: 0 }))
  await marking
  expect(queryClient.getQueryData(key)).toEqual(list(false))
  queryClient.clear()
})

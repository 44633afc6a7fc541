import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { connectionCalls, type IncomingRequest } from '#contract/connections.ts'
import { type Notification, notificationCalls } from '#contract/notifications.ts'
import type { PersonCard } from '#contract/people.ts'
import { type Match, tasteCalls } from '#contract/taste/taste.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { callKey, queryClient } from '#web/platform/query.ts'
import { NotificationsPage } from '#web/pages/notifications/NotificationsPage.tsx'
import { BellPanel } from './BellPanel.tsx'

const at = '2026-03-01T10:00:00.000Z'
const card = (uid: string, name: string): PersonCard => ({ uid, name, user_name: uid, avatar_url: null })
const people = [card('p1', 'Jonas Weir'), card('p2', 'Amara Obi')]
const requests: IncomingRequest[] = people.map((person) => ({ person, note: '', asked_at: at, mutual_count: 0 }))
const item = (name: string) => ({ id: name, kind: 'artist', name }) as Match['shared'][number]['item']
const match = {
  is_hidden: false,
  percent: 72,
  shared_artists: 4,
  shared_channels: 1,
  shared_items: 5,
  shared: ['Khruangbin', 'Mulatu Astatke', 'Bonobo', 'Tom Misch'].map((name) => ({ item: item(name) })),
} as unknown as Match

const note = (key: string, kind: Notification['kind'], isUnread: boolean): Notification => ({
  key,
  kind,
  people: [card(`of-${key}`, `Person ${key}`)],
  people_count: 1,
  count: 1,
  subject: 's',
  excerpt: '',
  at,
  is_unread: isUnread,
})
// Seven read ones come first; the request is the same as the one in the list of requests.
const notifications = [
  note('r', 'request_asked', true),
  ...Array.from({ length: 7 }, (_, number) => note(`read-${number}`, 'moment_liked', false)),
  ...Array.from({ length: 3 }, (_, number) => note(`new-${number}`, 'moment_liked', true)),
]

beforeEach(() => {
  // Everything is visible.
  vi.stubGlobal('IntersectionObserver', function (report: (entries: { isIntersecting: boolean }[]) => void) {
    return { observe: () => report([{ isIntersecting: true }]), disconnect: () => undefined }
  })
  queryClient.setQueryData(callKey(connectionCalls.getRequests, {}), { requests })
  queryClient.setQueryData([...callKey(notificationCalls.getNotifications), 'pages'], {
    pages: [{ notifications, next: null, unread: 3 }],
    pageParams: [null],
  })
  for (const { uid } of people) queryClient.setQueryData(callKey(tasteCalls.getMatch, { params: { uid } }), { match })
  return () => void vi.unstubAllGlobals()
})

// The bell counts open requests and unread notifications other than requests.
it.each([
  ['the panel of the bell', <BellPanel key="panel" onClose={() => undefined} />],
  ['the page of all notifications', <NotificationsPage key="page" />],
])('%s marks as many entries as the bell counts', (_, view) => {
  renderInApp(view)
  expect(screen.getAllByText('unread')).toHaveLength(requests.length + 3)
})

it('a request shows the match and the rarest shared items', () => {
  renderInApp(<BellPanel onClose={() => undefined} />)
  const row = screen.getByRole('link', { name: /^Jonas Weir would like to connect/ })
  expect(within(row).getByText('72% match')).toBeTruthy()
  expect(row.textContent).toContain('Khruangbin, Mulatu Astatke, Bonobo, and 2 more')
})

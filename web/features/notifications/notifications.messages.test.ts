import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { notificationPath, notificationText } from './notifications.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const jonas = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }
const news = (kind: Notification['kind'], more: Partial<Notification> = {}): Notification => ({
  key: `${kind}:1`,
  kind,
  people: [jonas],
  people_count: 1,
  count: 1,
  subject: '1',
  excerpt: '',
  at: '2026-03-03T12:00:00.000Z',
  is_unread: true,
  ...more,
})
const textOf = (...given: Parameters<typeof news>) => notificationText(i18n, news(...given))

describe('a notification', () => {
  it('names the latest person and counts the others', () => {
    expect([
      textOf('moment_liked'),
      textOf('moment_liked', { people_count: 2, count: 2 }),
      textOf('moment_commented', { people_count: 4, count: 9 }),
      textOf('message', { count: 3 }),
      textOf('message'),
      textOf('message', { people_count: 3, count: 6 }),
    ]).toEqual([
      'Jonas Weir likes your moment',
      'Jonas Weir and 1 other like your moment',
      'Jonas Weir and 3 others commented on your moment',
      '3 new messages from Jonas Weir',
      'New message from Jonas Weir',
      'New messages from Jonas Weir and 2 others',
    ])
  })

  it('names the account that stopped syncing', () => {
    const none = { people: [], people_count: 0 }
    expect([textOf('source_stopped', { ...none, subject: 'lastfm' }), textOf('source_stopped', { ...none, subject: '' })]).toEqual([
      'Last.fm stopped syncing',
      'A connected account stopped syncing',
    ])
  })

  it('accepts any characters in a name', () => {
    const odd = { ...jonas, name: '{count} <b>Bob</b>' }
    expect(textOf('request_accepted', { people: [odd] })).toBe('{count} <b>Bob</b> accepted your request')
  })

  it('from moderators contains the decision', () => {
    const none = { people: [], people_count: 0 }
    expect([
      textOf('moderation', { ...none, subject: 'hidden-moment', count: 2 }),
      textOf('moderation', { ...none, subject: 'restored-comment' }),
      textOf('moderation', { ...none, subject: 'lifted' }),
      textOf('moderation', { ...none, subject: 'looked-at' }),
      textOf('moderation', { ...none, subject: 'report-upheld' }),
      textOf('moderation', { ...none, subject: 'report-dismissed', count: 2 }),
    ]).toEqual([
      'Moderators hid 2 of your moments',
      'One of your comments is visible again',
      'Your suspension was lifted. Welcome back.',
      'Moderators reviewed your report. Thank you.',
      'Moderators acted on your report. Thank you.',
      'Moderators reviewed 2 of your reports and found nothing against the rules',
    ])
  })

  it('links to its subject', () => {
    expect([
      notificationPath(news('request_asked', { subject: jonas.uid })),
      notificationPath(news('moment_liked')),
      notificationPath(news('message')),
      notificationPath(news('moderation')),
    ]).toEqual([`/view-connection/${jonas.uid}`, '/moments?post=1', '/chat/1', '/settings#muted'])
  })
})

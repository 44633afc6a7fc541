import { expect, test } from 'vitest'
import { defaultChannels, notificationCalls, notificationKinds } from './notifications.ts'

const row = { key: 'k', people: [], people_count: 0, count: 1, subject: '', excerpt: '', at: '2026-05-01T12:00:00.000Z', is_unread: true }

test('a list contains stored notifications of a later release, without their kind', () => {
  const answer = {
    notifications: [
      { ...row, kind: 'moment_liked' },
      { ...row, kind: 'of_a_newer_server' },
    ],
    next: null,
    unread: 2,
  }
  const { notifications } = notificationCalls.getNotifications.response.parse(answer)
  expect(notifications.map(({ kind }) => kind)).toEqual(['moment_liked', null])
})

test('settings of a later release lose unknown kinds, and those of an earlier one gain the default channels', () => {
  const { message, ...others } = defaultChannels
  const settings = { quiet: null, time_zone: 'UTC', push_shows_text: true, digest: 'off' as const }
  const read = (kinds: object) => notificationCalls.getNotificationSettings.response.parse({ ...settings, kinds }).kinds
  expect(Object.keys(read({ ...defaultChannels, of_a_newer_server: message }))).toEqual([...notificationKinds])
  expect(read(others).message).toEqual(message)
})

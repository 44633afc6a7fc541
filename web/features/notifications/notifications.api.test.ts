import { expect, test } from 'vitest'
import type { NotificationKind } from '#contract/notifications.ts'
import { isKnown } from './notifications.api.ts'

test('notifications of a newer server are left out', () => {
  const row = { key: 'k', people: [], people_count: 0, count: 1, subject: '', excerpt: '', at: '2026-05-01T12:00:00.000Z', is_unread: true }
  const kinds = ['moment_liked', 'of_a_newer_server' as NotificationKind, null] as const
  expect(kinds.filter((kind) => isKnown({ ...row, kind }))).toEqual(['moment_liked'])
})

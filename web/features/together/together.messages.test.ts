import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { TogetherMember, TogetherSession } from '#contract/together.ts'
import { aMember } from './together.test-session.ts'
import { joinText, memberText, statusOf } from './together.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

const session = (members: TogetherMember[]) =>
  ({ members, current: {}, last: null, skips: [], timeline: { rate: 1, at_ms: 0 } }) as unknown as TogetherSession

test.each([
  ['In sync', [aMember('me'), aMember('max')]],
  ['All in sync', [aMember('me'), aMember('max'), aMember('lena')]],
  ['max is catching up', [aMember('me'), aMember('max', { in_sync: false })]],
  ['Only you so far', [aMember('me')]],
  ['max isn’t playing yet', [aMember('me'), aMember('max', { error: 'consent' })]],
  // The reason is shown in a separate row.
  ['', [aMember('me', { error: 'embedding' }), aMember('max')]],
  ['', [aMember('me', { error: 'embedding' }), aMember('max', { error: 'embedding' })]],
])('the status of a session is “%s”', (text, members) => {
  expect(statusOf(i18n, session(members), 'me', 'in-sync', 60_000).text).toBe(text)
})

test.each([
  ['max wants to skip', ['max']],
  // The session has gone on to the next item.
  ['max skipped', []],
])('the status after a vote to skip is “%s”', (text, skips) => {
  const last = { by: 'max', name: 'max', what: 'skip', at_ms: 59_000 } as const
  const voted = { ...session([aMember('me'), aMember('max')]), last, skips }
  expect(statusOf(i18n, voted, 'me', 'in-sync', 60_000).text).toBe(text)
})

test('the status of a session is unknown while the connection is lost', () => {
  expect(statusOf(i18n, session([aMember('me'), aMember('max')]), 'me', null, 60_000).text).toBe('Reconnecting…')
})

test.each([
  ['Join at 0:30', 30, [aMember('max')]],
  ['Join', 0, [aMember('max')]],
  // No member plays it.
  ['Join', 900, [aMember('max', { error: 'consent', ready: false })]],
])('the button that joins says “%s”', (text, seconds, members) => {
  expect(joinText(i18n, session(members), seconds)).toBe(text)
})

test.each([
  ['Spotify', null],
  ['Not playing yet', 'consent'],
  ['Not playing yet', 'blocked'],
  ['Waiting for an ad', 'advert'],
  ['Can’t play this', 'region'],
] as const)('shows “%s” beside a member when the error is %s', (text, error) => {
  expect(memberText(i18n, aMember('max', { error }), 'spotify')).toBe(text)
})

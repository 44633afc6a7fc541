import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { TogetherMember, TogetherSession } from '#contract/together.ts'
import { joinText, memberText, statusOf } from './together.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

const member = (uid: string, change: Partial<TogetherMember> = {}): TogetherMember => ({
  uid,
  name: uid,
  avatar: null,
  role: 'guest',
  platform: 'youtube',
  ready: true,
  error: null,
  in_sync: true,
  ...change,
})

const session = (members: TogetherMember[]) =>
  ({ members, current: {}, last: null, timeline: { rate: 1, at_ms: 0 } }) as unknown as TogetherSession

test.each([
  ['In sync', [member('me'), member('max')]],
  ['All in sync', [member('me'), member('max'), member('lena')]],
  ['max is catching up', [member('me'), member('max', { in_sync: false })]],
  ['Only you so far', [member('me')]],
  ['max isn’t playing yet', [member('me'), member('max', { error: 'consent' })]],
  // A row of its own has the reason.
  ['', [member('me', { error: 'embedding' }), member('max')]],
  ['', [member('me', { error: 'embedding' }), member('max', { error: 'embedding' })]],
])('the status of a session is “%s”', (text, members) => {
  expect(statusOf(i18n, session(members), 'me', 'in-sync', 60_000).text).toBe(text)
})

test('the status of a session is unknown while the connection is lost', () => {
  expect(statusOf(i18n, session([member('me'), member('max')]), 'me', null, 60_000).text).toBe('Reconnecting…')
})

test.each([
  ['Join at 0:30', 30, [member('max')]],
  ['Join', 0, [member('max')]],
  // No member plays it.
  ['Join', 900, [member('max', { error: 'consent', ready: false })]],
])('the button that joins says “%s”', (text, seconds, members) => {
  expect(joinText(i18n, session(members), seconds)).toBe(text)
})

test.each([
  ['Spotify', null],
  ['Not playing yet', 'consent'],
  ['Not playing yet', 'blocked'],
  ['Waiting for an ad', 'advert'],
  ['Can’t play this', 'region'],
] as const)('beside a member is “%s” when the error is %s', (text, error) => {
  expect(memberText(i18n, member('max', { error }), 'spotify')).toBe(text)
})

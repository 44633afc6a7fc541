import { expect, it } from 'vitest'
import { pageParams } from '#web/app/floating/ReplyToVideo.tsx'
import { recipientOf } from './SendToBuddy.tsx'

const [me, jonas, amara] = [1, 2, 3].map((index) => `0197a0f0-0000-7000-8000-00000000000${index}`) as [string, string, string]

it.each([
  [`/profile/${jonas}`, null, jonas],
  [`/profile/${jonas}/spotify`, null, jonas],
  [`/profile/${jonas}/youtube`, null, jonas],
  [`/profile/${jonas}/buddies`, null, jonas],
  [`/view-connection/${jonas}`, null, jonas],
  [`/moments/${jonas}`, null, jonas],
  [`/search/${jonas}`, null, jonas],
  [`/find-people/${jonas}`, null, jonas],
  ['/chat/0197a0f0-0000-7000-8000-000000000001', amara, amara],
  [`/profile/${jonas}`, amara, jonas],
  [`/profile/${me}`, null, null],
  [`/profile/${me}`, amara, amara],
  [`/profile/${me}/youtube`, null, null],
  // A user name leads on to the address with the id, so no recipient can be chosen before.
  ['/profile/jonas.weir', null, null],
  ['/profile/jonas.weir', amara, amara],
  ['/chat', null, null],
  ['/', null, null],
  ['/discover_content', null, null],
  [`/nowhere/${jonas}`, null, null],
] as const)('on %s with the open chat of %s, a reply goes to %s', (pathname, chatWith, recipient) => {
  expect(recipientOf({ params: pageParams(pathname), chatWith, me })).toBe(recipient)
})

it('the user of the page takes precedence over the user of the chat', () => {
  expect(recipientOf({ params: pageParams(`/profile/${jonas}`), chatWith: amara, me })).toBe(jonas)
})

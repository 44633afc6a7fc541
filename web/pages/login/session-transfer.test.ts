import { expect, it } from 'vitest'
import { parseEmailLink } from './email-link.ts'
import { pathOfAppLink } from '#web/platform/app-link.ts'
import { challengeOf, sessionTransferAddress } from './session-transfer.ts'

it("creates an address that the app's log-in page accepts", () => {
  const path = pathOfAppLink(sessionTransferAddress('a-code_1'), 'wavelength.example')
  expect(path).toBe('/login?mode=custom-token#a-code_1')
  expect(parseEmailLink(`https://wavelength.example${path}`)).toMatchObject({ mode: 'custom-token', code: 'a-code_1' })
})

it.each([
  ['', null],
  ['?hand-over=', null],
  ['?hand-over=abc%2Bd', 'abc+d'],
])('reads from %j the challenge %j', (search, challenge) => {
  expect(challengeOf(search)).toBe(challenge)
})

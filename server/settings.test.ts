import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { settings } from './settings.ts'

test.each([
  [{ PORT: '99999' }, 'PORT is not valid: it must be a whole number from 0 to 65535.'],
  [{ PORT: 'eight' }, 'PORT is not valid: it must be a whole number from 0 to 65535.'],
  [{ TOGETHER_MAX: '2.5' }, 'TOGETHER_MAX is not valid: it must be a whole number from 2 to 50.'],
  [{ DEMO: 'maybe' }, 'DEMO is not valid: it must be one of: on, off.'],
  [
    { OIDC_PROMPT: 'none' },
    'OIDC_PROMPT is not valid: it must be one of: login, consent, select_account, login consent, select_account consent.',
  ],
  [{ OPERATOR_NAME: 'x'.repeat(201) }, 'OPERATOR_NAME is not valid: it may have at most 200 characters.'],
  [{ IOS_TEAM_ID: 'team' }, 'IOS_TEAM_ID is not valid: it must be the id of a team, 10 capital letters and digits.'],
  [{ YOUTUBE_API_KEY: 'a key' }, 'YOUTUBE_API_KEY is not valid: it must be a key of letters, digits, _ and -.'],
])('%o is rejected with the allowed values', (env, message) => {
  expect(() => readConfig(env)).toThrow(message)
})

test('every setting that restricts its values states them', () => {
  const wrong = Object.fromEntries(Object.keys(settings.shape).map((name) => [name, '#'.repeat(400)]))
  for (const { message } of settings.safeParse(wrong).error?.issues ?? []) expect(message).toMatch(/^it (must be|may have) /)
})

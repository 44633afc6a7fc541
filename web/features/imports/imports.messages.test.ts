import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { readFailure } from '#web/platform/api-error.ts'
import { uploadMessage } from './imports.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

test('after too many files, the message says when the next one is possible', () => {
  const failure = readFailure(429, { type: 'about:blank', code: 'rate_limited', title: 'Too fast' }, 34 * 60)
  expect(uploadMessage(i18n, { status: 'rejected', failure }, 1_000)).toBe(
    'That was a lot in a short time. You can try again in 34 minutes.',
  )
})

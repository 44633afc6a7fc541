import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { sizeText } from './blends.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

test('a blend shows its tracks, videos, and total', () => {
  const size = { items: 3, tracks: 2, duration: { ms: 18_600_000, is_estimate: false } }
  expect(sizeText(i18n, size)).toBe('3 items · 2 tracks, 1 video · 5\u00a0h\u00a010\u00a0min')
  expect(sizeText(i18n, { ...size, tracks: 3, duration: null })).toBe('3 items')
})

import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { nextMixText, sizeText } from './blends.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })

test('a blend shows its tracks, videos, and total', () => {
  const size = { items: 3, tracks: 2, duration: { ms: 18_600_000, is_estimate: false } }
  expect(sizeText(i18n, size)).toBe('3 items\u00a0· 2 tracks, 1 video\u00a0· 5\u00a0h\u00a010\u00a0min')
  expect(sizeText(i18n, { ...size, tracks: 3, duration: null })).toBe('3 items')
})

test('the next mix is named by the calendar, also when the clocks change', () => {
  const textAt = (now: string) => nextMixText(i18n, new Date('2026-10-26T06:00').toISOString(), new Date(now).getTime()).split(', ').at(-1)
  expect(
    ['2026-10-24T20:00', '2026-10-25T00:30', '2026-10-25T23:30', '2026-10-26T00:30', '2026-10-20T23:00', '2026-10-26T07:00'].map(textAt),
  ).toEqual(['in 2 days', 'tomorrow', 'tomorrow', 'today', 'in 6 days', 'today'])
})

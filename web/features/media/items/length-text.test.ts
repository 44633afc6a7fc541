import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { Timed } from '#contract/durations.ts'
import { headingText, itemsAndLengthText, lengthText, totalText } from './length-text.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const tracks = (...seconds: (number | null)[]): Timed[] =>
  seconds.map((length) => (length === null ? { kind: 'track' } : { kind: 'track', duration_ms: length * 1_000 }))

test('an item shows its length, if it is known', () => {
  expect([lengthText({ duration_ms: 253_400 }), lengthText({ duration_ms: 3_727_000 }), lengthText({})]).toEqual(['4:13', '1:02:07', null])
})

test('a list shows its total to the nearest minute, and says if it is an estimate', () => {
  expect(itemsAndLengthText(i18n, tracks(200, 250))).toBe('2 items\u00a0· 8\u00a0min')
  expect(itemsAndLengthText(i18n, tracks(200, null))).toBe('2 items\u00a0· about\u00a07\u00a0min')
  expect(itemsAndLengthText(i18n, tracks(200, null, null))).toBe('3 items')
  expect([totalText(i18n, { ms: 5_000, is_estimate: false }), totalText(i18n, { ms: 7_195_000, is_estimate: true })]).toEqual([
    '1\u00a0min',
    'about\u00a02\u00a0h',
  ])
  const rough = [35_940_000, 36_000_000, 42_120_000]
  expect(rough.map((ms) => headingText(i18n, { ms, is_estimate: true }))).toEqual([
    'about 9\u00a0h 59\u00a0min',
    'about 10\u00a0h',
    'about 12\u00a0h',
  ])
  expect(headingText(i18n, { ms: 42_120_000, is_estimate: false })).toBe('11\u00a0h 42\u00a0min')
})

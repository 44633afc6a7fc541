import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { BroughtItem, RecapItem } from '#contract/taste/recaps.ts'
import { broughtPath, changeText, comparedText, durationText, spanText } from './week.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const played = (plays: number, before: number, isNew = false) => ({ plays, before, is_new: isNew }) as RecapItem

test('durations have hours from one hour on', () => {
  expect([0, 59, 3_599, 3_600, 41_040].map((seconds) => durationText(i18n, seconds))).toEqual([
    '0 min',
    '0 min',
    '59 min',
    '1 h 0 min',
    '11 h 24 min',
  ])
})

test('a change is a number, "same", or "new"', () => {
  expect([played(7, 5), played(5, 7), played(5, 5), played(5, 0, true)].map((one) => changeText(i18n, one))).toEqual([
    '+2',
    '-2',
    'same',
    'new',
  ])
  expect([comparedText(i18n, 5, 0), comparedText(i18n, 5, 4), comparedText(i18n, 3, 5)]).toEqual([
    null,
    '1 play more than the week before.',
    '2 fewer plays than the week before.',
  ])
})

test('a week is named by its days, whatever the time zone of the browser', () => {
  expect(spanText('en-US', '2026-11-16', '2026-11-22')).toBe('November 16\u2009–\u200922')
})

test('the evidence leads to the conversation, the moment, or the blend', () => {
  const path = (how: BroughtItem['how']) => broughtPath({ how, where: 'x' } as BroughtItem)
  expect([path('sent'), path('together'), path('posted'), path('blended')]).toEqual(['/chat/x', '/chat/x', '/moments?post=x', '/blend/x'])
})

import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { parsePeriod } from '#contract/taste/periods.ts'
import { PRINT_BARS } from '#contract/taste/print.ts'
import type { BroughtItem, CloserBuddy, RecapItem } from '#contract/taste/recaps.ts'
import { spanText } from './amounts.messages.ts'
import { durationText } from '#web/ui/text/duration-text.ts'
import { broughtPath, changeText, closerTitle, comparedText, nearestText, partLabel, periodName, shortPeriodName } from './week.messages.ts'
import { tallestText } from './sections.tsx'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
const played = (plays: number, before: number, isNew = false) => ({ plays, before, is_new: isNew }) as RecapItem

test('durations of an hour or more show hours', () => {
  expect([0, 59, 3_599, 3_600, 41_040].map((seconds) => durationText(i18n, seconds))).toEqual([
    '0 min',
    '0 min',
    '59 min',
    '1 h',
    '11 h 24 min',
  ])
})

test('a change is a number, "same", or "new"', () => {
  expect([played(7, 5), played(5, 7), played(5, 5), played(5, 0, true)].map((item) => changeText(i18n, item))).toEqual([
    '+2',
    '-2',
    'same',
    'new',
  ])
  expect([comparedText(i18n, 'week', 0), comparedText(i18n, 'week', 1), comparedText(i18n, 'year', 612)]).toEqual([
    null,
    'The week before: 1 play',
    'The year before: 612 plays',
  ])
  expect(changeText(i18n, { ...played(5, 0), before: null })).toBe('')
})

test('a period is named by its days, its month, or its year, and its bars by their days or months', () => {
  const name = (text: string) => {
    const period = parsePeriod(text)
    return period && periodName('en-US', period)
  }
  expect(['2026-11', '2026', '2026-11-03--2026-12-04'].map(name)).toEqual([
    'November 2026',
    '2026',
    'November 3\u2009–\u2009December 4, 2026',
  ])
  expect(shortPeriodName('en-US', { kind: 'week', from: '2026-11-16', to: '2026-11-22' })).toBe('Nov 16\u2009–\u200922')
  const labels = [
    partLabel('en-US', 'day', '2026-11-16', 7),
    partLabel('en-US', 'day', '2026-11-16', 30),
    partLabel('en-US', 'month', '2026-11-01', 12),
  ]
  expect(labels).toEqual(['M', '16', 'N'])
  expect(
    tallestText(
      i18n,
      PRINT_BARS.map((bar) => (bar === 'hip-hop' ? 3 : bar === 'live-music' ? 2 : bar === 'other-video' ? 9 : 0)),
    ),
  ).toBe('The tallest bars: Hip-hop in music, Live music in video')
  expect(tallestText(i18n, [])).toBeNull()
})

test('a week is named by its days, whatever the time zone of the browser', () => {
  expect(spanText('en-US', '2026-11-16', '2026-11-22')).toBe('November 16\u2009–\u200922')
})

test('buddies are closer only if every match went up', () => {
  const person = { uid: '018f0000-0000-7000-8000-000000000001', user_name: 'jonas', name: 'Jonas', avatar_url: null }
  const titleOf = (...nows: number[]) =>
    closerTitle(
      i18n,
      nows.map((now): CloserBuddy => ({ person, before: 50, now, why: null })),
    )
  expect([titleOf(51, 60), titleOf(60, 49)]).toEqual(['Closer to you', 'Matches that changed'])
})

test('the evidence links to the conversation, the moment, or the blend', () => {
  const path = (how: BroughtItem['how']) => broughtPath({ how, where: 'x' })
  expect([path('sent'), path('together'), path('posted'), path('blended')]).toEqual(['/chat/x', '/chat/x', '/moments?post=x', '/blend/x'])
})

test('the story says in which direction a buddy moved', () => {
  const jonas = {
    uid: '00000000-0000-4000-8000-000000000002',
    user_name: 'jonas',
    name: 'Jonas Weir',
    avatar_url: null,
  } as CloserBuddy['person']
  expect([71, 58].map((now) => nearestText(i18n, { person: jonas, before: 64, now, why: null }))).toEqual([
    'You and Jonas moved closer',
    'You and Jonas moved apart',
  ])
})

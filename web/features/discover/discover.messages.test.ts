import { expect, it } from 'vitest'
import { type Genre, PRINT_BARS, type Topic } from '#contract/taste/print.ts'
import { i18n } from '#web/platform/i18n.ts'
import { genresText, reasonText } from './discover.messages.ts'

const unknownItem = { id: '0199d3a0-0000-7000-8000-000000000001', by: null, spotify_id: null, youtube_id: null }
const person = (name: string) => ({ uid: name, user_name: name, name, avatar_url: null })

it('names buddies and counts the rest', () => {
  expect(reasonText(i18n, { people: [person('Jonas Weir')], others: 3, at_least_percent: 80 })).toBe(
    'Loved by Jonas and 3 others (80%+ match)',
  )
  expect(reasonText(i18n, { people: [person('Jonas Weir'), person('Amara Obi')], others: 0, at_least_percent: 75 })).toBe(
    'Loved by Jonas and Amara (75%+ match)',
  )
  expect(reasonText(i18n, { people: [person('Jonas Weir'), person('Amara Obi')], others: 1, at_least_percent: 0 })).toBe(
    'Loved by Jonas and 2 others',
  )
  expect(reasonText(i18n, { people: [person('Jonas Weir')], others: 0, at_least_percent: 92 })).toBe('Loved by Jonas (92%+ match)')
})

it('shows what a buddy plays or watches most', () => {
  const favorite = { people: [person('Jonas Weir'), person('Amara Obi')], others: 3, at_least_percent: 80, is_favorite: true }
  expect(reasonText(i18n, favorite, 'artist')).toBe('Jonas plays this most')
  expect(reasonText(i18n, favorite, 'video')).toBe('Jonas watches this most')
})

it('names the similar item when no buddy loves it', () => {
  const similarReason = (kind: 'artist' | 'channel', name: string) =>
    reasonText(i18n, { people: [], others: 4, at_least_percent: 80, near: { ...unknownItem, kind, name } })
  expect([similarReason('artist', 'Khruangbin'), similarReason('channel', 'Vsauce')]).toEqual([
    'Similar to Khruangbin',
    'Because you follow Vsauce',
  ])
})

it('names no user without a buddy', () => {
  expect(reasonText(i18n, { people: [], others: 1, at_least_percent: 80 })).toBe('Loved by 1 person (80%+ match)')
})

it("shows the first two genres, and none when only 'other' is known", () => {
  const about = (...bars: (Genre | Topic)[]) =>
    genresText(
      i18n,
      bars.map((bar) => PRINT_BARS.indexOf(bar)),
    )
  expect(about('jazz', 'other-music', 'ambient', 'folk')).toBe('Jazz, Ambient')
  expect(about('science')).toBe('Science')
  expect([about('other-music'), about(), genresText(i18n, [999])]).toEqual([undefined, undefined, undefined])
})

import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, it } from 'vitest'
import type { Match } from '#contract/taste/taste.ts'
import { basedOnItemsText, basisText, inCommonText, matchSentence } from './match.messages.ts'
import { rarityText, shortRarityText } from './rarity.messages.ts'

const i18n = setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })
i18n.setMessagesCompiler(compileMessage)

const mulatu = {
  item: {
    id: '018f0000-0000-7000-8000-00000000000a',
    kind: 'artist',
    name: 'Mulatu Astatke',
    by: null,
    spotify_id: null,
    youtube_id: null,
  },
  contribution: 0.2,
  here: { holders: 9, users: 40 },
  world: null,
} as const
const aMatch = (parts: Partial<Match>): Match => ({
  is_hidden: false,
  percent: 92,
  music_percent: 94,
  video_percent: 71,
  based_on: { artists: 64, channels: 21 },
  shared_artists: 14,
  shared_channels: 3,
  shared_items: 17,
  only_listeners: false,
  rarest: mulatu.item,
  shared: [mulatu],
  ...parts,
})

it('one sentence contains the percentage, the shared items and the rarest one', () => {
  expect(matchSentence(i18n, aMatch({}))).toBe('92% match: 14 artists and 3 channels in common, rarest Mulatu Astatke')
  expect(matchSentence(i18n, aMatch({ percent: null, rarest: null, shared: [], shared_artists: 0, shared_channels: 1 }))).toBe(
    'Too early to say: 1 channel in common',
  )
})

it('names only the side with shared items', () => {
  expect(inCommonText(i18n, { shared_artists: 1, shared_channels: 0, only_listeners: false })).toBe('1 artist in common')
  expect(inCommonText(i18n, { shared_artists: 0, shared_channels: 0, only_listeners: false })).toBe('No artist or channel in common yet')
})

it('shows the percentage for music or video in a list of that kind', () => {
  expect(matchSentence(i18n, aMatch({ shared_channels: 0 }), 'music')).toBe('94% match: 14 artists in common, rarest Mulatu Astatke')
})

it('says that two users share nothing and only similar listeners connect them', () => {
  const empty = { shared_artists: 0, shared_channels: 0, rarest: null, shared: [] }
  expect(matchSentence(i18n, aMatch({ ...empty, percent: 18, only_listeners: true }))).toBe(
    '18% match: Nothing in common yet: you match through similar listeners',
  )
})

it('shows how rare an item is here and worldwide, where it may be counted', () => {
  const [here, world] = [
    { holders: 4_000, users: 9_000 },
    { count: 30_000, unit: 'listeners' as const },
  ]
  expect(rarityText(i18n, { here, world })).toBe('4,000 of 9,000 people here love this, 30,000 listeners worldwide')
  expect(rarityText(i18n, { here, world: null })).toBe('4,000 of 9,000 people here love this')
  expect(rarityText(i18n, { here: null, world: { count: 1, unit: 'followers' } })).toBe('1 follower worldwide')
  expect(rarityText(i18n, { here: null, world: null })).toBe('rare here')
})

it('a list row says the same in one line', () => {
  const here = { holders: 15, users: 64 }
  const world = { count: 73_551, unit: 'listeners' as const }
  expect(shortRarityText(i18n, { here, world })).toBe('15 of 64 here · 74K worldwide')
  expect(shortRarityText(i18n, { here, world: null })).toBe('15 of 64 here')
  expect(shortRarityText(i18n, { here: null, world })).toBe('74K worldwide')
  expect(shortRarityText(i18n, { here: null, world: null })).toBe('rare here')
})

it('shows whether a suggestion is based on taste or on buddies', () => {
  expect([basisText(i18n, 'taste'), basisText(i18n, 'mutual_buddies')]).toEqual([
    'Suggested because of your taste',
    'Suggested because of mutual buddies',
  ])
})

it('names only the kinds of items that a match is based on', () => {
  expect(basedOnItemsText(i18n, { artists: 4, channels: 1 })).toBe('based on 4 artists and 1 channel')
  expect(basedOnItemsText(i18n, { artists: 4, channels: 0 })).toBe('based on 4 artists')
  expect(basedOnItemsText(i18n, { artists: 0, channels: 12 })).toBe('based on 12 channels')
})

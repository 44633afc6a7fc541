import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { expect, it } from 'vitest'
import type { Match } from '#contract/taste.ts'
import { inCommonWords, matchSentence, rarityWords } from './match.messages.ts'

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
  holders: 9,
} as const
const aMatch = (parts: Partial<Match>): Match => ({
  is_hidden: false,
  percent: 92,
  music_percent: 94,
  video_percent: 71,
  based_on: { artists: 64, channels: 21 },
  shared_artists: 14,
  shared_channels: 3,
  shared: [mulatu],
  ...parts,
})

it('a match in one sentence names the figure, what is shared and the rarest of it', () => {
  expect(matchSentence(i18n, aMatch({}))).toBe('92% match: 14 artists and 3 channels in common, rarest Mulatu Astatke')
  expect(matchSentence(i18n, aMatch({ percent: null, shared: [], shared_artists: 0, shared_channels: 1 }))).toBe(
    'Not enough data to say yet: 1 channel in common',
  )
})

it('only the side that has something is named', () => {
  expect(inCommonWords(i18n, { shared_artists: 1, shared_channels: 0 })).toBe('1 artist in common')
  expect(inCommonWords(i18n, { shared_artists: 0, shared_channels: 0 })).toBe('No artist or channel in common yet')
})

it('in a crowd too small to count, a shared thing is just rare', () => {
  expect(rarityWords(i18n, { holders: 9 })).toBe('1 of 9 people here')
  expect(rarityWords(i18n, { holders: null })).toBe('rare here')
})

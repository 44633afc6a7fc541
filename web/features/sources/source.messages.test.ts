import { expect, it } from 'vitest'
import type { Source } from '#contract/taste/taste.ts'
import { i18n } from '#web/platform/i18n.ts'
import { countsSentence, progressText } from './source.messages.ts'

const youtube: Source = {
  source: 'youtube',
  status: 'connected',
  account: 'mira',
  progress: null,
  counts: { artists: 7, tracks: 0, channels: 1_204, videos: 1 },
  synced_at: null,
  shown_to: 'buddies',
  counts_for_matching: true,
  counts_silently: false,
  may_share: true,
  verified: null,
  proof: null,
  stand_in: false,
}

it("lists a source's main kinds first, then others", () => {
  expect(countsSentence(i18n, youtube)).toBe('1,204 channels, 1 video, and 7 artists')
})

it('lists the main kinds even at zero', () => {
  expect(countsSentence(i18n, { ...youtube, counts: { artists: 0, tracks: 0, channels: 0, videos: 0 } })).toBe('0 channels and 0 videos')
})

it('describes progress, even without a total', () => {
  expect(progressText(i18n, { reading: 'artists', done: 40, total: 60 })).toBe('Reading artists, 40 of 60')
  expect(progressText(i18n, { reading: 'videos', done: 1_000, total: null })).toBe('Reading videos, 1,000 so far')
  expect(progressText(i18n, null)).toBe('Reading your account')
})

import { expect, it } from 'vitest'
import type { Moment } from '#contract/moments.ts'
import type { Source } from '#contract/taste/taste.ts'
import { ownProfile } from '#tests/kit/own-profile.ts'
import { firstStepsOf } from './FirstSteps.tsx'

const source: Source = {
  source: 'spotify',
  status: 'not_connected',
  account: null,
  progress: null,
  counts: { artists: 0, tracks: 0, channels: 0, videos: 0 },
  synced_at: null,
  shown_to: 'everyone',
  counts_for_matching: true,
  counts_silently: false,
  may_share: true,
  verified: null,
  proof: null,
  stand_in: false,
}
const moment: Moment = {
  id: 'm1',
  author: ownProfile,
  text: 'hi',
  link: null,
  pictures: [],
  audience: 'everyone',
  posted_at: '2026-11-20T10:00:00Z',
  edited_at: null,
  likes: 0,
  liked: false,
  comments: 0,
  mine: false,
  hidden: false,
  is_buddy: true,
  match_percent: null,
}
const doneSteps = (...facts: Parameters<typeof firstStepsOf>) =>
  firstStepsOf(...facts).flatMap(({ name, isDone }) => (isDone ? [name] : []))

it('marks nothing as done for a new user, despite picks and other people’s moments', () => {
  expect(doneSteps(ownProfile, [source, { ...source, source: 'picks', status: 'connected' }], [moment])).toEqual([])
})

it('counts an account as connected while it is being imported', () => {
  expect(doneSteps(ownProfile, [{ ...source, status: 'syncing' }], [])).toEqual(['connect'])
})

it('counts an account that was synced as connected, even while the provider rejects it', () => {
  const synced = { ...source, status: 'reconnect', synced_at: '2026-11-20T10:00:00Z' } as const
  expect(doneSteps(ownProfile, [synced], [])).toEqual(['connect'])
  expect(doneSteps(ownProfile, [{ ...synced, synced_at: null }], [])).toEqual([])
})

it('counts a picture or a bio, the first buddy, and the first moment', () => {
  expect(doneSteps({ ...ownProfile, bio: 'Hello' }, [], [])).toEqual(['about'])
  expect(doneSteps({ ...ownProfile, avatar_url: '/files/1', buddies_count: 1 }, [], [{ ...moment, mine: true }])).toEqual([
    'about',
    'buddy',
    'moment',
  ])
})

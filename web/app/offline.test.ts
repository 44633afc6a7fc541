import { expect, it } from 'vitest'
import { callPattern } from '#contract/base/call.ts'
import { connectionCalls } from '#contract/connections.ts'
import { momentCalls } from '#contract/moments.ts'
import { groupCalls } from '#contract/chat/groups.ts'
import { pollCalls } from '#contract/chat/polls.ts'
import { profileCalls } from '#contract/profiles.ts'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { offlineCalls } from './offline.ts'

it('caches profiles, moments, home and groups for offline reading', () => {
  const calls = [
    profileCalls.getProfile,
    tasteCalls.getTaste,
    tasteListCalls.getTasteList,
    connectionCalls.getBuddies,
    momentCalls.getFeed,
    momentCalls.getMoment,
    momentCalls.getComments,
    tasteCalls.getMatches,
    tasteCalls.getMatch,
    connectionCalls.getConnection,
    connectionCalls.getRequests,
    groupCalls.getGroup,
    groupCalls.getGroupEvents,
    pollCalls.getPoll,
  ]
  expect(offlineCalls).toEqual(calls.map(callPattern))
})

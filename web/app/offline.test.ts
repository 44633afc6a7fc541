import { expect, it } from 'vitest'
import { callPattern } from '#contract/base/call.ts'
import { connectionCalls } from '#contract/connections.ts'
import { momentCalls } from '#contract/moments.ts'
import { groupCalls } from '#contract/chat/groups.ts'
import { safeQueueCalls } from '#contract/chat/safe-queues.ts'
import { pollCalls } from '#contract/chat/polls.ts'
import { profileCalls } from '#contract/profiles.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { folderCalls } from '#contract/taste/folders.ts'
import { itemPageCalls } from '#contract/taste/item-pages.ts'
import { shelfCalls } from '#contract/taste/shelf.ts'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { tasteCalls } from '#contract/taste/taste.ts'
import { offlineCalls } from './offline.ts'

it('caches profiles, moments, home, groups, items and saved items for offline reading', () => {
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
    safeQueueCalls.getSafeQueue,
    discoverCalls.getSaved,
    folderCalls.getFolders,
    folderCalls.getFolder,
    itemPageCalls.getItemPage,
    shelfCalls.getShelf,
  ]
  expect(offlineCalls).toEqual(calls.map(callPattern))
})

import { afterEach, expect, test, vi } from 'vitest'
import { groupCalls } from '#contract/chat/groups.ts'
import { groupTasteCalls } from '#contract/taste/group-taste.ts'
import { pinCalls } from '#contract/chat/pins.ts'
import { pollCalls } from '#contract/chat/polls.ts'
import { platformFrames } from '#contract/socket.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { callKey, queryClient } from '#web/platform/query.ts'
import type { Conversation } from '../engine/state.ts'
import { useGroup } from '../groups/use-group.ts'
import { usePins } from '../pins/use-pins.ts'
import { usePoll } from '../polls/use-poll.ts'
import { CHAT } from './chat.test-server.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function OpenConversation() {
  // Only these fields are read.
  useGroup({ chatId: CHAT, group: {} } as Conversation)
  usePins(CHAT)
  usePoll('poll')
  return null
}

test('after a reconnect, the group, the pins, and the polls on screen are loaded again', () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  const listeners: (() => void)[] = []
  vi.spyOn(socketLink, 'subscribe').mockImplementation((frame, listener) => {
    // These listeners ignore the frame's data.
    if (frame.event === platformFrames.authenticated.event) listeners.push(listener as () => void)
    return () => undefined
  })
  renderInApp(<OpenConversation />)
  const invalidate = vi.spyOn(queryClient, 'invalidateQueries')
  for (const listener of listeners) listener()
  const params = { chatId: CHAT }
  expect(invalidate.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([
    callKey(groupCalls.getGroup, { params }),
    callKey(groupCalls.getGroupEvents, { params }),
    callKey(groupTasteCalls.getTasteMap, { params }),
    callKey(groupTasteCalls.getGroupPicks, { params }),
    callKey(pinCalls.getPinsAndStars, { params }),
    callKey(pollCalls.getPoll, { params: { id: 'poll' } }),
  ])
})

import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { chatFrames } from '#contract/chat/chat.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { ChatState } from '../engine/state.ts'
import { ALICE, CHAT } from './chat.test-server.ts'
import { twoChatting } from './chat.test-world.ts'
import { notifyOfRemoval } from './removal-notice.ts'

type Changed = FrameData<typeof chatFrames.chat_changed>

/** Alice's notices after this frame about the chat, which is a group in which she has this role, or a chat of two. */
async function noticesAfter(frame: Changed, role: 'member' | 'invited' | null): Promise<string[]> {
  const { chat } = (await twoChatting()).alice
  const row = chat.store.getState().conversations[CHAT]
  if (!row) throw new Error('no conversation')
  const group = role && { members: 2, online: 0, role, invitedBy: null }
  const store = createStore<ChatState>(() => ({ ...chat.store.getState(), conversations: { [CHAT]: { ...row, group } } }))
  const notices: string[] = []
  notifyOfRemoval(
    { store },
    {
      link: {
        subscribe: (_frame: FrameDefinition, listener: (data: never) => void) => {
          // It subscribes only to this frame.
          ;(listener as (data: Changed) => void)(frame)
          return () => undefined
        },
      },
      notify: (_kind, message) => void notices.push(message),
    },
  )
  await vi.dynamicImportSettled()
  return notices
}

test('a member who is removed from a group sees a notice with its name', async () => {
  expect(await noticesAfter({ chat_id: CHAT, gone: true }, 'member')).toEqual([expect.stringMatching(/^You’re no longer in “.+”\.$/)])
})

test('other changes, invitations, and chats of two cause no such notice', async () => {
  expect(await noticesAfter({ chat_id: CHAT }, 'member')).toEqual([])
  expect(await noticesAfter({ chat_id: CHAT, gone: true }, 'invited')).toEqual([])
  expect(await noticesAfter({ chat_id: CHAT, gone: true }, null)).toEqual([])
  expect(await noticesAfter({ chat_id: ALICE, gone: true }, 'member')).toEqual([])
})

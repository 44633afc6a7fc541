import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FrameDefinition } from '#contract/base/frame.ts'
import { chatFrames, type FoundMessage } from '#contract/chat/chat.ts'
import { platformFrames } from '#contract/socket.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { StarredMessages } from './StarredMessages.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const found: FoundMessage = {
  message: {
    id: '0199a1c2-0000-7000-8000-000000000001',
    chat_id: CHAT,
    from: BOB,
    to: ALICE,
    type: 'text',
    content: 'The address is 7 Mill Street',
    sent_date: '2026-01-01T00:00:00.000Z',
    referenceItem: [],
    media: [],
    seq: 1,
    userName: 'Bob',
    avatar: null,
  },
  person: { uid: BOB, user_name: 'bob', name: 'Bob', avatar_url: null },
}

test.each([chatFrames.chat_changed, platformFrames.authenticated])(
  'the list shows stars from other devices after the frame $event',
  async ({ event }) => {
    const listeners = new Map<string, () => void>()
    vi.spyOn(socketLink, 'subscribe').mockImplementation((frame: FrameDefinition, listener) => {
      // These listeners ignore the frame's data.
      listeners.set(frame.event, listener as () => void)
      return () => undefined
    })
    registerSession({ uid: () => ALICE, getToken: async () => 'token' })
    let answer: FoundMessage[] = []
    vi.stubGlobal('fetch', async () => Response.json({ found: answer, next: null }))
    renderInApp(<StarredMessages />)
    await screen.findByText(/No starred messages yet/)
    answer = [found]
    act(() => listeners.get(event)?.())
    expect(await screen.findByText('The address is 7 Mill Street')).toBeTruthy()
  },
)

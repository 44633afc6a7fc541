import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { settle } from '#web/platform/test-clock.ts'
import { ConversationView } from './ConversationView.tsx'
import { ALICE } from './runtime/chat.test-server.ts'
import { chatWorld } from './runtime/chat.test-world.ts'
import { provideChat } from './runtime/current-chat.ts'

const UNKNOWN = '0199a1c2-0000-7000-8000-0000000000ff'

test.each([
  ['is requested once', 0, 0],
  ['is also looked up among the invitations to groups, if there are any', 1, 1],
])('an unknown conversation is reported as not found and %s', async (_, requests, reads) => {
  const { server, openTab } = chatWorld()
  server.isHidden = true
  server.requests = requests
  const { chat } = openTab(ALICE)
  const leave = provideChat(chat)
  renderInApp(<ConversationView chatId={UNKNOWN} />)
  await act(settle)
  expect(screen.getByRole('heading').textContent).toBe('Conversation not found')
  expect(server.chatReads).toBe(reads)
  leave()
})

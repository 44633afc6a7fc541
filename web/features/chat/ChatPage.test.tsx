import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { settle } from '#web/platform/test-clock.ts'
import { ChatPage } from './ChatPage.tsx'
import { ALICE } from './runtime/chat.test-server.ts'
import { chatWorld } from './runtime/chat.test-world.ts'
import { provideChat } from './runtime/current-chat.ts'

test('the chat with a user shows the outline of a conversation until the server opens it', async () => {
  const { openTab } = chatWorld()
  const { chat } = openTab(ALICE)
  const { promise: opened, resolve } = Promise.withResolvers<string>()
  const leave = provideChat({ ...chat, openWith: () => opened })
  renderInApp(<ChatPage />, { path: '/chat?uid=u-other' })
  await act(settle)
  const conversation = screen.getByRole('region', { name: 'Conversation' })
  expect(conversation.querySelectorAll('.wl-chat-head .wl-skeleton, .wl-chat-loading .wl-skeleton').length).toBeGreaterThan(3)
  await act(async () => {
    resolve('opened')
    await settle()
  })
  expect(shownPath()).toBe('/chat/opened')
  leave()
})

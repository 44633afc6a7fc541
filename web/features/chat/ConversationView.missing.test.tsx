import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { renderInApp } from '#tests/kit/render.tsx'
import { settle } from '#web/platform/test-clock.ts'
import { ConversationView } from './ConversationView.tsx'
import type { ChatId, ChatState } from './engine/state.ts'
import { ALICE, BOB, CHAT } from './runtime/chat.test-server.ts'
import type { Chat } from './runtime/chat.state.ts'
import { chatWorld, waitingMessage } from './runtime/chat.test-world.ts'
import { provideChat } from './runtime/current-chat.ts'
import { readDraft, saveDraft } from './storage/drafts.ts'
import { memoryOutbox } from './storage/outbox.ts'

const UNKNOWN = '0199a1c2-0000-7000-8000-0000000000ff'

/** Provides the chat with its conversation turned into an invitation to a group. `shown`: the chats on screen since then. */
function invitedTo(chat: Chat) {
  const state = chat.store.getState()
  const conversation = state.conversations[CHAT]
  if (!conversation) throw new Error('there is no conversation')
  const group = { role: 'invited' as const, members: 2, invitedBy: conversation.person }
  const store = createStore<ChatState>(() => ({ ...state, conversations: { [CHAT]: { ...conversation, group } } }))
  const shown: ChatId[] = []
  const leave = provideChat({ ...chat, store, show: (chatId) => void (chatId && shown.push(chatId)) })
  return { store, shown, leave }
}

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

test('a conversation that is gone shows its unsent texts, to copy or delete', async () => {
  const { server, openTab, clock } = chatWorld()
  server.isHidden = true
  const outbox = memoryOutbox()
  await outbox.save(waitingMessage('written offline', { failure: 'not_found' }))
  const { chat } = openTab(ALICE, outbox)
  const leave = provideChat(chat)
  saveDraft(CHAT, 'half a sentence')
  renderInApp(<ConversationView chatId={CHAT} />)
  await act(() => clock.pass(1_000))
  await screen.findByText('half a sentence')
  const shown = () => screen.queryAllByRole('listitem').map((it) => it.querySelector('p')?.textContent)
  expect([screen.getAllByRole('heading')[0]?.textContent, shown()]).toEqual([
    'Conversation not found',
    ['written offline', 'half a sentence'],
  ])
  for (const button of screen.getAllByRole('button', { name: 'Delete' })) fireEvent.click(button)
  expect([shown(), readDraft(CHAT), await outbox.all()]).toEqual([[], '', []])
  leave()
})

test('an invitation to a group shows its outline while its code loads', async () => {
  const { openTab, clock, server } = chatWorld()
  server.storeMessage(BOB, 'hi')
  const { chat } = openTab(ALICE)
  await act(() => clock.pass(10))
  const { leave } = invitedTo(chat)
  const { container } = renderInApp(<ConversationView chatId={CHAT} />)
  expect(container.querySelectorAll('.wl-skeleton').length).toBeGreaterThan(0)
  await screen.findByRole('button', { name: 'Join' })
  expect(container.querySelector('.wl-skeleton')).toBeNull()
  leave()
})

test.each([
  ['declined', '/chat', []],
  ['withdrawn', `/chat/${CHAT}`, [CHAT]],
])('the messages of an invitation that was %s at %s are requested: %o', async (_, address, expected) => {
  const { openTab, clock, server } = chatWorld()
  server.storeMessage(BOB, 'hi')
  const { chat } = openTab(ALICE)
  await act(() => clock.pass(10))
  const { store, leave, shown } = invitedTo(chat)
  renderInApp(<ConversationView chatId={CHAT} />)
  await screen.findByRole('button', { name: 'Join' })
  history.replaceState(null, '', address)
  act(() => store.setState({ conversations: {} }))
  expect(shown).toEqual(expected)
  leave()
})

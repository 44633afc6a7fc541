import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { discoverCalls, type Recipient } from '#contract/taste/discover.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { cacheResponse } from '#web/platform/query.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { initialChat, type ChatState, type Conversation } from '../engine/state.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { provideChat } from '../runtime/current-chat.ts'
import { ForwardDialog } from './ForwardDialog.tsx'

const LINK = 'https://www.youtube.com/watch?v=YE7VzlLtp-4'
const card = (uid: string, name: string) => ({ uid, user_name: uid, name, avatar_url: null })
const [ida, max] = [card('ida', 'Ida Holm'), card('max', 'Max Roth')]

// Only the fields that are used here.
const row = (content: string) => ({ type: 'text', content, referenceItem: [], pictures: [], voice: null }) as unknown as MessageRowData
const conversation = (chatId: string, person: Conversation['person'], group: Conversation['group'] = null) =>
  ({ chatId, person, group, tab: 'chats', canWrite: true, canAttach: true, last: null }) as unknown as Conversation

function shown(content: string) {
  const conversations = {
    ci: conversation('ci', ida),
    cm: conversation('cm', max),
    cg: conversation('cg', card('cg', 'Sunday listeners'), { role: 'member', members: 3, invitedBy: null }),
  }
  const store = createStore<ChatState>(() => ({ ...initialChat('me'), conversations }))
  const write = vi.fn<(draft: { to: string; chatId: string | null }) => boolean>(() => true)
  act(() => void provideChat({ store, write } as unknown as Chat))
  const reason: Recipient['reason'] = { kind: 'creator', name: 'Kurzgesagt', bar: null, percent: null }
  const people = [
    { person: max, reason },
    { person: ida, reason: { ...reason, kind: 'none' as const } },
  ]
  for (const query of [{}, { link: LINK }]) cacheResponse(discoverCalls.getRecipients, { query }, { people })
  renderInApp(<ForwardDialog rows={[row(content)]} onClose={() => undefined} />)
  return { write, names: () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent) }
}

it('an item is forwarded to groups and to those who would love it most, with the reason, in their conversations', async () => {
  const { write, names } = shown(LINK)
  expect(names()).toEqual([
    expect.stringContaining('Sunday listenersGroup'),
    expect.stringMatching(/Max Roth.*Loves Kurzgesagt/),
    expect.stringMatching(/Ida Holm.*We don’t know their taste yet/),
  ])
  const [, first] = screen.getAllByRole('checkbox')
  if (first) fireEvent.click(first)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(write.mock.calls.map(([{ to, chatId }]) => [to, chatId])).toEqual([['max', 'cm']]))
})

it('a text is forwarded to the latest conversations first', () => {
  expect(shown('hello').names()).toHaveLength(3)
  expect(screen.queryByText(/Loves/)).toBeNull()
})

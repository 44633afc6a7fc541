import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from 'zustand'
import { renderInApp } from '#tests/kit/render.tsx'
// Loaded before the tests, which would wait for it otherwise.
import '#web/features/together/OpenTogether.tsx'
import { useTogether } from '#web/features/together/together.store.ts'
import { aMember, aSession } from '#web/features/together/together.test-session.ts'
import { ConversationView } from './ConversationView.tsx'
import type { ChatState } from './engine/state.ts'
import { BOB, CHAT } from './runtime/chat.test-server.ts'
import { twoChatting } from './runtime/chat.test-world.ts'
import { provideChat } from './runtime/current-chat.ts'

const OTHER = '0199a1c2-0000-7000-8000-0000000000ff'

beforeEach(() => {
  // jsdom has no layout.
  Element.prototype.scrollTo = () => undefined
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 503 }))
  useTogether.setState({ sessions: { [CHAT]: aSession({ chat_id: CHAT, members: [aMember(BOB)] }) } })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  useTogether.setState({ sessions: {} })
})

const session = () => screen.queryByRole('region', { name: 'Listening together' })

/** Alice's conversation with Bob, who listens, and a button that opens another one. */
async function open() {
  const { chat } = (await twoChatting()).alice
  // Without the composer, which needs a browser.
  const { conversations } = chat.store.getState()
  const row = conversations[CHAT]
  if (!row) throw new Error('no conversation')
  const readOnly = { ...row, canWrite: false }
  const store = createStore<ChatState>(() => ({ ...chat.store.getState(), conversations: { [CHAT]: readOnly } }))
  const leave = provideChat({ ...chat, store })
  function Page() {
    const [chatId, setChatId] = useState(CHAT)
    return (
      <>
        <ConversationView chatId={chatId} />
        <button type="button" onClick={() => setChatId(OTHER)}>
          Open another one
        </button>
      </>
    )
  }
  renderInApp(<Page />)
  await vi.waitFor(() => expect(session()).not.toBeNull())
  return { store, row: readOnly, leave }
}

test('a shared session disappears from a conversation that is closed now', async () => {
  const { store, row, leave } = await open()
  act(() => store.setState({ conversations: { [CHAT]: { ...row, canAttach: false } } }))
  expect(session()).toBeNull()
  leave()
})

test('a shared session stays in its conversation when another one opens', async () => {
  const { store, row, leave } = await open()
  const thread = store.getState().messages[CHAT]
  if (!thread) throw new Error('no messages')
  act(() =>
    store.setState({
      conversations: { [CHAT]: row, [OTHER]: { ...row, chatId: OTHER } },
      messages: { [CHAT]: thread, [OTHER]: thread },
    }),
  )
  act(() => screen.getByRole('button', { name: 'Open another one' }).click())
  expect(session()).toBeNull()
  leave()
})

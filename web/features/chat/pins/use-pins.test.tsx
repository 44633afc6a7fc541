import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import type { PinsAndStars } from '#contract/chat/pins.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { provideChat } from '../runtime/current-chat.ts'
import { initialChat, type ChatState, type Conversation } from '../engine/state.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { queryClient } from '#web/platform/query.ts'
import { createStore } from 'zustand/vanilla'
import { usePins } from './use-pins.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const date = '2026-01-01T00:00:00.000Z'
const id = '0199a1c2-0000-7000-8000-000000000001'
const pinned: PinsAndStars['pins'][number] = {
  message: {
    id,
    chat_id: CHAT,
    from: BOB,
    to: ALICE,
    type: 'text',
    content: 'secret',
    sent_date: date,
    referenceItem: [],
    media: [],
    seq: 1,
    userName: 'Bob',
    avatar: null,
  },
  by: null,
  pinned_at: date,
}

function Pins() {
  const { pins } = usePins(CHAT)
  return <p>{pins.map(({ message }) => message.content).join() || 'no pins'}</p>
}

test('a pinned message that was deleted is not quoted any more', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  let pins = [pinned]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ pins, can_pin: true, starred: [] })))
  const receivers = new Map<string, (data: object) => void>()
  vi.spyOn(socketLink, 'subscribe').mockImplementation((frame, receive) => {
    receivers.set(frame.event, receive)
    return () => undefined
  })
  renderInApp(<Pins />)
  await screen.findByText('secret')
  pins = []
  const receive = receivers.get(chatFrames.message_deleted.event)
  act(() => receive?.({ id, chat_id: CHAT, seq: 2, change_seq: 1 }))
  expect(screen.getByText('secret')).toBeTruthy()
  act(() => receive?.({ id, chat_id: CHAT, seq: 1, change_seq: 2 }))
  await screen.findByText('no pins')
})

function StarAndPin() {
  const { actions, change } = usePins(CHAT)
  return (
    <>
      <button onClick={() => actions.star([1], true)}>star</button>
      <button onClick={() => actions.pin(1, false)}>unpin</button>
      <output>
        <span key={change.no}>{change.text}</span>
      </output>
    </>
  )
}

test('starring and unpinning are announced, also twice in a row, and failures are not', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  let isDown = false
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('no network')) : Promise.resolve(Response.json({ pins: [], can_pin: true, starred: [] })),
  )
  renderInApp(<StarAndPin />)
  fireEvent.click(screen.getByText('star'))
  const first = await screen.findByText('Message starred')
  fireEvent.click(screen.getByText('star'))
  await expect.poll(() => first.isConnected).toBe(false)
  expect(screen.getByText('Message starred')).toBeTruthy()
  fireEvent.click(screen.getByText('unpin'))
  const unpinned = await screen.findByText('Message unpinned')
  isDown = true
  fireEvent.click(screen.getByText('star'))
  await act(async () => undefined)
  expect([unpinned.isConnected, screen.queryByText('Message starred')]).toEqual([true, null])
})

test('the pins of a conversation that a block may have hidden are read only once it is confirmed', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const read = vi.fn<() => Promise<Response>>(() => Promise.resolve(Response.json({ pins: [pinned], can_pin: true, starred: [] })))
  vi.stubGlobal('fetch', read)
  vi.spyOn(socketLink, 'subscribe').mockReturnValue(() => undefined)
  // Only the field that is used here.
  const confirmed = (state: Conversation['confirmed']) => ({ conversations: { [CHAT]: { confirmed: state } as Conversation } })
  const store = createStore<ChatState>(() => ({ ...initialChat(ALICE), ...confirmed('positions') }))
  const stop = provideChat({ store } as unknown as Chat)
  renderInApp(<Pins />)
  await act(() => queryClient.invalidateQueries())
  expect(read).not.toHaveBeenCalled()
  act(() => store.setState(confirmed('all')))
  await screen.findByText('secret')
  stop()
})

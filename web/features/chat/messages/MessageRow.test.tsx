import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { setMemoryOnly } from '#web/platform/storage/memory-only.ts'
import { memoryOnlyName } from '../storage/outbox.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { provideChat } from '../runtime/current-chat.ts'
import { initialChat } from '../engine/state.ts'
import { rowsOf } from '../engine/rows.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { ALICE } from '../runtime/chat.test-server.ts'
import { waitingMessage } from '../runtime/chat.test-world.ts'
import type { ChatState } from '../engine/state.ts'
import { MessageFoot } from './MessageFoot.tsx'

const empty = { me: ALICE, items: [], commands: [], theirDeliveredSeq: 0, theirReadSeq: 0, unreadAfter: null }

test('a message that the browser could not store says so while it waits', () => {
  const store = createStore<ChatState>(() => ({ ...initialChat(ALICE), online: true }))
  // MessageFoot reads only the store.
  const stop = provideChat({ store } as unknown as Chat)
  const row = rowsOf({ ...empty, waiting: [waitingMessage('hello')] }).find((entry) => entry.kind === 'message')
  if (!row) throw new Error('There is no row.')
  renderInApp(<MessageFoot row={row} />)
  act(() => setMemoryOnly(memoryOnlyName(row.id), ''))
  expect(screen.queryByRole('status')).toBeNull()
  act(() => store.setState({ online: false }))
  expect(screen.getByRole('status').textContent).toContain('Only in this tab')
  act(() => setMemoryOnly(memoryOnlyName(row.id), null))
  expect(screen.queryByRole('status')).toBeNull()
  stop()
})

test('a message that waits for storage shows that until the server accepts messages again', () => {
  const store = createStore<ChatState>(() => initialChat(ALICE))
  // MessageFoot reads only the store.
  const stop = provideChat({ store } as unknown as Chat)
  const row = rowsOf({ ...empty, waiting: [waitingMessage('hello')] }).find((entry) => entry.kind === 'message')
  if (!row) throw new Error('There is no row.')
  renderInApp(<MessageFoot row={row} />)
  expect(screen.queryByRole('status')).toBeNull()
  act(() => store.setState({ temporaryError: 'storage_full' }))
  expect(screen.getByRole('status').textContent).toContain('the server’s storage is full')
  act(() => store.setState({ temporaryError: null }))
  expect(screen.queryByRole('status')).toBeNull()
  stop()
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { MessageAnnouncer } from './MessageList.tsx'
import { toChatMessage } from '../engine/chat.map.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'

const aMessage = (seq: number) =>
  toChatMessage({
    id: `id ${seq}`,
    chat_id: CHAT,
    to: ALICE,
    from: BOB,
    type: 'text',
    content: `message ${seq}`,
    referenceItem: [],
    media: [],
    seq,
    sent_date: '2026-11-20T12:00:00.000Z',
    userName: 'Bob',
    avatar: null,
  })
const run = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, index) => aMessage(first + index))

const log = (first: number, last: number, lastSeq = 100) => <MessageAnnouncer items={run(first, last)} senderName="Bob" lastSeq={lastSeq} />

test('announces new messages, but not loaded history', () => {
  const { rerender } = renderInApp(log(30, 50))
  rerender(log(10, 100))
  expect(screen.getByRole('log').textContent).toBe('')
  rerender(log(10, 102, 102))
  expect(screen.getByRole('log').textContent).toBe('Bob: message 101Bob: message 102')
})

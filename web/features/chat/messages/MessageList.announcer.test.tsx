import { I18nProvider } from '@lingui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { i18n } from '#web/platform/i18n.ts'
import { MessageAnnouncer } from './MessageList.tsx'
import { toChatMessage } from '../engine/chat.map.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'

afterEach(cleanup)

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
const run = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => aMessage(first + at))

function Log({ first, last, lastSeq = 100 }: { first: number; last: number; lastSeq?: number }) {
  return (
    <I18nProvider i18n={i18n}>
      <MessageAnnouncer items={run(first, last)} senderName="Bob" lastSeq={lastSeq} />
    </I18nProvider>
  )
}

test('announces new messages, but not loaded history', () => {
  const { rerender } = render(<Log first={30} last={50} />)
  rerender(<Log first={10} last={100} />)
  expect(screen.getByRole('log').textContent).toBe('')
  rerender(<Log first={10} last={102} lastSeq={102} />)
  expect(screen.getByRole('log').textContent).toBe('Bob: message 101Bob: message 102')
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { PinnedMessage } from '#contract/chat/pins.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { PinnedBar } from './PinnedBar.tsx'

const date = '2026-01-01T00:00:00.000Z'
const pin = (seq: number): PinnedMessage => ({
  message: {
    id: `0199a1c2-0000-7000-8000-00000000000${seq}`,
    chat_id: CHAT,
    from: BOB,
    to: ALICE,
    type: 'text',
    content: `Message ${seq}`,
    sent_date: date,
    referenceItem: [],
    media: [],
    seq,
    userName: 'Bob',
    avatar: null,
  },
  by: null,
  pinned_at: date,
})

const conversation = (pins: readonly PinnedMessage[]) => (
  <>
    {pins.length > 0 && <PinnedBar pins={pins} onJump={() => undefined} onUnpin={() => undefined} />}
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
    <article className="wl-message" tabIndex={0} />
  </>
)

test('unpinning by keyboard leaves the focus on the next pin, and on a message after the last pin', async () => {
  const { rerender } = renderInApp(conversation([pin(1), pin(2)]))
  const button = screen.getByRole('button', { name: 'Unpin' })
  button.focus()
  rerender(conversation([pin(2)]))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Unpin' }))
  rerender(conversation([]))
  await expect.poll(() => document.activeElement).toBe(screen.getByRole('article'))
})

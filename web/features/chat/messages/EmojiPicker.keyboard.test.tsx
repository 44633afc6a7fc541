import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { ConversationSearch } from '../search/ConversationSearch.tsx'
import { EmojiPicker } from './EmojiPicker.tsx'
import { CHAT } from '../runtime/chat.test-server.ts'

test('the emoji picker focuses its search, and Enter picks the first result', () => {
  const picked: string[] = []
  renderInApp(<EmojiPicker onPick={(emoji) => picked.push(emoji)} />)
  const field = screen.getByRole('searchbox', { name: 'Search emoji' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'guitar' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(picked).toEqual(['🎸'])
})

test('the search in a conversation focuses its field, and Escape closes it from any child', () => {
  let closed = 0
  renderInApp(<ConversationSearch chatId={CHAT} onClose={() => closed++} />)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  for (const part of [screen.getByRole('searchbox'), screen.getByRole('button', { name: 'Close' })])
    fireEvent.keyDown(part, { key: 'Escape' })
  expect(closed).toBe(2)
})

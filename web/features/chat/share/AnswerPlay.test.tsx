import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Item } from '#contract/media.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { i18n } from '#web/platform/i18n.ts'
import { previewText } from '../chat.messages.ts'
import { initialChat, type ChatState } from '../engine/state.ts'
import { onChatRequested, provideChat } from '../runtime/current-chat.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { ALICE } from '../runtime/chat.test-server.ts'
import { AnswerPlay } from './AnswerPlay.tsx'

const spotifyId = '4uLU6hMCjMI75M1A2tKUQC'
const archangel: Item = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'track',
  name: 'Archangel',
  by: 'Burial',
  spotify_id: spotifyId,
  youtube_id: null,
}
const jonas = { uid: '00000000-0000-4000-8000-000000000002', user_name: 'jonas', name: 'Jonas Weir', avatar_url: null }

function runningChat() {
  const written: unknown[] = []
  const store = createStore<ChatState>(() => initialChat(ALICE))
  // Only these two are used.
  const stop = provideChat({ store, write: (draft: unknown) => written.push(draft) > 0 } as unknown as Chat)
  return { written, stop }
}

function showWithChat(item: Item) {
  const chat = runningChat()
  show(item)
  return chat
}

function show(item: Item): void {
  renderInApp(<AnswerPlay person={jonas} item={item} />)
}

test('a reaction is a message that quotes the play', async () => {
  const { written, stop } = showWithChat(archangel)
  fireEvent.click(screen.getByRole('button', { name: 'React to Archangel, played by Jonas Weir' }))
  fireEvent.click(await screen.findByRole('button', { name: 'React with 🔥' }))
  expect(written).toEqual([
    { to: jonas.uid, chatId: null, type: 'spotify track', content: '🔥', referenceItem: [spotifyId, `play:${archangel.id}`] },
  ])
  stop()
})

test('Escape closes the emoji and returns the focus to their button', async () => {
  const { stop } = showWithChat(archangel)
  const button = () => screen.getByRole('button', { name: 'React to Archangel, played by Jonas Weir' })
  expect(button().getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(button())
  const emoji = await screen.findByRole('button', { name: 'React with 🔥' })
  expect(button().getAttribute('aria-expanded')).toBe('true')
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'React with ❤️' })))
  fireEvent.keyDown(emoji, { key: 'Escape' })
  await vi.waitFor(() => expect(document.activeElement).toBe(button()))
  expect(screen.queryByRole('button', { name: 'React with 🔥' })).toBeNull()
  stop()
})

test('chat loads on the first press, and a reaction chosen earlier is sent once it has loaded', async () => {
  const wake = vi.fn<() => void>()
  const discard = onChatRequested(wake)
  show(archangel)
  expect(wake).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('button', { name: 'React to Archangel, played by Jonas Weir' }))
  fireEvent.click(await screen.findByRole('button', { name: 'React with 🔥' }))
  expect(wake).toHaveBeenCalled()
  const { written, stop } = runningChat()
  await vi.waitFor(() => expect(written).toMatchObject([{ to: jonas.uid, content: '🔥' }]))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'React with 🔥' })).toBeNull())
  stop()
  discard()
})

test('an item that no chat can show has no buttons', () => {
  const { stop } = showWithChat({ ...archangel, spotify_id: null })
  expect(screen.queryAllByRole('button')).toEqual([])
  stop()
})

test('lists show the text beside a track, and its kind without a text', () => {
  expect(previewText(i18n, { type: 'spotify track', content: '🔥' })).toBe('🔥')
  expect(previewText(i18n, { type: 'spotify track', content: `https://open.spotify.com/track/${spotifyId}` })).toBe('Track on Spotify')
})

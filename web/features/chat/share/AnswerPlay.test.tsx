import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Item } from '#contract/media.ts'
import { i18n } from '#web/platform/i18n.ts'
import { previewText } from '../chat.messages.ts'
import { initialChat, type ChatState } from '../engine/state.ts'
import { provideChat } from '../runtime/current-chat.ts'
import type { Chat } from '../runtime/chat.state.ts'
import { ALICE } from '../runtime/chat.test-world.ts'
import { AnswerPlay } from './AnswerPlay.tsx'

afterEach(cleanup)

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

function answering(item: Item) {
  const written: unknown[] = []
  const store = createStore<ChatState>(() => initialChat(ALICE))
  // Only these two are used.
  const stop = provideChat({ store, write: (draft: unknown) => written.push(draft) > 0 } as unknown as Chat)
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={i18n}>
        <MemoryRouter>
          <AnswerPlay person={jonas} item={item} />
        </MemoryRouter>
      </I18nProvider>
    </MantineProvider>,
  )
  return { written, stop }
}

test('a reaction is a message that quotes the play', async () => {
  const { written, stop } = answering(archangel)
  fireEvent.click(screen.getByRole('button', { name: 'React to Archangel, played by Jonas Weir' }))
  fireEvent.click(await screen.findByRole('button', { name: 'React with 🔥' }))
  expect(written).toEqual([
    { to: jonas.uid, chatId: null, type: 'spotify track', content: '🔥', referenceItem: [spotifyId, `play:${archangel.id}`] },
  ])
  stop()
})

test('an item that no chat can show has no buttons', () => {
  const { stop } = answering({ ...archangel, spotify_id: null })
  expect(screen.queryAllByRole('button')).toEqual([])
  stop()
})

test('lists show the text beside a track, and its kind without a text', () => {
  expect(previewText(i18n, { type: 'spotify track', content: '🔥' })).toBe('🔥')
  expect(previewText(i18n, { type: 'spotify track', content: `https://open.spotify.com/track/${spotifyId}` })).toBe('Track on Spotify')
})

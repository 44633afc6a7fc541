import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { queryClient } from '#web/platform/query.ts'
import { ConversationSearch } from '../search/ConversationSearch.tsx'
import { EmojiPicker } from './EmojiPicker.tsx'
import { CHAT } from '../runtime/chat.test-server.ts'

function show(part: ReactNode): void {
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
        <QueryClientProvider client={queryClient}>{part}</QueryClientProvider>
      </I18nProvider>
    </MantineProvider>,
  )
}

test('the emoji picker focuses its search, and Enter picks the first result', () => {
  const picked: string[] = []
  show(<EmojiPicker onPick={(emoji) => picked.push(emoji)} />)
  const field = screen.getByRole('searchbox', { name: 'Search emoji' })
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: 'guitar' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(picked).toEqual(['🎸'])
})

test('the search in a conversation focuses its field, and Escape closes it from any child', () => {
  let closed = 0
  show(<ConversationSearch chatId={CHAT} onClose={() => closed++} />)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  for (const part of [screen.getByRole('searchbox'), screen.getByRole('button', { name: 'Close' })])
    fireEvent.keyDown(part, { key: 'Escape' })
  expect(closed).toBe(2)
})

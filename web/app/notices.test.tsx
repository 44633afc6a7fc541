import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { notify, takeBackNotices } from '#web/platform/notices.ts'
import { NoticeView } from './shell/NoticeView.tsx'

test('what was told about a conversation is taken back when it is looked at, also before it was drawn, and nothing else is', async () => {
  notify('neutral', 'Jonas: too early to be drawn', { about: 'chat-1' })
  takeBackNotices('chat-1')
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
        <NoticeView />
      </I18nProvider>
    </MantineProvider>,
  )
  const shown = () => screen.queryAllByRole('status').map(({ textContent }) => textContent)
  act(() => {
    for (const text of ['one', 'two']) notify('neutral', `Jonas: ${text}`, { about: 'chat-1' })
    notify('neutral', 'Amara: hello', { about: 'chat-2' })
  })
  expect(shown()).toEqual(['Jonas: two', 'Amara: hello'])
  act(() => takeBackNotices('chat-1'))
  // It fades.
  await waitFor(() => expect(shown()).toEqual(['Amara: hello']))
  act(() => notify('neutral', 'Jonas: three', { about: 'chat-1' }))
  expect(shown()).toEqual(['Amara: hello', 'Jonas: three'])
})

import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { notify } from '#web/platform/notices.ts'
import { NoticeView } from './NoticeView.tsx'

afterEach(cleanup)

test('ten messages of one conversation are one notice, the latest, and another conversation has its own', () => {
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
        <NoticeView />
      </I18nProvider>
    </MantineProvider>,
  )
  act(() => {
    for (let no = 1; no <= 10; no++) notify('neutral', `Jonas: ${no}`, { about: 'chat-1' })
    notify('neutral', 'Amara: hello', { about: 'chat-2' })
    notify('info', 'saved')
  })
  expect(screen.getAllByRole('status').map((notice) => notice.textContent)).toEqual(['Jonas: 10', 'Amara: hello', 'saved'])
})

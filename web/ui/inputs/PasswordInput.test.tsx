import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PasswordInput } from './PasswordInput.tsx'

test('the password is shown and hidden by keyboard', () => {
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <MantineProvider env="test">
        <PasswordInput label="Password" />
      </MantineProvider>
    </I18nProvider>,
  )
  const show = screen.getByRole('button', { name: 'Show the password', pressed: false })
  expect(show.tabIndex).toBe(0)
  fireEvent.keyDown(show, { key: 'Enter' })
  expect(show.getAttribute('aria-pressed')).toBe('true')
})

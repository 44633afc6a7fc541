import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { reportReachability } from '#web/platform/connectivity.ts'
import { LoadFailed } from './LoadFailed.tsx'

afterEach(() => reportReachability(true))

test('distinguishes a server error from an unreachable server; both can be retried', () => {
  let asked = 0
  render(
    <MantineProvider env="test">
      <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
        <LoadFailed onRetry={() => asked++} />
      </I18nProvider>
    </MantineProvider>,
  )
  expect(screen.getByRole('alert').textContent).toMatch(/^Something went wrong/)
  act(() => reportReachability(false))
  expect(screen.getByRole('alert').textContent).toMatch(/^We can’t reach the server/)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(asked).toBe(1)
})

import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TogetherItem, TogetherSession } from '#contract/together.ts'
import { Progress } from './Controls.tsx'
import { useLocalPlayer } from './together.store.ts'

const session = {
  chat_id: 'c',
  control: 'all',
  marks: [],
  timeline: { position_ms: 30_000, at_ms: 0, rate: 0 },
} as unknown as TogetherSession

test.each([
  [null, '0', '1'],
  [60_000, '30', '60'],
])('a session at 0:30 of %s ms is at %s of %s on the line', (durationMs, value, max) => {
  useLocalPlayer.setState({ durationMs })
  render(
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      <Progress session={session} current={{ title: 'Clouds' } as TogetherItem} mine={undefined} />
    </I18nProvider>,
  )
  const line = screen.getByRole('slider')
  expect([line.getAttribute('value'), line.getAttribute('max')]).toEqual([value, max])
  expect(screen.getByText('0:30')).toBeDefined()
})

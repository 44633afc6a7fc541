import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ReactionAnnouncer } from './Room.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const mark = (by: string, position: number) => ({ by, emoji: '🔥', position_ms: position })
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('reactions of others are announced as a sum, at most once every 5 s', () => {
  const marks = [mark('max', 1)]
  const announcer = () => (
    <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
      {/* Each frame creates new objects. */}
      <ReactionAnnouncer marks={marks.map((one) => ({ ...one }))} me="ida" />
    </I18nProvider>
  )
  const shown = render(announcer())
  const announced = () => screen.getByRole('status').textContent
  for (const [at, by] of ['max', 'ida', 'lena', 'max'].entries()) {
    marks.push(mark(by, 10 + at))
    shown.rerender(announcer())
    expect(announced()).toBe('')
  }
  pass(5_000)
  expect(announced()).toBe('3 reactions')
  pass(5_000)
  expect(announced()).toBe('')
})

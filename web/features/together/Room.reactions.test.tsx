import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { ReactionAnnouncer } from './Room.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const mark = (by: string, position: number) => ({ by, emoji: '🔥', position_ms: position })
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))

test('reactions of others are announced as a sum, at most once every 5 s', () => {
  const marks = [mark('max', 1)]
  // Each frame creates new objects.
  const announcer = () => <ReactionAnnouncer marks={marks.map((entry) => ({ ...entry }))} me="ida" />
  const shown = renderInApp(announcer())
  const announced = () => screen.getByRole('status').textContent
  for (const [index, by] of ['max', 'ida', 'lena', 'max'].entries()) {
    marks.push(mark(by, 10 + index))
    shown.rerender(announcer())
    expect(announced()).toBe('')
  }
  pass(5_000)
  expect(announced()).toBe('3 reactions')
  pass(5_000)
  expect(announced()).toBe('')
})

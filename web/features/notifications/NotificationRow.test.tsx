import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { NotificationRow } from './NotificationRow.tsx'

afterEach(() => vi.useRealTimers())

test('the time of a notification counts on while the list is open', () => {
  vi.useFakeTimers()
  renderInApp(
    <ul>
      <NotificationRow
        notification={{
          key: 'a',
          kind: 'moment_liked',
          people: [],
          people_count: 0,
          count: 1,
          subject: '',
          excerpt: '',
          at: new Date().toISOString(),
          is_unread: false,
        }}
      />
    </ul>,
  )
  expect(screen.getByRole('time').textContent).toBe('now')
  act(() => void vi.advanceTimersByTime(5 * 60_000))
  expect(screen.getByRole('time').textContent).toBe('5\u00a0min.\u00a0ago')
})

import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { reportReachability } from '#web/platform/connectivity.ts'
import { LoadFailed } from './LoadFailed.tsx'

afterEach(() => reportReachability(true))

test('distinguishes a server error from an unreachable server; both can be retried', () => {
  let requests = 0
  renderInApp(<LoadFailed onRetry={() => requests++} />)
  expect(screen.getByRole('alert').textContent).toMatch(/^Something went wrong/)
  act(() => reportReachability(false))
  expect(screen.getByRole('alert').textContent).toMatch(/^We can’t reach the server/)
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(requests).toBe(1)
})

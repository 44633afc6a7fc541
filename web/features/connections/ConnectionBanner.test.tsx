import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { ConnectionBanner } from './ConnectionBanner.tsx'

const person = { uid: 'ben', user_name: 'ben', name: 'Ben Holm', avatar_url: null }
const connectedAt = (connected_at: string): Connection => ({
  person,
  relation: 'connected',
  request: { from: 'ben', asked_at: '2026-03-01T08:00:00.000Z', note: 'Hello' },
  connected_at,
  mutual: [],
  muted: false,
  may_ask: false,
})

test('the date of a connection is shown unless it is that of the request', () => {
  const { unmount } = renderInApp(<ConnectionBanner connection={connectedAt('2026-03-04T08:00:00.000Z')} />)
  expect(screen.getByText(/March 1, 2026/)).toBeTruthy()
  expect(screen.getByText('buddies since March 4, 2026')).toBeTruthy()
  unmount()
  renderInApp(<ConnectionBanner connection={connectedAt('2026-03-01T09:00:00.000Z')} />)
  expect(screen.getByText(/Ben asked on March 1, 2026/)).toBeTruthy()
  expect(screen.queryByText(/^buddies since/)).toBeNull()
})

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
  may_message: true,
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

test('a stranger who accepts no messages is offered none', () => {
  const stranger: Connection = { ...connectedAt(''), relation: 'none', request: null, connected_at: null, may_ask: true }
  const { unmount } = renderInApp(<ConnectionBanner connection={stranger} />)
  expect(screen.getByRole('link', { name: 'Message Ben Holm' })).toBeTruthy()
  unmount()
  renderInApp(<ConnectionBanner connection={{ ...stranger, may_message: false }} />)
  expect(screen.getByRole('button', { name: /Connect/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Message Ben Holm' })).toBeNull()
})

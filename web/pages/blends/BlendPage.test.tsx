import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Blend, BlendMember } from '#contract/blends.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { BlendPage } from './BlendPage.tsx'

const ID = '0199d3a0-0000-7000-8000-000000000001'

const member = (uid: string, name: string, state: BlendMember['state']): BlendMember => ({
  person: { uid, user_name: name.toLowerCase(), name, avatar_url: null },
  state,
  emphasis: 'same',
  brings: 0,
  bars: [],
  wants_open: false,
})

const blendOf = (members: BlendMember[]): Blend => ({
  id: ID,
  title: null,
  kind: 'all',
  chat_id: null,
  state: 'joined',
  members,
  invited_by: null,
  items: [],
  muted_items: 0,
  underserved: [],
  is_thin: true,
  mixed_at: null,
  next_mix_at: '2026-12-07T05:00:00.000Z',
  is_open: false,
  removed: [],
})

beforeEach(() => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => 'me' })
  useAuthStore.setState({ user: { subject: 's', email: 'a@example.org', emailVerified: true, displayName: null }, isKnown: true })
  useAuthStore.setState({ exists: true, uid: 'me' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  useAuthStore.setState(useAuthStore.getInitialState(), true)
})

function show(members: BlendMember[]): void {
  vi.stubGlobal('fetch', async () => Response.json(blendOf(members)))
  renderInApp(
    <Routes>
      <Route path="/blend/:id" element={<BlendPage />} />
    </Routes>,
    { path: `/blend/${ID}` },
  )
}

test('a mix without items says so, leads to the accounts, and announces no items', async () => {
  show([member('me', 'Ada', 'joined'), member('bo', 'Bo', 'joined')])
  expect(await screen.findByText(/^Nothing to play yet/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Connect an account' }).getAttribute('href')).toBe('/social_connect')
  expect(screen.queryByText(/These are the items that fit best/)).toBeNull()
})

test('a blend that waits for its members says only that', async () => {
  show([member('me', 'Ada', 'joined'), member('bo', 'Bo', 'invited')])
  expect(await screen.findByText('Bo hasn’t joined yet.')).toBeDefined()
  expect(screen.queryByText(/^Nothing to play yet/)).toBeNull()
})

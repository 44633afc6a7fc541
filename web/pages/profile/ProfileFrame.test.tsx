import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { profileCalls } from '#contract/profiles.ts'
import { refreshCall } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { ProfileFrame } from './ProfileFrame.tsx'

const uid = '018f0000-0000-7000-8000-000000000002'
const person = { uid, user_name: 'jonas', name: 'Jonas', avatar_url: null }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('after a block replaced the page with its focused button, the focus is on the page', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  // Only the fields that this page reads.
  let relation = 'none'
  vi.stubGlobal('fetch', (address: string) =>
    address.includes('/profile/')
      ? Promise.resolve(Response.json({ ...person, relation, muted: false, languages: [], shows: {} }))
      : new Promise(() => undefined),
  )
  renderInApp(
    <main id="main" tabIndex={-1}>
      <ProfileFrame uid={uid} tab="overview">
        {() => <button type="button">inside</button>}
      </ProfileFrame>
    </main>,
  )
  const button = await screen.findByRole('button', { name: 'inside' })
  button.focus()
  relation = 'blocked'
  await refreshCall(profileCalls.getProfile)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it('a profile that cannot be loaded has a heading of its own', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({}, { status: 429 })))
  renderInApp(
    <ProfileFrame uid={uid} tab="overview">
      {() => null}
    </ProfileFrame>,
  )
  await waitFor(() =>
    expect(screen.getAllByRole('heading').map(({ textContent, tagName }) => [tagName, textContent])[0]).toEqual(['H1', 'Profile']),
  )
})

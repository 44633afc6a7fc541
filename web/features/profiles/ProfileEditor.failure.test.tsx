import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Profile } from '#contract/profiles.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { ProfileEditor } from './ProfileEditor.tsx'

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined
afterEach(() => vi.unstubAllGlobals())

const me: Profile = {
  uid: 'u1',
  user_name: 'noa',
  name: 'Noa',
  avatar_url: null,
  bio: '',
  place: null,
  languages: [],
  joined: '2026-11-20T10:00:00Z',
  cover_url: null,
  pinned: null,
  buddies_count: 0,
  mutual_count: 0,
  relation: 'self',
  muted: false,
  may_ask: false,
  may_message: false,
  suspended: false,
  shows: { music: true, video: true, buddies: true, match: true },
}

test('says what to do when the server fails, and keeps what was typed', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  renderInApp(<ProfileEditor profile={me} onClose={() => undefined} />)
  const bio = screen.getByLabelText<HTMLTextAreaElement>('About you')
  fireEvent.change(bio, { target: { value: 'Vinyl' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This couldn’t be saved. Try again in a moment.')).toBeDefined()
  expect(bio.value).toBe('Vinyl')
})

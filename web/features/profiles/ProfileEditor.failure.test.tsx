import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ownProfile } from '#tests/kit/own-profile.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { ProfileEditor } from './ProfileEditor.tsx'

// jsdom has no layout.
Element.prototype.scrollIntoView = () => undefined
afterEach(() => vi.unstubAllGlobals())

test('says what to do when the server fails, and keeps what was typed', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  renderInApp(<ProfileEditor profile={ownProfile} onClose={() => undefined} />)
  const bio = screen.getByLabelText<HTMLTextAreaElement>('About you')
  fireEvent.change(bio, { target: { value: 'Vinyl' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('This couldn’t be saved. Try again in a moment.')).toBeDefined()
  expect(bio.value).toBe('Vinyl')
})

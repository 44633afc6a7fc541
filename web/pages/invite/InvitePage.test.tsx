import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { InvitePage } from './InvitePage.tsx'

const signedOut = useAuthStore.getState()
afterEach(() => {
  vi.unstubAllGlobals()
  useAuthStore.setState(signedOut, true)
})

const ID = '0199d3a0-0000-7000-8000-000000000001'
const open = (code: string) =>
  renderInApp(
    <Routes>
      <Route path="/invite/:code" element={<InvitePage />} />
      <Route path="*" element={null} />
    </Routes>,
    { path: `/invite/${code}` },
  )

test('a signed-in user sees the outline until the page that they get to is loaded', () => {
  // Only the fields that the status needs.
  useAuthStore.setState({ user: { uid: 'me' } as never, isKnown: true, exists: true })
  const { container } = renderInApp(<InvitePage />, { path: `/invite/${'a'.repeat(32)}` })
  expect(shownPath()).toBe('/chat?join=')
  expect(container.querySelectorAll('.wl-skeleton').length).toBeGreaterThan(0)
})

test('an invitation of an unknown user is not valid, and leads on', async () => {
  useAuthStore.setState({ isKnown: true })
  vi.stubGlobal('fetch', async () => Response.json({ type: 'about:blank', title: 'no', status: 404, code: 'not_found' }, { status: 404 }))
  open(ID)
  expect(await screen.findByRole('heading', { name: 'This invitation isn’t valid' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'About Wavelength' }).getAttribute('href')).toBe('/')
})

test.each(['a-part-of-it', ID.slice(0, 30), 'code'])('%s is no code of an invitation, also for signed-in users', (code) => {
  // Only the fields that the status needs.
  useAuthStore.setState({ user: { uid: 'me' } as never, isKnown: true, exists: true })
  open(code)
  expect(shownPath()).toBe(`/invite/${code}`)
  expect(screen.getByRole('heading', { name: 'This invitation isn’t valid' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
})

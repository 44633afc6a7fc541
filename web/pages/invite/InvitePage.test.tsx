import { afterEach, expect, test } from 'vitest'
import { renderInApp, shownPath } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { InvitePage } from './InvitePage.tsx'

const signedOut = useAuthStore.getState()
afterEach(() => useAuthStore.setState(signedOut, true))

test('a signed-in user sees the outline until the page that they get to is loaded', () => {
  // Only the fields that the status needs.
  useAuthStore.setState({ user: { uid: 'me' } as never, isKnown: true, exists: true })
  const { container } = renderInApp(<InvitePage />)
  expect(shownPath()).toBe('/chat?join=')
  expect(container.querySelectorAll('.wl-skeleton').length).toBeGreaterThan(0)
})

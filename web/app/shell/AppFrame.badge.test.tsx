import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setServerUnread } from '#web/features/chat/runtime/current-chat.ts'
import { useConnectionsStore } from '#web/features/connections/connections.store.ts'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { AppBadge } from './AppFrame.tsx'

function Page({ title, isSignedIn = true }: { title: string; isSignedIn?: boolean }) {
  return (
    <>
      <PageTitle title={title} />
      {isSignedIn && <AppBadge />}
    </>
  )
}

test('shows the unread count in the title of every page until the user signs out', () => {
  const { rerender } = render(<Page title="Moments" />)
  expect(document.title).toBe('Moments · Wavelength')
  act(() => setServerUnread(2))
  expect(document.title).toBe('(2) Moments · Wavelength')
  rerender(<Page title="Settings" />)
  act(() => {
    useConnectionsStore.setState({ connectionRequestsCount: 1 })
    useNotificationsStore.setState({ unread: 3 })
  })
  expect(document.title).toBe('(6) Settings · Wavelength')
  act(() => setServerUnread(200))
  expect(document.title).toBe('(99+) Settings · Wavelength')
  rerender(<Page title="Wavelength" isSignedIn={false} />)
  expect(document.title).toBe('Wavelength')
})

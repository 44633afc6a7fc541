import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { startSession } from '#web/features/identity/session.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { DeleteAccount } from './DeleteAccount.tsx'

let stop = () => undefined as void
afterEach(() => stop())

/** Deletes the account of a user without a profile and returns the notices. */
async function deleted(filesPending: number): Promise<string[]> {
  const notices: string[] = []
  const hide = setNoticeView(({ message }) => void notices.push(message))
  // The dialog uses nothing else of the provider.
  const provider = {
    start: async () => undefined,
    subscribe: () => () => undefined,
    methods: async () => ({ deleteAccount: async () => ({ filesPending }) }),
  } as unknown as IdentityProvider
  const end = startSession(provider)
  stop = () => {
    hide()
    end()
  }
  useAuthStore.setState({ user: { subject: 's', email: 'hedy@example.org', emailVerified: true, displayName: null }, isKnown: true })
  renderInApp(<DeleteAccount onCancel={() => undefined} />)
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'hedy@example.org' } })
  fireEvent.click(screen.getByRole('button', { name: 'Delete my account for good' }))
  await expect.poll(() => notices).toHaveLength(1)
  return notices
}

test('confirms the deletion, and lists the files that are still to be deleted', async () => {
  expect(await deleted(3)).toEqual(['Your account is deleted. 3 files are hidden from everyone and will be deleted from our storage soon.'])
})

test('shows that the account is deleted when no file is left', async () => {
  expect(await deleted(0)).toEqual(['Your account is deleted.'])
})

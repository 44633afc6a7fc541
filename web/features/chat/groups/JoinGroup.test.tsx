import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { GroupInvitation } from '#contract/chat/groups.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { startSession } from '#web/features/identity/session.ts'
import type { IdentityProvider } from '#web/features/identity/provider/identity.provider.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { JoinGroup } from './JoinGroup.tsx'

let stop = () => undefined as void
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
})

const invitation: GroupInvitation = {
  chat_id: '0199d3a0-0000-7000-8000-000000000001',
  name: 'Sunday listeners',
  description: '',
  avatar_url: '/files/picture.webp?link=a-code',
  members: 3,
  has_joined: false,
  has_blocked: false,
  needs_approval: false,
  has_asked: false,
  invited_by: { uid: '0199d3a0-0000-7000-8000-000000000002', user_name: 'mira', name: 'Mira', avatar_url: null },
  percent: 78,
}

test('shows the outline of the invitation while it loads', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof invitation>()
  vi.stubGlobal('fetch', async () => Response.json(await promise))
  registerSession({ uid: () => 'me', getToken: async () => 'token' })
  const { container } = renderInApp(<JoinGroup code="another-code" />)
  expect(container.querySelectorAll('.wl-skeleton').length).toBeGreaterThan(0)
  expect(screen.getByText('Loading the invitation')).toBeTruthy()
  resolve(invitation)
  await screen.findByRole('heading', { name: 'Sunday listeners' })
  expect(container.querySelector('.wl-skeleton')).toBeNull()
})

test('shows that the invitation is no longer valid, in place of the button, if it ended since the page was opened', async () => {
  let isValid = true
  vi.stubGlobal('fetch', async () =>
    isValid
      ? Response.json(invitation)
      : Response.json({ type: 'about:blank', title: '', status: 410, code: 'link_invalid' }, { status: 410 }),
  )
  // The page uses nothing else of the provider.
  stop = startSession({
    start: async () => undefined,
    subscribe: () => () => undefined,
    getToken: async () => 'token',
  } as unknown as IdentityProvider)
  const { container } = renderInApp(<JoinGroup code="a-code" />)
  const button = await screen.findByRole('button', { name: 'Join' })
  expect(screen.getByText(/Mira invited you to this group/).textContent).toBe('Mira invited you to this group\u00a0· 78% match')
  expect(container.querySelector('img')?.getAttribute('src')).toBe(invitation.avatar_url)
  isValid = false
  fireEvent.click(button)
  await screen.findByText('This invitation is no longer valid for you. Ask someone in the group to invite you.')
  expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
})

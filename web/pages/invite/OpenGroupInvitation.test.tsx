import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { OpenGroupInvitation as Invitation } from '#contract/chat/groups.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { OpenGroupInvitation } from './OpenGroupInvitation.tsx'

afterEach(() => vi.unstubAllGlobals())

const invitation: Invitation = {
  chat_id: '0199d3a0-0000-7000-8000-000000000001',
  name: 'Sunday listeners',
  description: '',
  avatar_url: '/files/picture.webp?link=a-code',
  members: 3,
  needs_approval: false,
  invited_by: 'Mira',
}

test('shows the picture of the group', async () => {
  vi.stubGlobal('fetch', async () => Response.json(invitation))
  const { container } = renderInApp(<OpenGroupInvitation code="a-code" />)
  await screen.findByRole('link', { name: 'Join' })
  expect(container.querySelector('img')?.getAttribute('src')).toBe(invitation.avatar_url)
})

import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { GroupLink } from '#contract/chat/groups.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { registerSession } from '#web/platform/session-token.ts'
import { CHAT } from '../runtime/chat.test-server.ts'
import { GroupLinks } from './GroupLinks.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a link whose response was lost is listed', async () => {
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => null })
  const links: GroupLink[] = []
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit) => {
    if (method === 'GET') return Response.json({ links })
    links.push({ id: CHAT, code: 'abcdef', uses_left: 10, expires_at: '2099-01-01T00:00:00.000Z' })
    return new Response('', { status: 503 })
  })
  renderInApp(<GroupLinks chatId={CHAT} />)
  fireEvent.click(screen.getByRole('button', { name: 'Create link' }))
  await waitFor(() => expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([expect.stringContaining('abcdef')]))
})

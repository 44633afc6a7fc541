import { setupI18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { TogetherRecap } from '#contract/together.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { SessionCard } from './SessionCard.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const me = '01890000-0000-7000-8000-000000000001'
const id = '01890000-0000-7000-8000-000000000002'
const member = { uid: me, name: 'Ida' }
const owner = { ...member, user_name: 'ida', avatar_url: null }
const recap: TogetherRecap = {
  id,
  chat_id: id,
  started_at: '2026-03-01T20:00:00.000Z',
  ended_at: '2026-03-01T21:00:00.000Z',
  items: [
    { side: 'video', title: 'Rain', by: 'Films', spotify_id: null, youtube_id: 'a'.repeat(11), brought_by: null, is_new: false, marks: [] },
  ],
  members: [member],
  saved_by: [],
  visits: [],
}

test('a list that was saved but not recorded is saved again as the same folder, and the focus stays', async () => {
  useAuthStore.setState({ uid: me })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => me })
  const created: string[] = []
  let saves = 0
  vi.stubGlobal('fetch', async (address: string, init?: { method: string; body?: string }) => {
    if (init?.method !== 'POST')
      return Response.json(address.endsWith('/folders') ? { folders: [] } : { ...recap, saved_by: saves > 1 ? [member] : [] })
    if (address.endsWith('/link-cards')) return Response.json({ cards: [] })
    if (address.endsWith('/save')) return ++saves > 1 ? Response.json({ ...recap, saved_by: [member] }) : Response.json({}, { status: 500 })
    const { id: folderId, name } = JSON.parse(init.body ?? '') as { id: string; name: string }
    created.push(folderId)
    return Response.json({ id: folderId, name, count: 1, moment_id: null, owner, is_mine: true, items: [] })
  })
  const notices: string[] = []
  setNoticeView(({ kind }) => void notices.push(kind))
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={setupI18n({ locale: 'en-US', messages: { 'en-US': {} } })}>
          <SessionCard sessionId={id} text="" />
        </I18nProvider>
      </QueryClientProvider>
    </MemoryRouter>,
  )
  const button = await screen.findByRole('button', { name: 'Save as list' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect([notices, button.getAttribute('aria-busy')]).toEqual([['error'], null]))
  fireEvent.click(button)
  const link = await screen.findByRole('link', { name: 'Saved' })
  expect([created.length, new Set(created).size, notices]).toEqual([2, 1, ['error', 'positive']])
  expect(document.activeElement).toBe(link)
})

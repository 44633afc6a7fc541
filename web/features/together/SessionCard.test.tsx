import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TogetherRecap, TogetherSession } from '#contract/together.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { setNoticeView } from '#web/platform/notices.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { SessionCard } from './SessionCard.tsx'
import { useTogether } from './together.store.ts'

beforeEach(() => useTogether.setState({ sessions: {} }))
afterEach(() => vi.unstubAllGlobals())

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

const renderCard = () => renderInApp(<SessionCard sessionId={id} text="" />)

/** The card's session with these members. */
function setMembers(...names: string[]): void {
  const members = names.map((name) => ({ uid: name === 'Ida' ? me : name, name, avatar: null }))
  // Only the fields that the card reads.
  const session = {
    id,
    chat_id: id,
    members,
    current: null,
    timeline: { item: null, position_ms: 0, rate: 0, at_ms: 0 },
    started_at: recap.started_at,
  } as unknown as TogetherSession
  useTogether.setState({ sessions: { [id]: session } })
}

test('the card names three members at most, and counts the others', () => {
  setMembers('Max', 'Lena', 'Amara')
  const { unmount } = renderCard()
  expect(screen.getByText('Max, Lena, and Amara are in')).toBeTruthy()
  unmount()
  setMembers('Max', 'Lena', 'Amara', 'Kim')
  renderCard()
  expect(screen.getByText('Max, Lena, and 2 more are in')).toBeTruthy()
})

test('the card names a member who joined while it was still loading', async () => {
  useAuthStore.setState({ uid: me })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => me })
  let requests = 0
  const joined = { name: 'Max', what: 'join', at: '2026-03-01T20:05:00.000Z' }
  // The first answer is slow.
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('/together/sessions/')) return Promise.resolve(Response.json({}))
    return ++requests > 1 ? Promise.resolve(Response.json({ ...recap, ended_at: null, visits: [joined] })) : new Promise(() => {})
  })
  setMembers('Ida')
  renderCard()
  await waitFor(() => expect(requests).toBe(1))
  act(() => setMembers('Ida', 'Max'))
  expect(await screen.findByText(/^Max joined, /)).toBeTruthy()
})

test('after a reload, the card says that only other members play, and shows no position if no member plays', async () => {
  useAuthStore.setState({ uid: me })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => me })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ...recap, ended_at: null })))
  setMembers('Ida')
  renderCard()
  expect(await screen.findByText('You’re in, but not playing here')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Join' })).toBeTruthy()
})

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
  renderCard()
  const button = await screen.findByRole('button', { name: 'Save as list' })
  button.focus()
  fireEvent.click(button)
  await waitFor(() => expect([notices, button.getAttribute('aria-busy')]).toEqual([['error'], null]))
  fireEvent.click(button)
  const link = await screen.findByRole('link', { name: 'Saved' })
  expect([created.length, new Set(created).size, notices]).toEqual([2, 1, ['error', 'positive']])
  expect(document.activeElement).toBe(link)
})

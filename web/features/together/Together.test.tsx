import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TogetherSession } from '#contract/together.ts'
import { renderInApp } from '#tests/kit/render.tsx'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { useOpenSession } from './open-session.store.ts'
// Loaded before the test, which would wait for it otherwise.
import './OpenTogether.tsx'
import { Together } from './Together.tsx'
import { useTogether } from './together.store.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  useTogether.setState({ sessions: {} })
  useOpenSession.setState({ chatId: null })
})

const chatId = '01890000-0000-7000-8000-000000000002'
// Only the fields that are used here.
const session = (...uids: string[]) =>
  ({
    id: 'a',
    chat_id: chatId,
    current: null,
    queue: [],
    marks: [],
    skips: [],
    max_members: 10,
    members: uids.map((uid) => ({ uid, name: uid, platform: null, error: null })),
    timeline: { item: null, position_ms: 0, rate: 0, at_ms: 0 },
  }) as unknown as TogetherSession

test('the keyboard focus stays on the session when the user joins, and moves to the page when it ends', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.stubGlobal('fetch', async () => Response.json({ session: session('max') }))
  useAuthStore.setState({ uid: 'ida' })
  useTogether.setState({ sessions: { [chatId]: session('max') } })
  renderInApp(
    <main id="main" tabIndex={-1}>
      <Together chatId={chatId} to={null} isStarting={false} onStarted={() => undefined} />
    </main>,
  )
  const join = await screen.findByRole('button', { name: 'Join' })
  join.focus()
  act(() => {
    useOpenSession.setState({ chatId })
    useTogether.setState({ sessions: { [chatId]: session('max', 'ida') } })
  })
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Listening together' }))
  screen.getByRole('button', { name: 'Add' }).focus()
  const item = { id: 'i', side: 'sound', title: 'Rain', by: '', spotify_id: null, youtube_id: 'a'.repeat(11), added_by: 'max', votes: [] }
  act(() => useTogether.setState({ sessions: { [chatId]: { ...session('max', 'ida'), current: item } as TogetherSession } }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Listening together' }))
  act(() => useTogether.setState({ sessions: {} }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('the keyboard focus moves to the page when a session ends that the user has just left', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ session: session('ida') }))
  useAuthStore.setState({ uid: 'ida' })
  useOpenSession.setState({ chatId })
  useTogether.setState({ sessions: { [chatId]: session('ida') } })
  renderInApp(
    <main id="main" tabIndex={-1}>
      <Together chatId={chatId} to={null} isStarting={false} onStarted={() => undefined} />
    </main>,
  )
  const button = await screen.findByRole('button', { name: 'Leave' })
  button.focus()
  act(() => useOpenSession.setState({ chatId: null }))
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Listening together' }))
  act(() => useTogether.setState({ sessions: {} }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

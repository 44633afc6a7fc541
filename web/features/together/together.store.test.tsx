import { afterEach, expect, test, vi } from 'vitest'
import { playerCalls } from '#contract/players.ts'
import type { TogetherSession } from '#contract/together.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { socketLink } from '#web/platform/app-socket.ts'
import { cacheAnswer, queryClient } from '#web/platform/query.ts'
import { join, startOrAdd, useTogether } from './together.store.ts'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
  useTogether.setState({ sessions: {} })
})

const id = '01890000-0000-7000-8000-000000000002'
const item = { side: 'sound' as const, title: 'Tezeta', by: '', spotify_id: '0'.repeat(22), youtube_id: 'a'.repeat(11) }
/** The commands that are sent. */
function commands() {
  const sent = vi.spyOn(socketLink, 'send')
  // Only commands are sent here.
  return () => sent.mock.calls.map(([, data]) => (data as { command: unknown }).command)
}

test('a member plays where they prefer to, and without a preference each item has its platform', async () => {
  useAuthStore.setState({ uid: 'ida' })
  const sent = commands()
  // Only the fields that are used here.
  const session = { chat_id: id, members: [{ uid: 'max' }], current: null } as unknown as TogetherSession
  cacheAnswer(playerCalls.getPreferredPlatform, {}, { platform: 'youtube' })
  await join(session)
  startOrAdd(id, item)
  await vi.waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()).toEqual([
    { kind: 'join', platform: 'youtube' },
    { kind: 'start', item },
    { kind: 'join', platform: 'youtube' },
  ])
  cacheAnswer(playerCalls.getPreferredPlatform, {}, { platform: null })
  await join(session)
  expect(sent().at(-1)).toEqual({ kind: 'join', platform: null })
})

test('adding to a running session keeps the platform that the member has chosen there', async () => {
  useAuthStore.setState({ uid: 'ida' })
  cacheAnswer(playerCalls.getPreferredPlatform, {}, { platform: 'youtube' })
  useTogether.setState({ sessions: { [id]: { members: [{ uid: 'ida', platform: 'spotify' }] } as unknown as TogetherSession } })
  const sent = commands()
  startOrAdd(id, item)
  await Promise.resolve()
  expect(sent()).toEqual([{ kind: 'start', item }])
})

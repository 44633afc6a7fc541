import { afterEach, expect, test, vi } from 'vitest'
import { playerCalls } from '#contract/players.ts'
import type { TogetherSession } from '#contract/together.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { cacheResponse, queryClient } from '#web/platform/query.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { useOpenSession } from './open-session.store.ts'
import { aMember, aSession } from './together.test-session.ts'
import { join, loadSession, playHere, showPerson, startOrAdd, useTogether } from './together.store.ts'

afterEach(() => {
  queryClient.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  useTogether.setState({ sessions: {} })
  useOpenSession.setState({ chatId: null })
  localStorage.clear()
  sessionStorage.clear()
})

const id = '01890000-0000-7000-8000-000000000002'
const item = { side: 'sound' as const, title: 'Tezeta', by: '', spotify_id: '0'.repeat(22), youtube_id: 'a'.repeat(11) }
/** The commands that are sent. */
function commands() {
  const sent = vi.spyOn(socketLink, 'send')
  // Only commands are sent here.
  return () => sent.mock.calls.map(([, data]) => (data as { command: unknown }).command)
}

test('a member’s new name and picture are shown in the running session', () => {
  useTogether.setState({ sessions: { [id]: aSession({ members: [aMember('ida', { name: 'Ida' }), aMember('max', { name: 'Max' })] }) } })
  showPerson({ uid: 'max', user_name: 'max', name: 'Maxime', avatar_url: '/files/new' })
  const members = useTogether.getState().sessions[id]?.members.map(({ name, avatar }) => [name, avatar])
  expect(members).toEqual([
    ['Ida', null],
    ['Maxime', '/files/new'],
  ])
})

test('a member plays where they prefer to, and without a preference each item has its platform', async () => {
  useAuthStore.setState({ uid: 'ida' })
  const sent = commands()
  // Only the fields that are used here.
  const session = { chat_id: id, members: [{ uid: 'max' }], current: null } as unknown as TogetherSession
  cacheResponse(playerCalls.getPreferredPlatform, {}, { platform: 'youtube' })
  await join(session)
  startOrAdd(id, item)
  await vi.waitFor(() => expect(sent()).toHaveLength(3))
  expect(sent()).toEqual([
    { kind: 'join', platform: 'youtube' },
    { kind: 'start', item },
    { kind: 'join', platform: 'youtube' },
  ])
  cacheResponse(playerCalls.getPreferredPlatform, {}, { platform: null })
  await join(session)
  expect(sent().at(-1)).toEqual({ kind: 'join', platform: null })
})

test('adding to a running session keeps the platform that the member has chosen there', async () => {
  useAuthStore.setState({ uid: 'ida' })
  cacheResponse(playerCalls.getPreferredPlatform, {}, { platform: 'youtube' })
  useTogether.setState({ sessions: { [id]: { members: [{ uid: 'ida', platform: 'spotify' }] } as unknown as TogetherSession } })
  const sent = commands()
  startOrAdd(id, item)
  await Promise.resolve()
  expect(sent()).toEqual([{ kind: 'start', item }])
})

const [ida, max] = ['01890000-0000-7000-8000-00000000000a', '01890000-0000-7000-8000-00000000000b']

/** A session that plays here, with an open socket. */
function aSessionHere() {
  useAuthStore.setState({ uid: ida })
  vi.spyOn(socketLink, 'state').mockReturnValue({ name: 'open', uid: ida })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => ida })
  const session = aSession({ id, chat_id: id, members: [aMember(ida), aMember(max)] })
  vi.stubGlobal('fetch', async () => Response.json({ session }))
  playHere(id)
  useTogether.setState({ sessions: { [id]: session } })
  return session
}

test('a member whose player ends because another one starts is not waited for', () => {
  aSessionHere()
  const sent = commands()
  playHere(null)
  playHere(null)
  expect(sent()).toEqual([{ kind: 'away' }])
})

test('a member who reloads is not waited for, which is reported once', async () => {
  aSessionHere()
  // As after a reload: the state is gone, and the storage of the tab is not.
  useOpenSession.setState({ chatId: null })
  const sent = commands()
  await loadSession(id)
  await loadSession(id)
  expect(sent()).toEqual([{ kind: 'away' }])
})

test('a tab whose player ends because another tab plays the session reports nothing', () => {
  aSessionHere()
  localStorage.setItem(`wl.together.player.${id}`, 'the other tab')
  const sent = commands()
  playHere(null)
  expect(sent()).toEqual([])
})

test('a member who plays here counts again after playback on their other device has ended', async () => {
  const session = aSessionHere()
  const sent = commands()
  const members = session.members.map((member) => (member.uid === ida ? { ...member, error: 'consent', is_away: true } : member))
  vi.stubGlobal('fetch', async () => Response.json({ session: { ...session, version: 2, members } }))
  await loadSession(id)
  expect(sent()).toEqual([{ kind: 'join', platform: null }])
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TogetherCommand, TogetherSession } from '#contract/together.ts'
import { closeCodes } from '#contract/socket.ts'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import type { SocketEvents } from '#web/platform/socket/socket-link.ts'
import { registerSession } from '#web/platform/session-token.ts'
import { PLAYER_KEY, useOpenSession } from './open-session.store.ts'
import { aMember, aSession } from './together.test-session.ts'
import { playHere, sendCommand, serverClock, useTogether, watchClock } from './together.store.ts'

type Sent = { event: string; data: { key: string; command: TogetherCommand } }
const sockets = vi.hoisted((): { events: SocketEvents; sent: Sent[] }[] => [])
vi.mock('#web/platform/socket/app-socket.ts', async () => {
  const { createSocketLink, browserTimers } = await import('#web/platform/socket/socket-link.ts')
  const link = createSocketLink({
    address: '',
    transport: (_, events) => {
      const sent: Sent[] = []
      sockets.push({ events, sent })
      return { send: (text) => void sent.push(JSON.parse(text)), close: () => undefined }
    },
    getToken: () => Promise.resolve('token'),
    nowMs: Date.now,
    timers: browserTimers,
    random: () => 0,
  })
  return { socketLink: link }
})

const [chatId, ida, max] = ['a', 'b', 'c'].map((end) => `01890000-0000-7000-8000-00000000000${end}`) as [string, string, string]
const sessionOf = (version: number, ...uids: string[]) =>
  aSession({ id: chatId, chat_id: chatId, version, members: uids.map((uid) => aMember(uid)) })

let stored: TogetherSession
beforeEach(() => {
  vi.useFakeTimers()
  useAuthStore.setState({ uid: ida })
  registerSession({ getToken: () => Promise.resolve('token'), uid: () => ida })
  vi.stubGlobal('fetch', async () => Response.json({ session: stored }))
  stored = sessionOf(1, ida, max)
  useTogether.setState({ sessions: { [chatId]: stored } })
  playHere(chatId)
})
afterEach(() => {
  socketLink.stop()
  playHere(null)
  useTogether.setState({ sessions: {} })
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The server accepts the connection that the app opens. */
async function connected() {
  socketLink.start()
  await vi.advanceTimersByTimeAsync(5_000)
  const socket = sockets.at(-1)
  if (!socket) throw new Error('no socket was opened')
  const receiveFrame = (event: string, data: object) => socket.events.text(JSON.stringify({ event, data }))
  socket.events.opened()
  receiveFrame('authenticated', { uid: ida, expires_at: '2036-03-01T20:00:00.000Z' })
  await vi.advanceTimersByTimeAsync(100)
  const commands = () => socket.sent.filter(({ event }) => event === 'togetherCommand').map(({ data }) => data)
  return { receiveFrame, lose: (code: number) => socket.events.closed(code, ''), commands }
}

test('a member who was removed without a connection joins again, and plays no longer if that is rejected', async () => {
  stored = sessionOf(2, max)
  const { receiveFrame, commands } = await connected()
  expect(commands().map(({ command }) => command)).toEqual([{ kind: 'join', platform: 'youtube' }])
  expect(useOpenSession.getState().chatId).toBe(chatId)
  receiveFrame('error', { id: commands()[0]?.key, code: 'wrong_state', message: 'The session is full.' })
  expect(useOpenSession.getState().chatId).toBeNull()
})

test('the clock and the reports of a player wait for the delay before a reconnect, and a press connects at once', async () => {
  const { lose } = await connected()
  const stopClock = watchClock()
  const before = sockets.length
  lose(closeCodes.tooFast)
  for (let second = 0; second < 8; second++) {
    sendCommand(chatId, { kind: 'ended', item: chatId })
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(sockets).toHaveLength(before)
  sendCommand(chatId, { kind: 'pause' })
  await vi.advanceTimersByTimeAsync(100)
  expect(sockets).toHaveLength(before + 1)
  stopClock()
  const { receiveFrame, commands } = await connected()
  const pause = commands().find(({ command }) => command.kind === 'pause')
  expect(pause).toBeDefined()
  receiveFrame('together_done', { key: pause?.key })
})

test('of the reports made while disconnected, only the latest of each kind are sent after the reconnect', async () => {
  for (let index = 0; index < 200; index++) {
    sendCommand(chatId, { kind: 'ended', item: chatId })
    sendCommand(chatId, { kind: 'sync', item: chatId, in_sync: index % 2 === 0, duration_ms: null })
    sendCommand(chatId, { kind: 'ready', item: chatId })
    sendCommand(chatId, { kind: 'cannot-play', item: chatId, why: 'advert' })
  }
  const { commands } = await connected()
  expect(commands().map(({ command }) => command)).toEqual([
    { kind: 'sync', item: chatId, in_sync: false, duration_ms: null },
    { kind: 'cannot-play', item: chatId, why: 'advert' },
  ])
})

test('commands given while disconnected are all sent after the reconnect, in batches that the server accepts', async () => {
  for (let index = 0; index < 35; index++) sendCommand(chatId, { kind: 'remove', item: chatId })
  const { commands, receiveFrame } = await connected()
  expect(commands()).toHaveLength(10)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(new Set(commands().map(({ key }) => key)).size).toBe(35)
  expect(commands()).toHaveLength(35)
  for (const { key } of commands()) receiveFrame('together_done', { key })
})

test('a closed tab reports that this member has no player, unless another tab has played since', async () => {
  const { commands } = await connected()
  const before = commands().length
  dispatchEvent(new Event('pagehide'))
  expect(
    commands()
      .slice(before)
      .map(({ command }) => command),
  ).toEqual([{ kind: 'away' }])
  localStorage.setItem(`wl.${PLAYER_KEY}${chatId}`, 'another tab')
  dispatchEvent(new Event('pagehide'))
  expect(commands()).toHaveLength(before + 1)
})

const track = { side: 'sound' as const, title: '', by: '', spotify_id: null, youtube_id: 'a'.repeat(11), added_by: ida, votes: [] }
const [first, second] = [
  { ...track, id: chatId },
  { ...track, id: max },
]
/** The first item has played for a while. */
function aPlayingSession() {
  serverClock.add(performance.now(), performance.now(), 100_000)
  const members = [aMember(ida, { role: 'host' }), aMember(max)]
  const timeline = { item: first.id, position_ms: 0, rate: 1 as const, at_ms: 90_000 }
  stored = aSession({ id: chatId, chat_id: chatId, members, current: first, queue: [second], timeline })
  useTogether.setState({ sessions: { [chatId]: stored } })
  return timeline
}
const shown = () => useTogether.getState().sessions[chatId]

test('without a connection the session follows presses at once, and the server receives the latest ones after the reconnect', async () => {
  const timeline = aPlayingSession()
  sendCommand(chatId, { kind: 'play' })
  sendCommand(chatId, { kind: 'pause' })
  expect(shown()?.timeline).toMatchObject({ rate: 0 })
  expect(shown()?.timeline.position_ms).toBeGreaterThanOrEqual(10_000)
  sendCommand(chatId, { kind: 'seek', position_ms: 40_000 })
  sendCommand(chatId, { kind: 'seek', position_ms: 50_000 })
  const { receiveFrame, commands } = await connected()
  expect(shown()?.timeline).toMatchObject({ rate: 0, position_ms: 50_000 })
  expect(new Set(commands().map(({ command }) => command))).toEqual(new Set([{ kind: 'pause' }, { kind: 'seek', position_ms: 50_000 }]))
  // The server's own time and position of the pause count.
  const answer = { ...stored, version: 2, timeline: { ...timeline, position_ms: 50_500, rate: 0, at_ms: 120_000 } }
  receiveFrame('together_state', { chat_id: chatId, session: answer })
  expect(shown()).toEqual(answer)
  for (const { key } of commands()) receiveFrame('together_done', { key })
})

test('a press counts no longer if the session has moved on while there was no connection', async () => {
  const timeline = aPlayingSession()
  sendCommand(chatId, { kind: 'pause' })
  stored = { ...stored, version: 2, timeline: { ...timeline, position_ms: 70_000, at_ms: 95_000 } }
  const { commands } = await connected()
  expect(shown()).toEqual(stored)
  expect(commands()).toEqual([])
})

test('a press stays while votes of the session change, and is taken back if the server rejects it', async () => {
  aPlayingSession()
  const { receiveFrame, commands } = await connected()
  sendCommand(chatId, { kind: 'pause' })
  expect(shown()?.timeline.rate).toBe(0)
  const voted = { ...stored, version: 2, skips: [max] }
  receiveFrame('together_state', { chat_id: chatId, session: voted })
  expect(shown()).toMatchObject({ skips: [max], timeline: { rate: 0 } })
  receiveFrame('error', { id: commands().at(-1)?.key, code: 'forbidden', message: 'Only the host may pause.' })
  expect(shown()).toEqual(voted)
})

test('the player of the next item is reported again once the server has skipped to it', async () => {
  const timeline = aPlayingSession()
  sendCommand(chatId, { kind: 'skip', item: first.id })
  expect(shown()?.current).toEqual(second)
  sendCommand(chatId, { kind: 'ready', item: second.id })
  const { receiveFrame, commands } = await connected()
  expect(commands().map(({ command }) => command.kind)).toEqual(['ready', 'skip'])
  const answer = { ...stored, version: 2, current: second, queue: [], timeline: { ...timeline, item: second.id, at_ms: 104_000 } }
  receiveFrame('together_state', { chat_id: chatId, session: answer })
  receiveFrame('together_done', { key: commands().at(-1)?.key })
  expect(commands().at(-1)?.command).toEqual({ kind: 'ready', item: second.id })
})

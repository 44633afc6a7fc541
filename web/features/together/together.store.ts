/* The sessions of open conversations, and the commands of this user. Loads with the first conversation. */
import { create } from 'zustand'
import { platformFrames } from '#contract/socket.ts'
import { togetherCalls, togetherFrames, type TogetherCommand, type TogetherSession } from '#contract/together.ts'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { readApi } from '#web/platform/api-client.ts'
import { socketLink } from '#web/platform/app-socket.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { notify } from '#web/platform/notices.ts'
import { createServerClock } from './server-clock.ts'

type Sessions = {
  sessions: Readonly<Record<string, TogetherSession | null>>
  /** The conversation whose session plays in this tab. */
  playingIn: string | null
}

export const useTogether = create<Sessions>()(() => ({ sessions: {}, playingIn: null }))

const localMs = () => performance.now()
export const serverClock = createServerClock(localMs)

/** Commands that the server has not confirmed yet, by key. They are sent again after a reconnect. */
const pending = new Map<string, { chatId: string; command: TogetherCommand }>()

/** Sends a command now, or as soon as there is a connection. */
export function sendCommand(chatId: string, command: TogetherCommand): void {
  const key = crypto.randomUUID()
  pending.set(key, { chatId, command })
  socketLink.send(togetherFrames.togetherCommand, { key, chat_id: chatId, command })
}

/** Loads the session of a conversation. */
export async function loadSession(chatId: string): Promise<void> {
  const result = await readApi(togetherCalls.getTogether, { params: { chatId } })
  if (result.ok) apply(chatId, result.value.session)
}

export const playHere = (chatId: string | null): void => useTogether.setState({ playingIn: chatId })

function apply(chatId: string, session: TogetherSession | null): void {
  const { sessions, playingIn } = useTogether.getState()
  const known = sessions[chatId]
  // An answer that was overtaken by a frame.
  if (session && known?.id === session.id && known.version > session.version) return
  useTogether.setState({ sessions: { ...sessions, [chatId]: session }, playingIn: session || playingIn !== chatId ? playingIn : null })
}

const PING_BURST = 8
const PING_BURST_MS = 120
const PING_MS = 10_000
let watchers = 0
let pings = 0
let timer: ReturnType<typeof setTimeout> | undefined

function ping(): void {
  socketLink.send(togetherFrames.togetherPing, { sent: localMs() })
  timer = setTimeout(ping, pings++ < PING_BURST ? PING_BURST_MS : PING_MS)
}

/** Keeps the server's clock known while a session is on screen. */
export function watchClock(): () => void {
  if (watchers++ === 0) {
    pings = 0
    ping()
  }
  return () => {
    if (--watchers === 0) clearTimeout(timer)
  }
}

socketLink.subscribe(togetherFrames.together_pong, ({ sent, server_ms: serverMs }) => serverClock.add(sent, localMs(), serverMs))
socketLink.subscribe(togetherFrames.together_state, ({ chat_id: chatId, session }) => apply(chatId, session))
socketLink.subscribe(togetherFrames.together_done, ({ key }) => void pending.delete(key))
socketLink.subscribe(platformFrames.error, ({ id, code, message }) => {
  const rejected = id === undefined ? undefined : pending.get(id)
  if (id === undefined || !rejected) return
  pending.delete(id)
  // Reports of a player are sent by themselves.
  if (!['ready', 'ended', 'cannot-play', 'leave'].includes(rejected.command.kind)) notify('error', errorMessage(code, message))
})
socketLink.onState(({ name }) => {
  if (name !== 'open') return
  pings = 0
  for (const [key, { chatId, command }] of pending) socketLink.send(togetherFrames.togetherCommand, { key, chat_id: chatId, command })
  for (const chatId of Object.keys(useTogether.getState().sessions)) void loadSession(chatId)
})
onUserLeft(() => {
  pending.clear()
  useTogether.setState({ sessions: {}, playingIn: null })
})

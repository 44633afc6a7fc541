/* The sessions of open conversations, and the commands of this user. Loads with the first conversation. */
import { create } from 'zustand'
import { connectionFrames } from '#contract/connections.ts'
import type { PersonCard } from '#contract/people.ts'
import { platformFrames } from '#contract/socket.ts'
import {
  LEAD_MS,
  positionAt,
  togetherCalls,
  togetherFrames,
  writeAtReference,
  type NewTogetherItem,
  type TogetherCommand,
  type TogetherMember,
  type TogetherSession,
} from '#contract/together.ts'
import { withPerson } from '#web/features/connections/connections.cache.ts'
import { onUserLeft, useAuthStore } from '#web/features/identity/auth.store.ts'
import { closePanels } from '#web/features/media/items/play.ts'
import { preferredPlatform } from '#web/features/media/players/choose-platform.ts'
import { readApi } from '#web/platform/api-client.ts'
import { socketLink } from '#web/platform/socket/app-socket.ts'
import { readStored, writeStored } from '#web/platform/storage/browser-storage.ts'
import { errorMessage } from '#web/platform/error-message.ts'
import { notify } from '#web/platform/notices.ts'
import { itemOfLink } from './item-of-link.ts'
import { PLAYER_KEY, useOpenSession } from './open-session.store.ts'
import { afterPress, isPress, isReplaced, type Press, type Pressed } from './presses.ts'
import { createServerClock, pingDelayMs } from './server-clock.ts'
import { isSameTimeline, type SyncState } from './sync-controller.ts'

export type Platform = 'spotify' | 'youtube'

type Sessions = { sessions: Readonly<Record<string, TogetherSession | null>> }

export const useTogether = create<Sessions>()(() => ({ sessions: {} }))

type LocalPlayer = {
  sync: SyncState
  durationMs: number | null
  /** Starts playback after the click that the browser requires; null if none is required. */
  unblock: (() => void) | null
  /** Where the conversation on screen shows the player; null on other pages. */
  slot: HTMLElement | null
}

/** The player of this tab. */
export const useLocalPlayer = create<LocalPlayer>()(() => ({ sync: 'starting', durationMs: null, unblock: null, slot: null }))

const localMs = () => performance.now()
export const serverClock = createServerClock(localMs)

/** Commands that the server has not confirmed yet, by key. They are sent again after a reconnect. */
const pending = new Map<string, { chatId: string; command: TogetherCommand; pressed: Pressed | null }>()

/** By conversation: the server's session, while the one on screen is ahead of it by presses of this user. */
const confirmed = new Map<string, TogetherSession>()

/** What a player reports by itself. */
type Report = Extract<TogetherCommand, { kind: 'ready' | 'cannot-play' | 'sync' | 'ended' }>
const isReport = (command: TogetherCommand): command is Report => ['ready', 'cannot-play', 'sync', 'ended'].includes(command.kind)

/** Whether the player here plays, and whether in sync: the latest report of each. The server may have missed them. */
const latest = new Map<'play' | 'sync', Report>()

/** A user's command is sent now, or as soon as there is a connection; a report only over an open one, without a confirmation. */
export function sendCommand(chatId: string, command: TogetherCommand): void {
  if (isReport(command)) {
    // A player repeats its end itself.
    if (command.kind !== 'ended') latest.set(command.kind === 'sync' ? 'sync' : 'play', command)
    return sendIfOpen(chatId, command)
  }
  const key = crypto.randomUUID()
  const pressed = isPress(command) ? press(chatId, command) : null
  pending.set(key, { chatId, command, pressed })
  socketLink.send(togetherFrames.togetherCommand, { key, chat_id: chatId, command })
  if (pressed) showPresses(chatId)
}

/** Replaces earlier presses. Returns null while the server's time is unknown: then the player here waits for the server. */
function press(chatId: string, command: Press): Pressed | null {
  for (const [key, { chatId: of, pressed }] of pending)
    if (of === chatId && pressed && isReplaced(pressed.press, command)) pending.delete(key)
  if (!serverClock.isKnown()) return null
  const atMs = serverClock.now()
  // With a connection, all players start together.
  return { press: command, atMs, startsAtMs: isConnected() ? atMs + LEAD_MS : atMs }
}

/** The player here follows the user's presses at once. */
function showPresses(chatId: string): void {
  const { sessions } = useTogether.getState()
  const session = confirmed.get(chatId) ?? sessions[chatId]
  if (!session) return
  confirmed.set(chatId, session)
  useTogether.setState({ sessions: { ...sessions, [chatId]: withPresses(chatId, session) } })
}

function withPresses(chatId: string, session: TogetherSession): TogetherSession {
  const role = memberOf(chatId)?.role
  const presses = [...pending.values()].filter((command) => command.chatId === chatId)
  return presses.reduce((shown, { pressed }) => (pressed ? afterPress(shown, role, pressed) : shown), session)
}

/** The server's session with the presses that it has not handled yet. Once playback has changed there, the server alone counts. */
function ahead(chatId: string, received: TogetherSession | null): TogetherSession | null {
  const before = confirmed.get(chatId)
  if (received && before && isSameTimeline(before.timeline, received.timeline)) {
    confirmed.set(chatId, received)
    return withPresses(chatId, received)
  }
  confirmed.delete(chatId)
  return received
}

/** Never connects: that would bypass the delay before a reconnect. */
function sendIfOpen(chatId: string, command: TogetherCommand): void {
  if (!isConnected()) return
  socketLink.send(togetherFrames.togetherCommand, { key: crypto.randomUUID(), chat_id: chatId, command })
}
const isConnected = () => socketLink.state().name === 'open'

export async function loadSession(chatId: string): Promise<void> {
  const result = await readApi(togetherCalls.getTogether, { params: { chatId } })
  if (!result.ok) return
  apply(chatId, result.value.session)
  if (useOpenSession.getState().chatId === chatId) return reportAgain(chatId)
  // This tab played it before a reload.
  if (readStored(playerKey(chatId), 'tab') !== null) reportAway(chatId)
}

/** Repeats what the player here has reported: without a connection it was not sent, and a removed member's reports are forgotten. */
export function reportAgain(chatId: string): void {
  if (memberOf(chatId)) for (const report of latest.values()) sendIfOpen(chatId, report)
}

/** Plays the session of this conversation here; with null none. A member whose player ends stays in their session. */
export function playHere(chatId: string | null): void {
  const before = useOpenSession.getState().chatId
  if (before !== null && before !== chatId) reportAway(before)
  if (before !== chatId) latest.clear()
  // A panel of the user's own player could lie over the shared one.
  if (chatId !== null) {
    closePanels()
    markPlayer(chatId, crypto.randomUUID())
  }
  useOpenSession.setState({ chatId, reference: referenceOf })
}

/** Leaves the session. */
export function leave(chatId: string): void {
  sendCommand(chatId, { kind: 'leave' })
  endHere(chatId)
}

/** Stops playback for a user who is no longer a member. */
function endHere(chatId: string): void {
  markPlayer(chatId, null)
  latest.clear()
  useOpenSession.setState({ chatId: null })
}

/** The storage key that identifies the latest tab that played a session. */
const playerKey = (chatId: string) => `${PLAYER_KEY}${chatId}`
function markPlayer(chatId: string, mark: string | null): void {
  for (const store of ['local', 'tab'] as const) writeStored(playerKey(chatId), mark, store)
}

/** Whether no other tab of this browser has played the session since. */
const isLatestPlayer = (chatId: string) => readStored(playerKey(chatId), 'tab') === readStored(playerKey(chatId), 'local')

/** Reports that this member has no player, unless another tab has taken over. */
function reportAway(chatId: string): void {
  if (!isLatestPlayer(chatId)) return void writeStored(playerKey(chatId), null, 'tab')
  if (memberOf(chatId)) {
    // The mark stays: once there is a connection, the session is loaded again.
    if (!isConnected()) return
    sendIfOpen(chatId, { kind: 'away' })
  }
  markPlayer(chatId, null)
}

/** This user's member entry in the loaded session. */
function memberOf(chatId: string): TogetherMember | undefined {
  const me = useAuthStore.getState().uid
  return useTogether.getState().sessions[chatId]?.members.find(({ uid }) => uid === me)
}

/** Joins, and plays here. */
export async function join({ chat_id: chatId }: TogetherSession): Promise<void> {
  playHere(chatId)
  sendCommand(chatId, { kind: 'join', platform: await preferredPlatform() })
}

/** Starts a session with this item, or joins the running one and adds it there. */
export function startOrAdd(chatId: string, item: NewTogetherItem): void {
  const isIn = memberOf(chatId) !== undefined
  sendCommand(chatId, { kind: 'start', item })
  playHere(chatId)
  if (!isIn) void choosePreferred(chatId)
}

/** The platform of the user's settings and accounts; without one, each item has its own. */
async function choosePreferred(chatId: string): Promise<void> {
  const platform = await preferredPlatform()
  if (platform !== null) sendCommand(chatId, { kind: 'join', platform })
}

/** The same with a list: the others wait in the queue. */
export function startOrAddAll(chatId: string, [first, ...others]: readonly [NewTogetherItem, ...NewTogetherItem[]]): void {
  startOrAdd(chatId, first)
  for (const item of others) sendCommand(chatId, { kind: 'add', item })
}

const defaultPlatform = (item: NewTogetherItem): Platform => (item.spotify_id === null ? 'youtube' : 'spotify')

/** The platform on which a member plays this item: their choice, if the item exists there. */
export function platformFor(item: NewTogetherItem, chosen: Platform | null): Platform {
  if (chosen === 'spotify' && item.spotify_id !== null) return 'spotify'
  if (chosen === 'youtube' && item.youtube_id !== null) return 'youtube'
  return defaultPlatform(item)
}

/** Starts a session with the track or video of a link, or adds it to the running one. Returns false for any other link. */
export async function startOrAddLink(chatId: string, link: string): Promise<boolean> {
  const item = await itemOfLink(link)
  if (item) startOrAdd(chatId, item)
  return item !== null
}

/** Whether a member may pause and seek for everyone: also guests while the host and all co-hosts are away. */
export const mayControl = ({ control, members }: TogetherSession, mine: TogetherMember | undefined): boolean =>
  control === 'all' || mine?.role !== 'guest' || members.every(({ role, is_away: isAway }) => role === 'guest' || isAway === true)

/** The position of a session on the server's clock, in seconds. */
export const secondsOf = ({ timeline }: TogetherSession): number =>
  (serverClock.isKnown() ? positionAt(timeline, serverClock.now()) : timeline.position_ms) / 1_000

function referenceOf(chatId: string): string | null {
  const session = useOpenSession.getState().chatId === chatId ? useTogether.getState().sessions[chatId] : null
  return session?.current ? writeAtReference({ ...session.current, second: secondsOf(session) }) : null
}

function apply(chatId: string, session: TogetherSession | null): void {
  const { sessions } = useTogether.getState()
  const existing = sessions[chatId]
  const before = memberOf(chatId)
  // The response is older than a frame that arrived in the meantime.
  if (session && existing?.id === session.id && existing.version > session.version) return
  useTogether.setState({ sessions: { ...sessions, [chatId]: ahead(chatId, session) } })
  useOpenSession.setState(({ here }) => ({ here: { ...here, [chatId]: session?.members.length ?? 0 } }))
  if (useOpenSession.getState().chatId !== chatId) return
  if (!session) return endHere(chatId)
  const now = memberOf(chatId)
  // Another tab or device of this user has ended, but this one plays.
  if (now?.is_away) sendCommand(chatId, { kind: 'join', platform: null })
  // The server ended this user's part after a while without a connection.
  if (!now && before) sendCommand(chatId, { kind: 'join', platform: before.platform })
  if (now && !now.is_away && (!before || before.is_away)) reportAgain(chatId)
}

/** Shows a member's new name and picture. */
export function showPerson(person: PersonCard): void {
  useTogether.setState((now) => withPerson(now, person))
}

/** The server accepts a burst of 30 commands per user, then 5 a second. */
const RESENT = { count: 10, everyMs: 2_500 }
let resendTimer: ReturnType<typeof setTimeout> | undefined

/** Sends unconfirmed commands again, in batches. */
function resend(keys: readonly string[]): void {
  clearTimeout(resendTimer)
  if (!isConnected()) return
  for (const key of keys.slice(0, RESENT.count)) {
    const found = pending.get(key)
    if (found) socketLink.send(togetherFrames.togetherCommand, { key, chat_id: found.chatId, command: found.command })
  }
  const others = keys.slice(RESENT.count)
  if (others.length > 0) resendTimer = setTimeout(() => resend(others), RESENT.everyMs)
}

/** Loads the sessions, and sends these commands again. A press no longer counts in a session that has moved on meanwhile. */
async function catchUp(keys: readonly string[]): Promise<void> {
  await Promise.all(Object.keys(useTogether.getState().sessions).map(loadSession))
  for (const key of keys) {
    const found = pending.get(key)
    if (found?.pressed && !confirmed.has(found.chatId)) pending.delete(key)
  }
  resend(keys)
}

let watchers = 0
let pings = 0
let timer: ReturnType<typeof setTimeout> | undefined

function ping(): void {
  clearTimeout(timer)
  if (isConnected()) socketLink.send(togetherFrames.togetherPing, { sent: localMs() })
  timer = setTimeout(ping, pingDelayMs(pings++))
}

/** Keeps the estimate of the server's clock up to date while a session is on screen. */
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
socketLink.subscribe(connectionFrames.person_changed, ({ person }) => showPerson(person))
socketLink.subscribe(togetherFrames.together_done, ({ key }) => {
  const done = pending.get(key)
  pending.delete(key)
  // The player of the next item may have been ready before the server skipped to it.
  if (done?.command.kind === 'skip') reportAgain(done.chatId)
})
socketLink.subscribe(platformFrames.error, ({ id, code, message }) => {
  const rejected = id === undefined ? undefined : pending.get(id)
  if (id === undefined || !rejected) return
  pending.delete(id)
  const { chatId, command } = rejected
  if (confirmed.has(chatId)) showPresses(chatId)
  // Otherwise a session in which they are not would play here, or one that someone else starts later.
  const isEntry = command.kind === 'start' || command.kind === 'join'
  if (isEntry && !memberOf(chatId) && useOpenSession.getState().chatId === chatId) endHere(chatId)
  if (command.kind !== 'leave') notify('error', errorMessage(code, message))
})
socketLink.onState(({ name }) => {
  if (name !== 'open') return
  pings = 0
  if (watchers > 0) ping()
  void catchUp([...pending.keys()])
})
// While another tab of this user is open, the server doesn't notice that this one was closed. A reload reports it once more.
addEventListener('pagehide', () => {
  const { chatId } = useOpenSession.getState()
  if (chatId !== null && memberOf(chatId) && isLatestPlayer(chatId)) sendIfOpen(chatId, { kind: 'away' })
})
onUserLeft(() => {
  pending.clear()
  confirmed.clear()
  useTogether.setState({ sessions: {} })
  useOpenSession.setState({ here: {} })
  playHere(null)
})

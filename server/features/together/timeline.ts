/* The rules of a session as pure functions: from one state and one command to the next state. */
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { unreachable } from '#contract/base/unreachable.ts'
import { limits } from '#contract/limits.ts'
import {
  finalErrors,
  LEAD_MS,
  positionAt,
  type NewTogetherItem,
  type PlayError,
  type Timeline,
  type TogetherCommand,
  type TogetherEvent,
  type TogetherItem,
  type TogetherMark,
  type TogetherRole,
  type TogetherVisit,
} from '#contract/together.ts'
import { moved, placed, vote } from './queue.ts'

export type Member = {
  uid: Uid
  role: TogetherRole
  platform: 'spotify' | 'youtube' | null
  ready: boolean
  /** 'away': they have no player. Unlike the others, it stays for the next items. */
  error: PlayError | 'away' | null
  ended: boolean
  inSync: boolean
  /** The length of the current item on their platform, if they have reported it. */
  durationMs: number | null
}

/** The last command of each member. */
export type LastEvent = { by: Uid; what: TogetherEvent['what']; atMs: number }
/** Who joined and left. */
export type Visit = { by: Uid; what: TogetherVisit['what']; atMs: number }
/** An item that was played, and who brought it. */
export type PlayedItem = NewTogetherItem & { addedBy: Uid | null }

export type SessionState = {
  timeline: Timeline
  current: TogetherItem | null
  queue: TogetherItem[]
  /** In the order in which they joined. */
  members: Member[]
  control: 'all' | 'host'
  turns: boolean
  skips: Uid[]
  /** Emoji of all items; `about` is the public id of the item, so that they return when it is played again. */
  marks: (TogetherMark & { about: string })[]
  played: PlayedItem[]
  /** The member whose item played last, for "my turn, your turn". */
  lastChooser: Uid | null
  /** When the first member reached the end of the current item. */
  firstEndMs: number | null
  last: LastEvent | null
  visits: Visit[]
}

export type Context = { by: Uid; nowMs: number; newId: () => string; maxMembers: number }

/** The time that members have to load an item. */
export const LOADING_MS = 4_000
/** The maximum number of stored visits. */
const VISITS = 30
/** The longest wait for a member who has not reached the end. Players repeat their end a little later: 5 s in all. */
export const END_GRACE_MS = 4_000
/** From the start of an item that no member can play to the next one, at least. Players repeat their reports a little later. */
export const UNPLAYABLE_MS = 3_000

const stopped: Timeline = { item: null, position_ms: 0, rate: 0, at_ms: 0 }

/** A session without members and items. @param marks reactions of earlier sessions of the conversation */
export function newSession(marks: SessionState['marks'] = []): SessionState {
  return {
    timeline: stopped,
    current: null,
    queue: [],
    members: [],
    control: 'all',
    turns: false,
    skips: [],
    marks,
    played: [],
    lastChooser: null,
    firstEndMs: null,
    last: null,
    visits: [],
  }
}

/**
 * The state after a command. A command about an item that no longer plays changes nothing, so late ones are harmless.
 * @throws AppError 'wrong_state' for a member who has not joined and a full session or queue; 'forbidden' where the role does not
 * allow it; 'invalid_input' for an item that no platform can play.
 */
export function applyCommand(state: SessionState, command: TogetherCommand, context: Context): SessionState {
  const next = apply(state, command, context)
  const what = next === state ? undefined : eventOf(state, next, command)
  const visits = visitsOf(state, next, context)
  if (!what && visits.length === 0) return next
  return { ...next, last: what ? { ...what, atMs: context.nowMs } : next.last, visits: [...state.visits, ...visits].slice(-VISITS) }

  function eventOf(before: SessionState, after: SessionState, { kind }: TogetherCommand): Omit<LastEvent, 'atMs'> | undefined {
    const host = hostOf(after)
    // The new host is more important than who left.
    if (host !== undefined && before.members.length > 0 && host !== hostOf(before)) return { by: host, what: 'host' }
    if (kind === 'start') return { by: context.by, what: before.members.length === after.members.length ? 'add' : 'join' }
    if (kind === 'join') return before.members.length === after.members.length ? undefined : { by: context.by, what: kind }
    return namedEvents.has(kind) ? { by: context.by, what: kind as TogetherEvent['what'] } : undefined
  }
}

/** The visits that a change of members adds. Passing on the host role is not a visit. */
function visitsOf(before: SessionState, after: SessionState, { nowMs }: Context): Visit[] {
  const [were, are] = [before.members, after.members].map((members) => new Set(members.map(({ uid }) => uid)))
  const left = before.members.filter(({ uid }) => !are?.has(uid))
  const host = hostOf(after)
  return [
    ...left.map(({ uid }) => ({ by: uid, what: 'leave' as const, atMs: nowMs })),
    ...(left.some(({ role }) => role === 'host') && host !== undefined ? [{ by: host, what: 'host' as const, atMs: nowMs }] : []),
    ...after.members
      .filter(({ uid }) => !were?.has(uid))
      .map(({ uid }) => ({ by: uid, what: before.members.length === 0 ? ('start' as const) : ('join' as const), atMs: nowMs })),
  ]
}

const namedEvents: ReadonlySet<string> = new Set<TogetherEvent['what']>(['leave', 'play', 'pause', 'seek', 'skip', 'add', 'settings'])
/** Why a member plays nothing yet. */
const unplayed: ReadonlySet<string> = new Set<NonNullable<Member['error']>>(['consent', 'blocked', 'away'])
/** The members with a player. */
const presentIn = ({ members }: SessionState): Member[] => members.filter(({ error }) => error !== 'away')
const hostOf = ({ members }: SessionState): Uid | undefined => members.find(({ role }) => role === 'host')?.uid

function apply(state: SessionState, command: TogetherCommand, context: Context): SessionState {
  const { by, nowMs } = context
  if (command.kind === 'join') return join(state, command.platform, context)
  if (command.kind === 'leave') return leave(state, by, nowMs)
  if (command.kind === 'start') return add(join(state, null, context), command.item, context)
  const me = state.members.find(({ uid }) => uid === by)
  if (!me) throw new AppError('wrong_state', { by })
  switch (command.kind) {
    case 'play':
    case 'pause':
    case 'seek':
      assertMayControl(state, me)
      return control(state, command, nowMs)
    case 'ready':
      return command.item === state.current?.id && (!me.ready || me.error !== null)
        ? loaded(withMember(fromStartIfUnplayed(state, nowMs + LEAD_MS), by, { ready: true, error: null }), nowMs)
        : state
    case 'cannot-play':
      return command.item === state.current?.id ? cannotPlay(state, me, command.why, nowMs) : state
    case 'away':
      return me.error === 'away' ? state : markAway(state, by, nowMs)
    case 'ended':
      return command.item === state.current?.id ? markEnded(state, by, nowMs) : state
    case 'sync':
      return command.item === state.current?.id && (me.inSync !== command.in_sync || me.durationMs !== command.duration_ms)
        ? withMember(state, by, { inSync: command.in_sync, durationMs: command.duration_ms })
        : state
    case 'skip':
      return command.item === state.current?.id ? skip(state, me, nowMs) : state
    case 'add':
      return add(state, command.item, context)
    case 'remove':
      return remove(state, me, command.item)
    case 'move':
      assertLeads(me)
      return { ...state, queue: moved(state.queue, command.item, command.to) }
    case 'vote':
      return { ...state, queue: vote(state.queue, by, command) }
    case 'react':
      return command.item === state.current?.id ? react(state, by, command) : state
    case 'settings':
      if (me.role !== 'host') throw new AppError('forbidden', { by })
      return { ...state, control: command.control, turns: command.turns }
    case 'role':
      return setRole(state, me, command)
    default:
      return unreachable(command)
  }
}

export const isOver = ({ members }: SessionState): boolean => members.length === 0

function join(before: SessionState, platform: Member['platform'], { by, nowMs, maxMembers }: Context): SessionState {
  const state = fromStartIfUnplayed(before, nowMs + LOADING_MS)
  const found = state.members.find(({ uid }) => uid === by)
  if (found && platform === null) return found.error === 'away' ? withMember(state, by, { error: null }) : state
  if (found) return withMember(state, by, { platform, error: null })
  if (state.members.length >= maxMembers) throw new AppError('wrong_state', { members: state.members.length })
  const role = state.members.length === 0 ? 'host' : 'guest'
  // A member who joins now does not delay a start that others wait for.
  const isRunning = state.current !== null && nowMs >= state.timeline.at_ms
  const member: Member = { uid: by, role, platform, ready: isRunning, error: null, ended: false, inSync: false, durationMs: null }
  return { ...state, members: [...state.members, member] }
}

/**
 * Plays an item from its start if no member has played any of it, because all players wait for a press. Otherwise the first member who
 * plays it would miss its start, or all of it.
 */
function fromStartIfUnplayed(state: SessionState, atMs: number): SessionState {
  const { current, members, timeline } = state
  const isUnplayed = members.every(({ error, durationMs }) => error !== null && unplayed.has(error) && durationMs === null)
  if (current === null || members.length === 0 || timeline.rate === 0 || !isUnplayed) return state
  return { ...state, timeline: { ...timeline, position_ms: 0, at_ms: Math.max(timeline.at_ms, atMs) } }
}

function leave(state: SessionState, actor: Uid, nowMs: number): SessionState {
  const left = state.members.filter(({ uid }) => uid !== actor)
  if (left.length === state.members.length) return state
  const next = { ...state, members: withHost(left), skips: state.skips.filter((uid) => uid !== actor) }
  return left.length === 0 ? next : settle(loaded(next, nowMs), nowMs)
}

/** The others neither wait for a member without a player, nor need their vote. */
function markAway(state: SessionState, actor: Uid, nowMs: number): SessionState {
  const skips = state.skips.filter((uid) => uid !== actor)
  const next = withMember({ ...state, skips }, actor, { ready: true, error: 'away', ended: false, inSync: false })
  return settle(loaded(next, nowMs), nowMs)
}

/** If the host has left, the first co-host takes over, otherwise the first guest. */
function withHost(members: Member[]): Member[] {
  if (members.some(({ role }) => role === 'host')) return members
  const successor = members.find(({ role }) => role === 'co-host') ?? members[0]
  return members.map((member) => (member === successor ? { ...member, role: 'host' } : member))
}

function control(
  state: SessionState,
  command: { kind: 'play' | 'pause' } | { kind: 'seek'; position_ms: number },
  nowMs: number,
): SessionState {
  const { timeline, current } = state
  if (!current) return state
  const position = positionAt(timeline, nowMs)
  if (command.kind === 'pause') {
    return timeline.rate === 0 ? state : { ...state, timeline: { item: current.id, position_ms: position, rate: 0, at_ms: nowMs } }
  }
  if (command.kind === 'play' && timeline.rate === 1) return state
  const next = command.kind === 'seek' ? command.position_ms : position
  const startsAt = timeline.rate === 0 && command.kind === 'seek' ? nowMs : nowMs + LEAD_MS
  const rate = command.kind === 'play' ? 1 : timeline.rate
  const members = state.members.map((member) => ({ ...member, ended: false }))
  return { ...state, members, firstEndMs: null, timeline: { item: current.id, position_ms: next, rate, at_ms: startsAt } }
}

/** When all are ready, the agreed start moves forward. It is announced to everyone at once, so no further confirmation is needed. */
function loaded(state: SessionState, nowMs: number): SessionState {
  const { timeline, members } = state
  const soon = nowMs + LEAD_MS
  if (timeline.rate === 0 || timeline.at_ms <= soon || !members.every(({ ready }) => ready)) return state
  return { ...state, timeline: { ...timeline, at_ms: soon } }
}

/** An item that no member can play ends with the first repeated report: by then its reason could be read. */
function cannotPlay(state: SessionState, { uid, error }: Member, why: PlayError, nowMs: number): SessionState {
  if (error !== why) return loaded(withMember(state, uid, { ready: true, error: why }), nowMs)
  const isForAll = presentIn(state).every((member) => member.error !== null && finalErrors.has(member.error))
  const { rate, at_ms: startsAt } = state.timeline
  return isForAll && state.queue.length > 0 && rate === 1 && nowMs >= startsAt + UNPLAYABLE_MS ? playNext(state, nowMs) : state
}

function markEnded(state: SessionState, actor: Uid, nowMs: number): SessionState {
  const firstEndMs = state.firstEndMs ?? nowMs
  return settle({ ...withMember(state, actor, { ended: true }), firstEndMs }, nowMs)
}

/**
 * Plays the next item when all playing members have reached the end, or most have and the time for the others is over; and when most vote
 * to skip.
 */
function settle(state: SessionState, nowMs: number): SessionState {
  const without = state.members.filter(({ error }) => error === null)
  // If no platform plays the full item, the end of the preview counts.
  const playing = without.length > 0 ? without : presentIn(state)
  const finished = playing.filter((member) => member.ended).length
  const isLate = state.firstEndMs !== null && nowMs - state.firstEndMs >= END_GRACE_MS
  // One of two can be wrong about the end, and the other one's item still plays.
  const position = positionAt(state.timeline, nowMs)
  const isDoubtful = playing.some(
    ({ ended: isAtEnd, durationMs }) => !isAtEnd && durationMs !== null && position < durationMs - END_GRACE_MS,
  )
  const isMajority = isDoubtful ? finished * 2 > playing.length : finished * 2 >= playing.length
  const isEnd = finished > 0 && (finished === playing.length || (isLate && isMajority))
  const isSkipped = state.skips.length * 2 > presentIn(state).length
  return isEnd || isSkipped ? playNext(state, nowMs) : state
}

function skip(state: SessionState, { uid, role }: Member, nowMs: number): SessionState {
  if (role !== 'guest') return playNext(state, nowMs)
  return settle({ ...state, skips: [...new Set([...state.skips, uid])] }, nowMs)
}

/** Plays the next item of the queue; nothing if it is empty. */
function playNext(state: SessionState, nowMs: number): SessionState {
  const item = nextItem(state)
  const cleared = { ...state, current: null, timeline: stopped, skips: [], firstEndMs: null }
  if (!item) return cleared
  return {
    ...cleared,
    current: item,
    queue: state.queue.filter(({ id }) => id !== item.id),
    played: [...state.played, { ...withoutPlace(item), addedBy: item.added_by }].slice(-limits.together.marks),
    lastChooser: item.added_by,
    members: state.members.map((member) => {
      const isAway = member.error === 'away'
      return { ...member, ready: isAway, error: isAway ? 'away' : null, ended: false, inSync: false, durationMs: null }
    }),
    timeline: { item: item.id, position_ms: 0, rate: 1, at_ms: nowMs + LOADING_MS },
  }
}

function nextItem({ queue, turns, members, lastChooser }: SessionState): TogetherItem | undefined {
  if (!turns) return queue[0]
  const last = members.findIndex(({ uid }) => uid === lastChooser)
  for (let step = 1; step <= members.length; step++) {
    const chooser = members[(last + step) % members.length]
    const item = queue.find(({ added_by: by }) => by === chooser?.uid)
    if (item) return item
  }
  return queue[0]
}

function add(state: SessionState, item: NewTogetherItem, { by, nowMs, newId }: Context): SessionState {
  const isPlayable = item.youtube_id !== null || (item.side === 'sound' && item.spotify_id !== null)
  if (!isPlayable || (item.side === 'video' && item.spotify_id !== null)) throw new AppError('invalid_input', { field: 'item' })
  if (state.queue.length >= limits.together.queue) throw new AppError('wrong_state', { queue: state.queue.length })
  const queue = placed(state.queue, { ...item, id: newId(), added_by: by, votes: [by] }, 'last')
  return state.current ? { ...state, queue } : playNext({ ...state, queue }, nowMs)
}

function remove(state: SessionState, { uid, role }: Member, id: string): SessionState {
  const item = state.queue.find((queued) => queued.id === id)
  if (item && item.added_by !== uid && role === 'guest') throw new AppError('forbidden', { by: uid })
  return { ...state, queue: state.queue.filter((queued) => queued.id !== id) }
}

function react(state: SessionState, actor: Uid, { emoji, position_ms }: { emoji: string; position_ms: number }): SessionState {
  if (!state.current || !/^\p{RGI_Emoji}$/v.test(emoji)) throw new AppError('invalid_input', { field: 'emoji' })
  const mark = { by: actor, emoji, position_ms, about: publicIdOf(state.current) }
  return { ...state, marks: [...state.marks, mark].slice(-limits.together.marks) }
}

/** The host names co-hosts and can pass on the role itself. */
function setRole(state: SessionState, me: Member, { uid, role }: { uid: Uid; role: TogetherRole }): SessionState {
  if (me.role !== 'host') throw new AppError('forbidden', { by: me.uid })
  if (uid === me.uid || !state.members.some((member) => member.uid === uid)) return state
  const changed = withMember(state, uid, { role })
  return role === 'host' ? withMember(changed, me.uid, { role: 'co-host' }) : changed
}

export const publicIdOf = ({ spotify_id: spotify, youtube_id: youtube }: NewTogetherItem): string => spotify ?? youtube ?? ''

const withoutPlace = ({ side, title, by, spotify_id, youtube_id }: TogetherItem): NewTogetherItem => ({
  side,
  title,
  by,
  spotify_id,
  youtube_id,
})

function withMember(state: SessionState, uid: Uid, change: Partial<Member>): SessionState {
  return { ...state, members: state.members.map((member) => (member.uid === uid ? { ...member, ...change } : member)) }
}

/** While neither the host nor a co-host has a player, all others control playback. */
function assertMayControl(state: SessionState, { uid, role }: Member): void {
  if (state.control === 'all' || role !== 'guest') return
  if (presentIn(state).some((member) => member.role !== 'guest')) throw new AppError('forbidden', { by: uid })
}

function assertLeads({ uid, role }: Member): void {
  if (role === 'guest') throw new AppError('forbidden', { by: uid })
}

import { AppError } from '#contract/errors.ts'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { togetherFrames, type NewTogetherItem, type TogetherCommand, type TogetherItem, type TogetherSession } from '#contract/together.ts'
import type { Db } from '#server/platform/db/database.ts'
import { storable } from '#server/platform/i18n/text.ts'
import type { Log } from '#server/platform/observability/log.ts'
import type { AfterErasure } from '#server/platform/personal-data.ts'
import { createTokenBuckets } from '#server/platform/rate-limit/token-bucket.ts'
import type { SocketHub } from '#server/platform/socket/socket-route.ts'
import { createSessionRecaps, type SessionRecapDeps } from './session-recaps.ts'
import { publicIdOf, applyCommand, isOver, newSession } from './timeline.ts'
import { createTogetherStore, type StoredSession, type TogetherStore } from './together.store.ts'

export type TogetherDeps = SessionRecapDeps & {
  db: Db
  hub: Pick<SocketHub, 'send'>
  newId: () => string
  /** All members of a conversation, including those with a block between them, read with `db`. */
  everyone(db: Db, chatId: string): Promise<Uid[]>
  /**
   * For each of these members, which of `uids` they may not see: in a group, blocks hide members from each other, and former ones.
   * Members without any may be missing.
   */
  hiddenAmong(chatId: string, members: readonly Uid[], uids: readonly Uid[]): Promise<ReadonlyMap<Uid, ReadonlySet<Uid>>>
  /** The same track on the other platform, if it is found. */
  findElsewhere(item: NewTogetherItem): Promise<NewTogetherItem>
  /** Posts the card of a new session into its conversation, in the name of the user who started it. */
  announce(actor: Uid, chatId: string, sessionId: string, item: NewTogetherItem): Promise<void>
  log: Pick<Log, 'warn'>
  /** Whether sessions may use Spotify's player. */
  isSpotifyAllowed: boolean
  maxMembers: number
}

/** The rate limit of commands of one user: many at once while a session starts, then a few a second. */
const RATE = { perSecond: 5, burst: 30 }
/** Sessions are inserted with version 1; the first command increments it. */
const FIRST_VERSION = 2
/**
 * Reports of players come from all members at once. Unless one moves playback, their changes are sent together in one frame after this
 * delay.
 */
const REPORTS_MS = 250
/** The state of a large session is long, so it is sent less often. */
const LARGE = { members: 10, reportsMs: 1_000 }
const reports: ReadonlySet<TogetherCommand['kind']> = new Set<TogetherCommand['kind']>(['ready', 'sync', 'cannot-play', 'away', 'ended'])

/** `isMoved`: playback changed. */
type ChangeInput = [actor: Uid, chatId: string, key: string | null, command: TogetherCommand, seen?: readonly Uid[]]
type Changed = StoredSession & { isMoved: boolean }

export type Together = ReturnType<typeof createTogether>

/** Shared sessions. Every function first checks that the caller is a member of the conversation. */
export function createTogether(deps: TogetherDeps) {
  const { hub, clock, newId, conversation } = deps
  const store = createTogetherStore(deps.db)
  const rateLimit = createTokenBuckets({ ...RATE, clock })
  const { change, changeIn, changeByReport } = createChange(deps)
  const { presentTo, send, sendToConversation, sendSoon, stop } = createSender(deps, store)

  /** Stores a player's report. Only members of a session report, and a user who leaves its conversation leaves it as well. */
  async function report(actor: Uid, chatId: string, command: TogetherCommand): Promise<void> {
    const session = await changeByReport(actor, chatId, command)
    if (!session) return
    if (session.isMoved) await sendToConversation(session)
    else sendSoon(chatId, session.state.members.length > LARGE.members ? LARGE.reportsMs : REPORTS_MS)
  }

  /** The session as a card in the conversation. A session also works without its card. */
  async function announce(actor: Uid, session: StoredSession): Promise<void> {
    const { id, chatId, state } = session
    try {
      if (state.current) await deps.announce(actor, chatId, id, state.current)
    } catch (error) {
      deps.log.warn({ err: error, chatId }, 'writing the card of a shared session failed')
    }
  }

  /** Removes the user from a session without a command of the user. */
  async function remove(uid: Uid, chatId: string): Promise<void> {
    const session = await change(uid, chatId, newId(), { kind: 'leave' })
    if (!session) return
    hub.send([uid], togetherFrames.together_state, { chat_id: chatId, session: null })
    const members = await membersFor(deps, uidsOf(session)[0] ?? uid, chatId)
    await send(
      members.filter((member) => member !== uid || session.endedAt !== null),
      chatId,
      session,
    )
  }

  /** Ends the user's part in the session of a conversation that is closed to them now, or with users who are hidden from them now. */
  async function removeIfClosed(uid: Uid, chatId: string): Promise<void> {
    const seen = await membersFor(deps, uid, chatId)
    const session = await store.running(chatId)
    if (session && !seesAll(seen, session)) await remove(uid, chatId)
  }

  /** Sends the session of a conversation that a deleted account has left. A chat of two is closed now. */
  async function sendWithoutDeleted({ chatId, others }: { chatId: string; others: readonly Uid[] }): Promise<void> {
    const session = await store.running(chatId)
    if (!session) return hub.send(others, togetherFrames.together_state, { chat_id: chatId, session: null })
    await sendToConversation(session)
    for (const uid of uidsOf(session)) await removeIfClosed(uid, chatId)
  }

  return {
    /**
     * Changes the session of a conversation and sends the new state to its members. A repeated key changes nothing.
     * @throws AppError 'not_found' and 'not_connected' for conversations where the caller may not write; 'read_only' for a start by a
     * new member of a group; 'rate_limited'; and as `applyCommand`.
     */
    async command(actor: Uid, chatId: string, key: string, command: TogetherCommand): Promise<void> {
      if (!rateLimit.consume(actor).isAllowed) throw new AppError('rate_limited', { by: actor })
      if (reports.has(command.kind)) return report(actor, chatId, command)
      const { members, isOpen, mayWrite } = await conversation(actor, chatId)
      if (!isOpen) throw new AppError('not_connected', { by: actor, chatId })
      // The card of a session is a message.
      if (command.kind === 'start' && !mayWrite) throw new AppError('read_only', { by: actor, chatId })
      const session = await change(actor, chatId, key, await prepared(deps, command), members)
      if (!session) return
      await send(members, chatId, session)
      if (session.version === FIRST_VERSION) await announce(actor, session)
    },

    /** @throws AppError 'not_found' unless the viewer is a member of the conversation. */
    async running(viewer: Uid, chatId: string): Promise<TogetherSession | null> {
      const { isOpen, members } = await conversation(viewer, chatId)
      const session = isOpen ? await store.running(chatId) : undefined
      return session && seesAll(members, session) ? presentTo(viewer, members, session) : null
    },

    ...createSessionRecaps(deps, store),

    /** Reports that the user has no player in any session, after a short while without a socket. */
    async markAwayInAll(uid: Uid): Promise<void> {
      for (const chatId of await store.chatsWith(uid)) await report(uid, chatId, { kind: 'away' })
    },

    /** Removes the user from all sessions after a while without a socket. */
    async leaveAll(uid: Uid): Promise<void> {
      for (const chatId of await store.chatsWith(uid)) await remove(uid, chatId)
    },

    /** Ends the user's part in sessions of conversations that are closed to them now, or with users who are hidden from them now. */
    async recheck(uid: Uid): Promise<void> {
      for (const chatId of await store.chatsWith(uid)) await removeIfClosed(uid, chatId)
    },

    /** Removes the user from the session of a conversation that they have left. */
    async leaveChat(uid: Uid, chatId: string): Promise<void> {
      if ((await store.chatsWith(uid)).includes(chatId)) await remove(uid, chatId)
    },

    /**
     * Ends the part of a user in all sessions and replaces them in what sessions store. For the transaction that deletes their account.
     * @returns sends the new states
     */
    async erase(tx: Db, uid: Uid): Promise<AfterErasure> {
      const inside = createTogetherStore(tx)
      const left: { chatId: string; others: Uid[] }[] = []
      for (const chatId of await inside.chatsVisitedBy(uid)) {
        if (!(await changeIn(tx, uid, chatId, null, { kind: 'leave' }))) continue
        left.push({ chatId, others: (await deps.everyone(tx, chatId)).filter((other) => other !== uid) })
      }
      await inside.forget(uid)
      return async () => {
        for (const entry of left) await sendWithoutDeleted(entry)
      }
    },

    /** Ends the part of deleted accounts in running sessions: version 1.0 left them in. Call it once the server runs. */
    async removeDeleted(): Promise<void> {
      for (const chatId of await store.chatsWithDeletedMembers()) await remove(NOBODY, chatId)
    },

    /** All users in running sessions. */
    everyoneHere: () => store.everyoneHere(),

    /** Deletes the keys of commands that are too old to be repeated. */
    deleteOldCommands: () => store.deleteOldCommands(),

    stop,
  }
}

function createChange({ db, clock, newId, maxMembers }: TogetherDeps) {
  const store = createTogetherStore(db)

  /**
   * Stores the command under the session's lock; null if it was stored before.
   * @param key null for reports, which are idempotent
   * @param seen the users whom the sender may see: with another user in it, the session does not exist for them
   */
  function change(...input: ChangeInput): Promise<Changed | null> {
    return db.transaction().execute((tx) => changeIn(tx, ...input))
  }

  /** Like `change`, in a transaction. */
  async function changeIn(transaction: Db, ...[actor, chatId, key, command, seen]: ChangeInput): Promise<Changed | null> {
    const tx = createTogetherStore(transaction)
    const now = clock.now()
    const running = (await tx.running(chatId, { isLocked: true })) ?? (await startSession(tx, chatId, command, now))
    if (running && seen && command.kind !== 'leave' && !seesAll(seen, running)) throw new AppError('not_found', { chatId })
    if (!running) {
      if (command.kind === 'leave') return null
      throw new AppError('wrong_state', { chatId })
    }
    if (key !== null && !(await tx.addCommand(chatId, key, running.id, running.version + 1))) return null
    const state = applyCommand(running.state, command, { by: actor, nowMs: now.getTime(), newId, maxMembers })
    if (state === running.state) return null
    const session = { ...running, state, version: running.version + 1, endedAt: isOver(state) ? now : null }
    await tx.update(session)
    if (session.endedAt) await tx.deleteCommands(session.id)
    if (uidsOf(session).join() !== uidsOf(running).join()) await tx.setMembers(session.id, uidsOf(session), now)
    return { ...session, isMoved: state.timeline !== running.state.timeline }
  }

  async function startSession(tx: TogetherStore, chatId: string, { kind }: TogetherCommand, now: Date): Promise<StoredSession | undefined> {
    if (kind !== 'start') return undefined
    // Two users who start at once share the session of the first.
    await tx.insert({ id: newId(), chatId, state: newSession(await tx.latestMarks(chatId)), startedAt: now })
    return tx.running(chatId, { isLocked: true })
  }

  /** Reports are the most frequent commands and rarely collide, so they are stored without a lock, and with one after a collision. */
  async function changeByReport(actor: Uid, chatId: string, command: TogetherCommand): Promise<Changed | null> {
    const running = await store.running(chatId)
    if (!running) throw new AppError('wrong_state', { chatId })
    const state = applyCommand(running.state, command, { by: actor, nowMs: clock.now().getTime(), newId, maxMembers })
    if (state === running.state) return null
    const session = { ...running, state, version: running.version + 1 }
    if (!(await store.updateIfNext(session))) return change(actor, chatId, null, command)
    return { ...session, isMoved: state.timeline !== running.state.timeline }
  }

  return { change, changeIn, changeByReport }
}

/** Sends sessions to the members of their conversations. */
function createSender(deps: TogetherDeps, store: TogetherStore) {
  const { hub, cards, isSpotifyAllowed, maxMembers } = deps
  const waiting = new Map<string, NodeJS.Timeout>()

  /** @returns the session without these hidden users, none of whom is in it */
  async function presenter(session: StoredSession): Promise<(hidden: ReadonlySet<Uid>) => TogetherSession> {
    const { state } = session
    const people = await cards([...uidsOf(session), ...(state.last ? [state.last.by] : [])])
    return (hidden) => present(session, people, hidden)
  }

  function present(session: StoredSession, people: ReadonlyMap<Uid, PersonCard>, hidden: ReadonlySet<Uid>): TogetherSession {
    const { id, chatId, version, state, startedAt } = session
    const isSeen = (uid: Uid) => !hidden.has(uid)
    const last = state.last && isSeen(state.last.by) ? state.last : null
    const lastName = last ? people.get(last.by)?.name : undefined
    const about = state.current && publicIdOf(state.current)
    const presentItem = (item: TogetherItem): TogetherItem => ({
      ...item,
      spotify_id: isSpotifyAllowed ? item.spotify_id : null,
      added_by: isSeen(item.added_by) ? item.added_by : NOBODY,
      votes: item.votes.filter(isSeen),
    })
    return {
      id,
      chat_id: chatId,
      version,
      timeline: state.timeline,
      current: state.current && presentItem(state.current),
      queue: state.queue.map(presentItem),
      members: state.members.flatMap(({ uid, role, platform, ready, error, inSync }) => {
        const card = people.get(uid)
        if (!card) return []
        const reason = error === 'away' ? { error: 'consent' as const, is_away: true } : { error }
        return [{ uid, name: card.name, avatar: card.avatar_url, role, platform, ready, ...reason, in_sync: inSync }]
      }),
      control: state.control,
      turns: state.turns,
      skips: state.skips.filter(isSeen),
      marks: state.marks.flatMap((mark) =>
        mark.about === about && isSeen(mark.by) ? [{ by: mark.by, emoji: mark.emoji, position_ms: mark.position_ms }] : [],
      ),
      played: state.played.length,
      max_members: maxMembers,
      // A deleted account has no name.
      last: last && lastName !== undefined ? { by: last.by, name: lastName, what: last.what, at_ms: last.atMs } : null,
      started_at: startedAt.toISOString(),
    }
  }

  /** The users named in a session whom each of `to` may not see. @param members those whom one member of the conversation sees */
  async function hiddenUsersIn(session: StoredSession, members: readonly Uid[], to = members): Promise<ReadonlyMap<Uid, ReadonlySet<Uid>>> {
    const named = namedIn(session)
    // Two who see each other, as in any chat of two.
    if (members.length <= 2 && named.every((uid) => members.includes(uid))) return new Map()
    return deps.hiddenAmong(session.chatId, to, named)
  }

  async function presentTo(viewer: Uid, members: readonly Uid[], session: StoredSession): Promise<TogetherSession> {
    const [hidden, presented] = await Promise.all([hiddenUsersIn(session, members, [viewer]), presenter(session)])
    return presented(hidden.get(viewer) ?? NO_ONE)
  }

  /** Sends the session to the given members who may see everyone in it. Members who see the same content share one frame. */
  async function send(to: readonly Uid[], chatId: string, session: StoredSession): Promise<void> {
    if (session.endedAt) return hub.send(to, togetherFrames.together_state, { chat_id: chatId, session: null })
    const [hidden, presented] = await Promise.all([hiddenUsersIn(session, to), presenter(session)])
    const seeing = to.filter((uid) => uidsOf(session).every((other) => !hidden.get(uid)?.has(other)))
    const alike = Map.groupBy(seeing, (uid) => [...(hidden.get(uid) ?? NO_ONE)].toSorted().join())
    for (const uids of alike.values()) {
      const [first = ''] = uids
      hub.send(uids, togetherFrames.together_state, { chat_id: chatId, session: presented(hidden.get(first) ?? NO_ONE) })
    }
  }

  /** Sends the changes of reports, in their latest state. */
  function sendSoon(chatId: string, afterMs: number): void {
    if (waiting.has(chatId)) return
    const sendNow = async () => {
      waiting.delete(chatId)
      try {
        const session = await store.running(chatId)
        if (session) await sendToConversation(session)
      } catch (error) {
        // The next change is sent with it.
        deps.log.warn({ err: error, chatId }, 'sending a shared session failed')
      }
    }
    waiting.set(chatId, setTimeout(() => void sendNow(), afterMs).unref())
  }

  async function sendToConversation(session: StoredSession): Promise<void> {
    const [first] = uidsOf(session)
    if (first !== undefined) await send(await membersFor(deps, first, session.chatId), session.chatId, session)
  }

  function stop(): void {
    for (const timer of waiting.values()) clearTimeout(timer)
    waiting.clear()
  }

  return { presentTo, send, sendToConversation, sendSoon, stop }
}

/** The members of a conversation; none if it is closed to this user. */
async function membersFor({ conversation }: TogetherDeps, uid: Uid, chatId: string): Promise<Uid[]> {
  try {
    const { members, isOpen } = await conversation(uid, chatId)
    return isOpen ? members : []
  } catch (error) {
    if (error instanceof AppError) return []
    throw error
  }
}

async function prepared({ findElsewhere, isSpotifyAllowed }: TogetherDeps, command: TogetherCommand): Promise<TogetherCommand> {
  if (command.kind !== 'start' && command.kind !== 'add') return command
  const { item } = command
  const clean = { ...item, title: storable(item.title, 'title'), by: storable(item.by, 'by') }
  const found = clean.side === 'sound' && (!clean.spotify_id || !clean.youtube_id) ? await findElsewhere(clean) : clean
  if (!isSpotifyAllowed && found.youtube_id === null) throw new AppError('not_on_youtube')
  return { ...command, item: found }
}

/** Whether a user who sees these members of a conversation may see the session. */
const seesAll = (seen: readonly Uid[], { state }: StoredSession): boolean => state.members.every(({ uid }) => seen.includes(uid))
const uidsOf = ({ state }: StoredSession): Uid[] => state.members.map(({ uid }) => uid)

/** All users whom a session names. */
function namedIn({ state }: StoredSession): Uid[] {
  const { members, skips, marks, last, current, queue } = state
  const items = current ? [current, ...queue] : queue
  const uids = [
    ...members.map(({ uid }) => uid),
    ...skips,
    ...marks.map(({ by }) => by),
    ...items.flatMap(({ added_by: by, votes }) => [by, ...votes]),
    ...(last ? [last.by] : []),
  ]
  return [...new Set(uids)].filter((uid) => uid !== NOBODY)
}

const NO_ONE: ReadonlySet<Uid> = new Set()

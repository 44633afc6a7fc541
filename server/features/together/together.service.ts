import { AppError } from '#contract/errors.ts'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import { togetherFrames, type NewTogetherItem, type TogetherCommand, type TogetherSession } from '#contract/together.ts'
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
  /** All members of a conversation, also those with a block between them, read with `db`. */
  everyone(db: Db, chatId: string): Promise<Uid[]>
  /** Filters these members to those who may see all of `shown`: in a group, blocks hide members from each other. */
  audience(chatId: string, members: readonly Uid[], shown: readonly Uid[]): Promise<readonly Uid[]>
  /** The same track on the other platform, if it is found. */
  findElsewhere(item: NewTogetherItem): Promise<NewTogetherItem>
  /** Posts the card of a new session into its conversation, in the name of the user who started it. */
  announce(by: Uid, chatId: string, sessionId: string, item: NewTogetherItem): Promise<void>
  log: Pick<Log, 'warn'>
  /** Whether sessions may use Spotify's player. */
  isSpotifyAllowed: boolean
  maxMembers: number
}

/** The rate limit of commands of one user: many at once while a session starts, then a few a second. */
const RATE = { perSecond: 5, burst: 30 }
/** A session is inserted with version 1, and its first command makes it this. */
const FIRST_VERSION = 2
/**
 * Reports of players come from all members at once. Unless one moves playback, their changes are sent together in one frame after this
 * delay.
 */
const REPORTS_MS = 250
/** The state of a large session is long, so it is sent less often. */
const LARGE = { members: 10, reportsMs: 1_000 }
const reports: ReadonlySet<TogetherCommand['kind']> = new Set<TogetherCommand['kind']>(['ready', 'sync', 'cannot-play', 'ended'])

/** `isMoved`: playback changed. */
type Changed = StoredSession & { isMoved: boolean }

export type Together = ReturnType<typeof createTogether>

/** Shared sessions. Every function first checks that the caller is a member of the conversation. */
export function createTogether(deps: TogetherDeps) {
  const { hub, clock, newId, conversation } = deps
  const store = createTogetherStore(deps.db)
  const rateLimit = createTokenBuckets({ ...RATE, clock })
  const { change, changeIn, changeByReport } = createChange(deps)
  const { present, send, sendToConversation, sendSoon, stop } = createSender(deps, store)

  /** Stores a player's report. Only members of a session report, and a user who leaves its conversation leaves it as well. */
  async function report(by: Uid, chatId: string, command: TogetherCommand): Promise<void> {
    const session = await changeByReport(by, chatId, command)
    if (!session) return
    if (session.isMoved) await sendToConversation(session)
    else sendSoon(chatId, session.state.members.length > LARGE.members ? LARGE.reportsMs : REPORTS_MS)
  }

  /** The session as a card in the conversation. A session also works without its card. */
  async function announce(by: Uid, session: StoredSession): Promise<void> {
    const { id, chatId, state } = session
    try {
      if (state.current) await deps.announce(by, chatId, id, state.current)
    } catch (error) {
      deps.log.warn({ err: error, chatId }, 'writing the card of a shared session failed')
    }
  }

  /** Ends the user's part in a session, on the server's own account. */
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
    async command(by: Uid, chatId: string, key: string, command: TogetherCommand): Promise<void> {
      if (!rateLimit.consume(by).isAllowed) throw new AppError('rate_limited', { by })
      if (reports.has(command.kind)) return report(by, chatId, command)
      const { members, isOpen, mayWrite } = await conversation(by, chatId)
      if (!isOpen) throw new AppError('not_connected', { by, chatId })
      // The card of a session is a message.
      if (command.kind === 'start' && !mayWrite) throw new AppError('read_only', { by, chatId })
      const session = await change(by, chatId, key, await prepared(deps, command), members)
      if (!session) return
      await send(members, chatId, session)
      if (session.version === FIRST_VERSION) await announce(by, session)
    },

    /** @throws AppError 'not_found' unless the viewer is a member of the conversation. */
    async running(viewer: Uid, chatId: string): Promise<TogetherSession | null> {
      const { isOpen, members } = await conversation(viewer, chatId)
      const session = isOpen ? await store.running(chatId) : undefined
      return session && seesAll(members, session) ? present(session) : null
    },

    ...createSessionRecaps(deps, store),

    /** Ends the user's part in all sessions, after a while without a socket. */
    async leaveAll(uid: Uid): Promise<void> {
      for (const chatId of await store.chatsWith(uid)) await remove(uid, chatId)
    },

    /** Ends the user's part in sessions of conversations that are closed to them now, or with users who are hidden from them now. */
    async recheck(uid: Uid): Promise<void> {
      for (const chatId of await store.chatsWith(uid)) await removeIfClosed(uid, chatId)
    },

    /** Ends the user's part in the session of a conversation that they have left. */
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
        for (const one of left) await sendWithoutDeleted(one)
      }
    },

    /** Ends the part of deleted accounts in running sessions: version 1.0 left them in. Call it once the server runs. */
    async removeDeleted(): Promise<void> {
      for (const chatId of await store.chatsWithDeletedMembers()) await remove(NOBODY, chatId)
    },

    /** All users in running sessions. */
    everyoneHere: () => store.everyoneHere(),

    stop,
  }
}

/** Changes of sessions. */
function createChange({ db, clock, newId, maxMembers }: TogetherDeps) {
  const store = createTogetherStore(db)

  /**
   * Stores the command under the session's lock; null if it was stored before.
   * @param key null for reports, which are idempotent
   * @param seen the users whom the sender may see: with another user in it, the session does not exist for them
   */
  function change(by: Uid, chatId: string, key: string | null, command: TogetherCommand, seen?: readonly Uid[]): Promise<Changed | null> {
    return db.transaction().execute((tx) => changeIn(tx, by, chatId, key, command, seen))
  }

  /** As `change`, in a transaction. */
  async function changeIn(
    transaction: Db,
    by: Uid,
    chatId: string,
    key: string | null,
    command: TogetherCommand,
    seen?: readonly Uid[],
  ): Promise<Changed | null> {
    const tx = createTogetherStore(transaction)
    const now = clock.now()
    const running = (await tx.running(chatId, { isLocked: true })) ?? (await started(tx, chatId, command, now))
    if (running && seen && command.kind !== 'leave' && !seesAll(seen, running)) throw new AppError('not_found', { chatId })
    if (!running) {
      if (command.kind === 'leave') return null
      throw new AppError('wrong_state', { chatId })
    }
    if (key !== null && !(await tx.addCommand(chatId, key, running.id, running.version + 1))) return null
    const state = applyCommand(running.state, command, { by, nowMs: now.getTime(), newId, maxMembers })
    if (state === running.state) return null
    const session = { ...running, state, version: running.version + 1, endedAt: isOver(state) ? now : null }
    await tx.update(session)
    if (uidsOf(session).join() !== uidsOf(running).join()) await tx.setMembers(session.id, uidsOf(session), now)
    return { ...session, isMoved: state.timeline !== running.state.timeline }
  }

  async function started(tx: TogetherStore, chatId: string, { kind }: TogetherCommand, now: Date): Promise<StoredSession | undefined> {
    if (kind !== 'start') return undefined
    // Two who start at once share the session of the first.
    await tx.insert({ id: newId(), chatId, state: newSession(await tx.latestMarks(chatId)), startedAt: now })
    return tx.running(chatId, { isLocked: true })
  }

  /** Reports are the most frequent commands and rarely collide, so they are stored without a lock, and with one after a collision. */
  async function changeByReport(by: Uid, chatId: string, command: TogetherCommand): Promise<Changed | null> {
    const running = await store.running(chatId)
    if (!running) throw new AppError('wrong_state', { chatId })
    const state = applyCommand(running.state, command, { by, nowMs: clock.now().getTime(), newId, maxMembers })
    if (state === running.state) return null
    const session = { ...running, state, version: running.version + 1 }
    if (!(await store.updateIfNext(session))) return change(by, chatId, null, command)
    return { ...session, isMoved: state.timeline !== running.state.timeline }
  }

  return { change, changeIn, changeByReport }
}

/** Sends sessions to the members of their conversations. */
function createSender(deps: TogetherDeps, store: TogetherStore) {
  const { hub, cards, isSpotifyAllowed, maxMembers } = deps
  const waiting = new Map<string, NodeJS.Timeout>()

  async function present(session: StoredSession): Promise<TogetherSession> {
    const { id, chatId, version, state, startedAt } = session
    const { last } = state
    const people = await cards([...uidsOf(session), ...(last ? [last.by] : [])])
    const lastName = last ? people.get(last.by)?.name : undefined
    const about = state.current && publicIdOf(state.current)
    const shown = <I extends NewTogetherItem>(item: I): I => (isSpotifyAllowed ? item : { ...item, spotify_id: null })
    return {
      id,
      chat_id: chatId,
      version,
      timeline: state.timeline,
      current: state.current && shown(state.current),
      queue: state.queue.map(shown),
      members: state.members.flatMap(({ uid, role, platform, ready, error, inSync }) => {
        const card = people.get(uid)
        return card ? [{ uid, name: card.name, avatar: card.avatar_url, role, platform, ready, error, in_sync: inSync }] : []
      }),
      control: state.control,
      turns: state.turns,
      skips: state.skips,
      marks: state.marks.flatMap((mark) =>
        mark.about === about ? [{ by: mark.by, emoji: mark.emoji, position_ms: mark.position_ms }] : [],
      ),
      played: state.played.length,
      max_members: maxMembers,
      // A deleted account has no name.
      last: last && lastName !== undefined ? { by: last.by, name: lastName, what: last.what, at_ms: last.atMs } : null,
      started_at: startedAt.toISOString(),
    }
  }

  async function send(to: readonly Uid[], chatId: string, session: StoredSession): Promise<void> {
    const seeing = to.length > 2 ? await deps.audience(chatId, to, uidsOf(session)) : to
    hub.send(seeing, togetherFrames.together_state, { chat_id: chatId, session: session.endedAt ? null : await present(session) })
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

  return { present, send, sendToConversation, sendSoon, stop }
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

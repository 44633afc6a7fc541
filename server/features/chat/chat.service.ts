import {
  chatFrames,
  type ChatPositions,
  type ChatRow,
  type FoundMessage,
  type MuteDuration,
  type OutgoingMessage,
  type WireMessage,
} from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { SocketPeer } from '#server/platform/socket/socket-route.ts'
import { createChangeStore } from './chat.change.store.ts'
import { createChanges, type Which } from './chat.changes.ts'
import type { ChatDeps } from './chat.deps.ts'
import { createDetails } from './chat.details.ts'
import { createMarks } from './chat.marks.ts'
import { createMarkStore, type Held } from './chat.marks.store.ts'
import { createMessageStore, type Page } from './chat.messages.store.ts'
import { createMessagePictures } from './chat.pictures.ts'
import { createPermits } from './chat.permit.ts'
import { createPositions } from './chat.positions.ts'
import { createReading, type ListQuery, type SearchQuery } from './chat.reading.ts'
import { createSender } from './chat.send.ts'
import { createChatStore } from './chat.store.ts'
import type { ChatId, Sent } from './chat.types.ts'

export type Chat = {
  /**
   * Sends one message from `from` and says where it was stored, once it is committed.
   * Repeating the same id returns the first result (a resend after a lost socket is harmless); `duplicate` when the body was another.
   * Delivers to the receiver's sockets and to the sender's others after commit; that never makes this fail.
   * Messages of one sender are stored in the order of the calls.
   * @throws AppError 'not_found' for a block, nobody at all or somebody else's chat; 'not_connected' where writing is over or not
   * wanted; 'request_waiting' and 'request_text_only' for more than a stranger may send, 'too_many_strangers' for more than
   * `REQUESTS_PER_HOUR` of them; 'blank_content', 'invalid_input',
   * 'rate_limited', and 'unavailable' when the store does not answer.
   */
  send(from: Uid, to: Uid, message: OutgoingMessage, except?: SocketPeer): Promise<Sent>
  /** See `createChanges`: both sides hear of each of these, the acting socket included. */
  edit(viewer: Uid, which: Which, content: string): Promise<void>
  remove(viewer: Uid, which: Which): Promise<void>
  react(viewer: Uid, which: Which, emoji: string, on: boolean): Promise<void>
  /** A page of messages, newest first. @throws AppError 'not_found' for anybody but a member. */
  history(viewer: Uid, chatId: ChatId, page: Page): Promise<WireMessage[]>
  /** Messages that changed after that count of changes, and how far they bring the caller. @throws AppError as `history`. */
  changes(viewer: Uid, chatId: ChatId, after: number, limit?: number): Promise<{ messages: WireMessage[]; change_seq: number }>
  /** Messages that contain these words, the newest first. Those in chats with people hidden from the viewer are left out. */
  search(viewer: Uid, query: SearchQuery): Promise<{ found: FoundMessage[]; next_cursor: string | null }>
  /** The viewer's conversations, latest first. Those with people who are hidden from the viewer are left out. */
  list(viewer: Uid, query?: ListQuery): Promise<{ chats: ChatRow[]; next_cursor: string | null; requests: number }>
  /** What waits unread in the latest conversations, as many as the first page of `list` holds. */
  unread(viewer: Uid): Promise<number>
  get(viewer: Uid, chatId: ChatId): Promise<ChatRow>
  /**
   * The chat with that person, made when there is none.
   * @throws AppError 'not_connected' when there is none yet and the other wants no strangers; 'not_found' for nobody and blocks.
   */
  open(viewer: Uid, other: Uid): Promise<ChatRow>
  /** Answers a stranger's request to write. @throws AppError 'not_found' for others' chats, 'wrong_state' when there is none to answer. */
  accept(viewer: Uid, chatId: ChatId): Promise<ChatRow>
  decline(viewer: Uid, chatId: ChatId): Promise<void>
  /** Leaves a chat, or with null returns to it: archived for the viewer alone. */
  archive(viewer: Uid, chatId: ChatId, isArchived: boolean): Promise<ChatRow>
  /** No notices of this chat for so long, counted from now by our own clock; null ends that. */
  mute(viewer: Uid, chatId: ChatId, duration: MuteDuration | null): Promise<ChatRow>
  /**
   * Moves the viewer's read marker forward, never back. The viewer's other devices are told; the other side as well, unless one
   * of the two has no receipts or has asked and waits for an answer.
   */
  read(viewer: Uid, chatId: ChatId, seq: number, except?: SocketPeer): Promise<void>
  /** Notes what has reached a device of the viewer. */
  delivered(viewer: Uid, chatId: ChatId, seq: number): Promise<void>
  /** See the frame `resume`. */
  resume(viewer: Uid, held: readonly Held[]): Promise<{ chats: ChatPositions[]; reset: ChatId[] }>
  /** Tells the other side that the viewer is writing, if both let such things be told. Nothing is kept. */
  typing(viewer: Uid, chatId: ChatId): Promise<void>
  /** What is between these two has changed: asks anew before the next message. */
  forget(one: Uid, two: Uid): void
  /** These two have become buddies: that is what opens their chat now, whatever became of a request between them. */
  befriended(one: Uid, two: Uid): Promise<void>
  /** These two are buddies no more, which ends their writing, also where a request had been accepted before or meanwhile. */
  parted(one: Uid, two: Uid): Promise<void>
  /** What a report of a message that somebody wrote to the viewer keeps of it; null for what they can't see. */
  evidence(viewer: Uid, id: string): Promise<{ author: Uid; text: string; pictures: string[] } | null>
  /** Tells the sockets of these people how far their chats are that have moved since then. */
  tellMoved(uids: readonly Uid[], since: Date): Promise<void>
  /** A frame about chats that another server sent has reached the sockets of this one. */
  noteElsewhere(frame: FrameDefinition, data: unknown): void
  /** See `createPositions`. */
  tellBehind(since: Date, isHere: (uid: Uid) => boolean): Promise<void>
  /** Resolves when every message that was accepted has been stored or refused. */
  idle(): Promise<void>
}

/** When a chat that was muted for good would be heard again: the last day that every reader of a date understands. */
const FOREVER = new Date('9999-12-31T00:00:00.000Z')

function mutedUntil(duration: MuteDuration, now: Date): Date {
  return duration === 'forever' ? FOREVER : new Date(now.getTime() + duration * 1_000)
}

/** People whose chats are looked through in one question. */
const PEOPLE_AT_ONCE = 500

/** Conversations: who may write to whom, what is kept, who is told. */
export function createChat(core: ChatDeps): Chat {
  const { db, clock, people } = core
  const store = createChatStore(db)
  const messages = createMessageStore(db)
  const markStore = createMarkStore(db)
  const marks = createMarks({ ...core, store: markStore })
  const positions = createPositions({ hub: core.hub, clock, store: markStore, present: marks.presentAll })
  const { hub } = positions
  const deps = { ...core, hub, tellPositions: positions.tell }
  const pictures = createMessagePictures({ ...deps, messages, maySeeChat })
  const detailsOf = createDetails(messages, pictures)
  const permits = createPermits({ ...deps, store, changed })
  const reading = createReading({ ...deps, store, messages, detailsOf })
  const sender = createSender({ ...deps, messages, permits, pictures })
  const changes = createChanges({ ...deps, store: createChangeStore(db), messages, pictures, detailsOf, mustSee: reading.mustSee })

  async function maySeeChat(viewer: Uid, chatId: ChatId): Promise<boolean> {
    try {
      await reading.mustSee(viewer, chatId)
      return true
    } catch (error) {
      // Only this one says no; a store that does not answer is another matter.
      if (error instanceof AppError && error.code === 'not_found') return false
      throw error
    }
  }

  /** Each of them sees the chat differently now. */
  function changed(chatId: ChatId, uids: readonly Uid[]): void {
    hub.send(uids, chatFrames.chat_changed, { chat_id: chatId })
  }

  /** An act on the viewer's own side of a chat, told to their other devices. */
  async function onOwnSide(viewer: Uid, chatId: ChatId, act: () => Promise<unknown>): Promise<ChatRow> {
    const { chat } = await reading.mustSee(viewer, chatId)
    await act()
    if (chat.other) permits.forget(viewer, chat.other)
    changed(chatId, [viewer])
    return reading.rowOf(viewer, chatId)
  }

  async function answer(viewer: Uid, chatId: ChatId, given: 'accepted' | 'declined'): Promise<void> {
    const { chat } = await reading.mustSee(viewer, chatId)
    if (chat.request === given) return
    if (chat.askedBy === viewer || !(await store.answer(chatId, given)))
      throw new AppError('wrong_state', { chatId, request: chat.request })
    // The one who asked learns of a yes only.
    changed(chatId, given === 'accepted' && chat.other ? [viewer, chat.other] : [viewer])
  }

  async function endRequest(one: Uid, two: Uid): Promise<void> {
    permits.forget(one, two)
    const chatId = await store.findPairChat(one, two)
    if (!chatId || !(await store.endRequest(chatId))) return
    // Whoever asked while that was being done may have been told yes.
    permits.forget(one, two)
    changed(chatId, [one, two])
  }

  return {
    send: sender.send,
    idle: sender.idle,
    ...changes,
    get: reading.rowOf,
    history: reading.history,
    changes: reading.changes,
    search: reading.search,
    list: (viewer, query = {}) => reading.list(viewer, query),
    unread: async (viewer) => (await reading.list(viewer, {})).chats.reduce((sum, { unread }) => sum + unread, 0),
    read: marks.read,
    delivered: marks.delivered,
    resume: marks.resume,
    forget: permits.forget,
    noteElsewhere: positions.note,
    tellBehind: positions.tellBehind,

    async open(viewer, other) {
      const relation = (await people.relations(viewer, [other])).get(other)
      if (!relation || relation === 'self' || relation === 'blocked') throw new AppError('not_found', { other })
      const found = await store.findPairChat(viewer, other)
      const isWelcome = relation === 'connected' || (await people.privacy([other])).get(other)?.messages === 'everyone'
      if (!found && !isWelcome) throw new AppError('not_connected', { other })
      const chatId = found ?? (await permits.makeChat(viewer, other))
      await store.markOpened(chatId, viewer, clock.now())
      return reading.rowOf(viewer, chatId)
    },

    async accept(viewer, chatId) {
      await answer(viewer, chatId, 'accepted')
      return reading.rowOf(viewer, chatId)
    },
    decline: (viewer, chatId) => answer(viewer, chatId, 'declined'),

    archive: (viewer, chatId, isArchived) =>
      onOwnSide(viewer, chatId, () => store.archive(chatId, viewer, isArchived ? clock.now() : null)),
    mute: (viewer, chatId, duration) =>
      onOwnSide(viewer, chatId, () => store.mute(chatId, viewer, duration === null ? null : mutedUntil(duration, clock.now()))),

    async typing(viewer, chatId) {
      const { chat, speaking } = await reading.mustSee(viewer, chatId)
      if (!chat.other || speaking !== 'free' || chat.request === 'waiting' || chat.request === 'declined') return
      const settings = await people.privacy([viewer, chat.other])
      if (!settings.get(viewer)?.typing || !settings.get(chat.other)?.typing) return
      hub.send([chat.other], chatFrames.is_typing, { chat_id: chatId, by: viewer })
    },

    befriended: endRequest,
    parted: endRequest,

    async evidence(viewer, id) {
      const message = await messages.receivedBy(viewer, id)
      if (!message?.sender || message.deletedAt || !(await maySeeChat(viewer, message.chatId))) return null
      return { author: message.sender, text: message.content, pictures: message.media }
    },

    async tellMoved(uids, since) {
      for (let from = 0; from < uids.length; from += PEOPLE_AT_ONCE) {
        await tellSomeMoved(uids.slice(from, from + PEOPLE_AT_ONCE), since)
      }
    },
  }

  async function tellSomeMoved(uids: readonly Uid[], since: Date): Promise<void> {
    const moved = await markStore.movedSince(uids, since)
    for (const [uid, ofOne] of Map.groupBy(moved, (it) => it.uid)) {
      for (const data of await marks.presentAll(uid, ofOne)) hub.send([uid], chatFrames.chat_moved, data)
    }
  }
}

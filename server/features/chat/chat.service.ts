import {
  chatFrames,
  type ChatPositions,
  type ChatRow,
  type FoundMessage,
  type MuteDuration,
  type OutgoingMessage,
  type WireMessage,
} from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { SocketPeer } from '#server/platform/socket/socket-route.ts'
import { chatPermissions } from './chat.permissions.ts'
import { createChanges, type MessageRef } from './chat.changes.ts'
import { createChangeStore } from './chat.changes.store.ts'
import { createDelivery } from './chat.delivery.ts'
import type { ChatDeps } from './chat.deps.ts'
import { createDetailsLoader } from './chat.details.ts'
import { createMessageStore, type MessagePage, type MessageStore } from './chat.messages.store.ts'
import { createMessagePictures } from './chat.pictures.ts'
import { createQueries, type ListQuery, type SearchQuery } from './chat.queries.ts'
import { createPins, type Pins } from './pins/pins.service.ts'
import { createPinStore } from './pins/pins.store.ts'
import { type ChatReceipts, createReceipts } from './chat.receipts.ts'
import { type ClientPosition, createReceiptStore, type ReceiptStore } from './chat.receipts.store.ts'
import { createSender } from './chat.send.ts'
import { createPolls, type Polls } from './polls/polls.service.ts'
import { createPollStore } from './polls/polls.store.ts'
import { createMessageCards, type MessageCards } from './chat.cards.ts'
import { createSafeQueueStore } from './safe-queues/safe-queues.store.ts'
import { createGroupCache, type GroupCache, hiddenFrom } from './groups/group-cache.ts'
import { createGroupLinkStore } from './groups/group-links.store.ts'
import { createGroupRequestStore } from './groups/group-requests.store.ts'
import { onlyReads } from './groups/group-limits.ts'
import { createGroups, type Groups } from './groups/groups.service.ts'
import { createGroupStore } from './groups/groups.store.ts'
import { createSendPermissions, type SendPermissions } from './chat.send-permission.ts'
import { type ChatStore, createChatStore } from './chat.store.ts'
import type { ChatId, SendResult } from './chat.types.ts'

export type Chat = {
  groups: Groups
  polls: Polls
  pins: Pins
  /**
   * The users who share a conversation, as this member sees them. `isOpen` is false for a chat of two that is closed; a block between
   * members of a group doesn't close it. `mayWrite` is false for a new member of a group who may only read. @throws AppError 'not_found'.
   */
  membersOf(viewer: Uid, chatId: ChatId): Promise<{ members: Uid[]; isOpen: boolean; mayWrite: boolean }>
  /** The messages whose authors the viewer may see. @throws AppError 'not_found' unless the viewer is a member. */
  withoutHiddenAuthors: ReturnType<typeof createQueries>['withoutHiddenAuthors']
  /**
   * Sends one message from `from` to a person, or to a group whose chat is `to`; resolves after the commit.
   * A repeated id returns the first result, so clients may resend after a lost connection; `duplicate` if the body differs.
   * Delivers after the commit to the sockets of the receiver and to the sender's other ones; a failed delivery is not an error.
   * Messages of one sender are stored in the order of the calls.
   * @throws AppError 'not_found' for a block, an unknown user or another user's chat; 'not_connected' if the connection has ended or
   * strangers may not write; 'request_waiting' and 'request_text_only' for more than a stranger may send; 'too_many_strangers' for
   * more than `REQUESTS_PER_HOUR` of them; 'blank_content', 'invalid_input', 'rate_limited';
   * in groups 'read_only' for new members and 'slow_mode' before it is their turn; 'unavailable' on a database timeout.
   */
  send(from: Uid, to: Uid, message: OutgoingMessage, except?: SocketPeer): Promise<SendResult>
  /** See `createChanges`: each change is sent to both members, including the socket that made it. */
  edit(viewer: Uid, ref: MessageRef, content: string): Promise<void>
  remove(viewer: Uid, ref: MessageRef): Promise<void>
  react(viewer: Uid, ref: MessageRef, emoji: string, on: boolean): Promise<void>
  /** A page of messages, newest first. @throws AppError 'not_found' unless the viewer is a member. */
  history(viewer: Uid, chatId: ChatId, page: MessagePage): Promise<WireMessage[]>
  /** The messages that changed after this change sequence, with the new change sequence. @throws AppError as `history`. */
  changes(viewer: Uid, chatId: ChatId, after: number, limit?: number): Promise<{ messages: WireMessage[]; change_seq: number }>
  /** Messages that contain this text, the newest first, without chats with people hidden from the viewer. */
  search(viewer: Uid, query: SearchQuery): Promise<{ found: FoundMessage[]; next_cursor: string | null }>
  /** The viewer's conversations, latest first, without those with people hidden from the viewer. */
  list(viewer: Uid, query?: ListQuery): Promise<{ chats: ChatRow[]; next_cursor: string | null; requests: number }>
  /** The number of unread messages on the first page of `list`. */
  unread(viewer: Uid): Promise<number>
  get(viewer: Uid, chatId: ChatId): Promise<ChatRow>
  /**
   * Finds or creates the chat with that person.
   * @throws AppError 'not_connected' if there is none and strangers may not write; 'not_found' for an unknown user or a block.
   */
  open(viewer: Uid, other: Uid): Promise<ChatRow>
  /** Answers a request. @throws AppError 'not_found' for other users' chats, 'wrong_state' without a request. */
  accept(viewer: Uid, chatId: ChatId): Promise<ChatRow>
  decline(viewer: Uid, chatId: ChatId): Promise<void>
  /** Archives or unarchives a chat, only for the viewer. */
  archive(viewer: Uid, chatId: ChatId, isArchived: boolean): Promise<ChatRow>
  /** Marks a chat as unread only for the viewer, or removes the mark. */
  markUnread(viewer: Uid, chatId: ChatId, isUnread: boolean): Promise<ChatRow>
  /** Mutes notifications of this chat for the given time; null unmutes. */
  mute(viewer: Uid, chatId: ChatId, duration: MuteDuration | null): Promise<ChatRow>
  /**
   * Moves the viewer's read position forward, never back, and notifies the viewer's other devices. The other member is notified
   * too, unless one of the two has receipts off or their request is not accepted.
   */
  read(viewer: Uid, chatId: ChatId, seq: number, except?: SocketPeer): Promise<void>
  /** Records what was delivered to a device of the viewer. */
  delivered(viewer: Uid, chatId: ChatId, seq: number): Promise<void>
  /** See the frame `resume`. */
  resume(viewer: Uid, cached: readonly ClientPosition[]): Promise<{ chats: ChatPositions[]; reset: ChatId[] }>
  /** Sends a typing indicator to the other members who have them on, if the viewer does. Nothing is stored. */
  typing(viewer: Uid, chatId: ChatId): Promise<void>
  /** Call after the relation of these two has changed: the next message checks it again. */
  invalidatePermission(a: Uid, b: Uid): void
  /** Call when these two have become buddies: a request between them ends. */
  connected(a: Uid, b: Uid): Promise<void>
  /** Call when these two are no longer buddies: an accepted request between them ends too, so neither may write. */
  disconnected(a: Uid, b: Uid): Promise<void>
  /** The evidence for a report of a message that the viewer has received; null if they can't see it. */
  evidence(viewer: Uid, id: string): Promise<{ author: Uid; text: string; pictures: string[]; voice?: string } | null>
  /** Sends these users the positions of their chats that have changed since then. */
  sendPositionsSince(uids: readonly Uid[], since: Date): Promise<void>
  /** Records a chat frame of another server that reached the sockets of this one. */
  recordRemoteFrame(frame: FrameDefinition, data: unknown): void
  /** See `createDelivery`. */
  repairMissed(since: Date, isHere: (uid: Uid) => boolean): Promise<void>
  /**
   * Call after the commit that deleted the account of a member: the other members load these chats again. `ended` are groups that ended
   * with it, and who was invited to them.
   */
  reload(chatIds: readonly ChatId[], ended?: ReadonlyMap<ChatId, readonly Uid[]>): Promise<void>
  /** Resolves when every accepted message has been stored or rejected. */
  idle(): Promise<void>
}

/** The `muted_until` of a chat that is muted until it is unmuted: the last date that all date parsers accept. */
const FOREVER = new Date('9999-12-31T00:00:00.000Z')

function mutedUntil(duration: MuteDuration, now: Date): Date {
  return duration === 'forever' ? FOREVER : new Date(now.getTime() + duration * 1_000)
}

/** A chat that is marked as unread counts as one message. */
const unreadOf = ({ unread, marked_unread: isMarked }: ChatRow): number => unread || (isMarked ? 1 : 0)

/** Users in one query of `sendPositionsSince`. */
const USERS_PER_QUERY = 500

/** Builds the chat service from its parts; see README.md. */
export function createChat(core: ChatDeps): Chat {
  const { db, clock, people } = core
  const store = createChatStore(db)
  const messages = createMessageStore(db)
  const receiptStore = createReceiptStore(db)
  const groupStore = createGroupStore(db)
  const groupCache = createGroupCache({ ...core, store: groupStore, urlOfPicture: core.pictures.urlOf })
  const receipts = createReceipts({ ...core, store: receiptStore, groups: groupCache, groupStore })
  const delivery = createDelivery({ hub: core.hub, clock, store: receiptStore, present: receipts.presentVisible })
  const { hub } = delivery
  const deps = { ...core, hub, sendPositions: delivery.sendPositions }
  const pictures = createMessagePictures({ ...deps, messages, groupStore, groups: groupCache, showsGroup, canSeeAuthor })
  const loadDetails = createDetailsLoader(messages, pictures)
  /** Each of these users sees the chat differently now. */
  const sendChatChanged = (chatId: ChatId, uids: readonly Uid[]) => hub.send(uids, chatFrames.chat_changed, { chat_id: chatId })
  const sendChatGone = (chatId: ChatId, uids: readonly Uid[]) => hub.send(uids, chatFrames.chat_changed, { chat_id: chatId, gone: true })
  const permissions = createSendPermissions({ ...deps, store, sendChatChanged, onInvalidated: groupCache.dropOfPair })
  deps.people.onCardChanged((uid) => {
    permissions.dropCard(uid)
    groupCache.dropOfMember(uid)
  })
  const queries = createQueries({ ...deps, store, messages, loadDetails, groups: groupCache })
  const sender = createSender({ ...deps, store, messages, permissions, pictures, groups: groupCache, groupStore, sendChatChanged })
  const { getVisibleChat } = queries
  const pollStore = createPollStore(db)
  const cards = createMessageCards(pollStore, createSafeQueueStore(db))
  const changes = createChanges({
    ...deps,
    store: createChangeStore(db),
    messages,
    pictures,
    loadDetails,
    getVisibleChat,
    canSeeAuthor,
    removeShown: cards.remove,
  })
  const groups = createGroups({
    ...deps,
    store: groupStore,
    links: createGroupLinkStore(db),
    requests: createGroupRequestStore(db),
    groups: groupCache,
    sendChatChanged,
    sendChatGone,
    getRow: queries.get,
    getMessages: queries.history,
  })
  const actions = createActions({ ...deps, store, queries, permissions, sendChatChanged, groupCache, groups })

  /** Whether the viewer may see messages of this author in the chat. */
  async function canSeeAuthor(viewer: Uid, chatId: ChatId, author: Uid | null): Promise<boolean> {
    return canSeeMessage(queries, viewer, chatId, author)
  }

  async function showsGroup(viewer: Uid | null, chatId: ChatId, code: string): Promise<boolean> {
    return groups.isShownByLink(viewer, chatId, code)
  }

  return {
    groups,
    polls: createPolls({ ...deps, store: pollStore, getVisibleChat, withoutHiddenAuthors: queries.withoutHiddenAuthors }),
    pins: createPins({ ...deps, store: createPinStore(db), queries, sendChatChanged }),
    send: sender.send,
    idle: sender.idle,
    ...changes,
    ...actions,
    get: queries.get,
    history: queries.history,
    withoutHiddenAuthors: queries.withoutHiddenAuthors,
    changes: queries.changes,
    search: queries.search,
    list: (viewer, query = {}) => queries.list(viewer, query),
    unread: async (viewer) => (await queries.list(viewer, {})).chats.reduce((sum, row) => sum + unreadOf(row), 0),
    read: receipts.read,
    delivered: receipts.delivered,
    resume: receipts.resume,
    invalidatePermission: permissions.invalidate,
    recordRemoteFrame: delivery.record,
    repairMissed: delivery.repairMissed,
    evidence: (viewer, id) => evidenceOf({ messages, queries, textsOf: cards.textsOf }, viewer, id),

    async membersOf(viewer, chatId) {
      const { chat, relation, group } = await queries.getVisibleChat(viewer, chatId)
      if (!group) {
        const { canAttach: isOpen } = chatPermissions(viewer, chat, relation, new Map())
        return { members: chat.other === null ? [viewer] : [viewer, chat.other], isOpen, mayWrite: isOpen }
      }
      const members = await groups.membersSeenBy(viewer, chatId)
      const member = group.members.get(viewer)
      return { members, isOpen: true, mayWrite: member !== undefined && !onlyReads(member, clock.now()) }
    },

    async typing(viewer, chatId) {
      const { chat, writeAccess, group } = await getVisibleChat(viewer, chatId)
      if (group) {
        const settings = await people.privacy(group.joined)
        if (!settings.get(viewer)?.typing) return
        const hidden = hiddenFrom(group, viewer)
        const others = group.joined.filter((uid) => uid !== viewer && !hidden.has(uid) && settings.get(uid)?.typing)
        hub.send(others, chatFrames.is_typing, { chat_id: chatId, by: viewer })
        return
      }
      if (!chat.other || writeAccess !== 'open' || chat.request === 'waiting' || chat.request === 'declined') return
      const settings = await people.privacy([viewer, chat.other])
      if (!settings.get(viewer)?.typing || !settings.get(chat.other)?.typing) return
      hub.send([chat.other], chatFrames.is_typing, { chat_id: chatId, by: viewer })
    },

    async reload(chatIds, ended = new Map()) {
      for (const chatId of chatIds) groupCache.invalidate(chatId)
      for (const [chatId, invited] of ended) if (invited.length > 0) sendChatGone(chatId, invited)
      for (const chatId of chatIds) sendChatChanged(chatId, await store.listMembers(chatId))
    },

    async sendPositionsSince(uids, since) {
      for (let from = 0; from < uids.length; from += USERS_PER_QUERY) {
        await sendPositionsOf(uids.slice(from, from + USERS_PER_QUERY), since, { hub, receipts, receiptStore })
      }
    },
  }
}

type ActionDeps = Pick<ChatDeps, 'clock' | 'people' | 'publish'> & {
  store: ChatStore
  queries: ReturnType<typeof createQueries>
  permissions: SendPermissions
  groupCache: GroupCache
  groups: Groups
  sendChatChanged: (chatId: ChatId, uids: readonly Uid[]) => void
}

/** Opens chats, answers requests, archives and mutes. */
function createActions({ store, queries, permissions, clock, people, publish, sendChatChanged, groupCache, groups }: ActionDeps) {
  /** Changes the viewer's own side of a chat, and notifies their other devices. */
  async function changeOwnSide(viewer: Uid, chatId: ChatId, change: () => Promise<unknown>): Promise<ChatRow> {
    const { chat } = await queries.getVisibleChat(viewer, chatId)
    await change()
    if (chat.other) permissions.invalidate(viewer, chat.other)
    if (chat.role !== null) groupCache.invalidate(chatId)
    sendChatChanged(chatId, [viewer])
    return queries.get(viewer, chatId)
  }

  async function answer(viewer: Uid, chatId: ChatId, decision: 'accepted' | 'declined'): Promise<void> {
    if ((await store.chatOf(viewer, chatId))?.role === 'invited') return groups.answer(viewer, chatId, decision === 'accepted')
    const { chat } = await queries.getVisibleChat(viewer, chatId)
    if (chat.request === decision) return
    if (chat.askedBy === viewer || !(await store.answerRequest(chatId, decision)))
      throw new AppError('wrong_state', { chatId, request: chat.request })
    // The sender of the request is not informed of a decline.
    sendChatChanged(chatId, decision === 'accepted' && chat.other ? [viewer, chat.other] : [viewer])
  }

  async function endRequest(a: Uid, b: Uid): Promise<void> {
    permissions.invalidate(a, b)
    const chatId = await store.findPairChat(a, b)
    if (!chatId || !(await store.endRequest(chatId))) return
    // A check that ran in the meantime may have cached a permission.
    permissions.invalidate(a, b)
    sendChatChanged(chatId, [a, b])
  }

  return {
    async open(viewer: Uid, other: Uid): Promise<ChatRow> {
      const relation = (await people.relations(viewer, [other])).get(other)
      if (!relation || relation === 'self' || relation === 'blocked') throw new AppError('not_found', { other })
      const found = await store.findPairChat(viewer, other)
      const acceptsMessages = relation === 'connected' || (await people.privacy([other])).get(other)?.messages === 'everyone'
      if (!found && !acceptsMessages) throw new AppError('not_connected', { other })
      const chatId = found ?? (await permissions.openChat(viewer, other))
      await store.markOpened(chatId, viewer, clock.now())
      return queries.get(viewer, chatId)
    },

    async accept(viewer: Uid, chatId: ChatId): Promise<ChatRow> {
      await answer(viewer, chatId, 'accepted')
      return queries.get(viewer, chatId)
    },
    decline: (viewer: Uid, chatId: ChatId): Promise<void> => answer(viewer, chatId, 'declined'),

    async archive(viewer: Uid, chatId: ChatId, isArchived: boolean): Promise<ChatRow> {
      const row = await changeOwnSide(viewer, chatId, () => store.archive(chatId, viewer, isArchived ? clock.now() : null))
      if (isArchived) publish({ kind: 'chat.left', by: viewer, chatId })
      return row
    },
    markUnread: (viewer: Uid, chatId: ChatId, isUnread: boolean): Promise<ChatRow> =>
      changeOwnSide(viewer, chatId, () => store.markUnread(chatId, viewer, isUnread)),
    mute: (viewer: Uid, chatId: ChatId, duration: MuteDuration | null): Promise<ChatRow> =>
      changeOwnSide(viewer, chatId, () => store.mute(chatId, viewer, duration === null ? null : mutedUntil(duration, clock.now()))),

    connected: endRequest,
    disconnected: endRequest,
  }
}

async function canSeeMessage(
  { withoutHiddenAuthors }: ActionDeps['queries'],
  viewer: Uid,
  chatId: ChatId,
  author: Uid | null,
): Promise<boolean> {
  try {
    return (await withoutHiddenAuthors(viewer, chatId, [{ sender: author }])).length > 0
  } catch (error) {
    // Other errors, such as a database timeout, say nothing about the permission.
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

async function evidenceOf(
  { messages, queries, textsOf }: { messages: MessageStore; queries: ActionDeps['queries']; textsOf: MessageCards['textsOf'] },
  viewer: Uid,
  id: string,
): ReturnType<Chat['evidence']> {
  const message = await messages.findReceived(viewer, id)
  if (!message?.sender || message.deletedAt || !(await canSeeMessage(queries, viewer, message.chatId, message.sender))) return null
  const { sender: author, content, media } = message
  const text = [content, ...(await textsOf(message))].filter((part, index) => index === 0 || !content.includes(part)).join('\n')
  const [recordingId] = media
  if (message.type === 'voice' && recordingId !== undefined) return { author, text, pictures: [], voice: recordingId }
  return { author, text, pictures: media }
}

async function sendPositionsOf(
  uids: readonly Uid[],
  since: Date,
  { hub, receipts, receiptStore }: { hub: ChatDeps['hub']; receipts: ChatReceipts; receiptStore: ReceiptStore },
): Promise<void> {
  const changed = await receiptStore.positionsSince(uids, since)
  for (const { uid, data } of await receipts.presentVisible(changed)) hub.send([uid], chatFrames.chat_moved, data)
}

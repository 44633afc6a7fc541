import { chatFrames, type OutgoingMessage } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { createBatcher } from '#server/platform/concurrency/batcher.ts'
import { createKeyedQueue } from '#server/platform/concurrency/keyed-queue.ts'
import { createTaskTracker } from '#server/platform/concurrency/task-tracker.ts'
import { createTokenBuckets } from '#server/platform/rate-limit/token-bucket.ts'
import type { SocketPeer } from '#server/platform/socket/socket-route.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { MessageStore } from './chat.messages.store.ts'
import type { MessagePictures } from './chat.pictures.ts'
import { type MessageDetails, presentMessage } from './chat.present.ts'
import type { SendPermission, SendPermissions } from './chat.send-permission.ts'
import type { ChatStore } from './chat.store.ts'
import type { ChatId, SendResult, StoredMessage, WriteResult } from './chat.types.ts'
import { type MessageBody, parseBody } from './chat.validation.ts'
import { writeMessages } from './chat.write.store.ts'
import { createChatWriter } from './chat.writer.ts'
import { type Group, type GroupCache, hiddenFrom } from './groups/group-cache.ts'
import { assertMayWrite, isLimited } from './groups/group-limits.ts'
import type { GroupStore } from './groups/groups.store.ts'
import { mentionedIn, sendToGroup } from './groups/group-delivery.ts'

const DEFAULT_RATE = { perSecond: 20, burst: 60 }

/** A message handed to the writer. The object wraps the promise, so that awaiting it does not await the commit. */
type Queued = { written: Promise<WriteResult> }
/** `except`: the socket that sent the message. */
type Request = { from: Uid; to: Uid; chatId: ChatId | null; body: MessageBody; except: SocketPeer | undefined }

/** The permission to store a message in a group that the sender has joined. */
type GroupPermission = { chatId: ChatId; group: Group; isRequest: false }
type Permission = SendPermission | GroupPermission

type Deps = Pick<ChatDeps, 'db' | 'hub' | 'clock' | 'log' | 'rate' | 'flushDelayMs' | 'trace' | 'assertMomentVisible' | 'publish'> & {
  pictures: Pick<MessagePictures, 'attach' | 'attachRecording'>
  messages: MessageStore
  permissions: SendPermissions
  groups: Pick<GroupCache, 'cached' | 'get'>
  groupStore: Pick<GroupStore, 'takeTurn'>
  store: Pick<ChatStore, 'archive'>
  sendChatChanged: (chatId: ChatId, uids: readonly Uid[]) => void
  sendPositions: (chatIds: readonly ChatId[]) => Promise<void>
}

/** Checks, stores and delivers messages. See `Chat.send`. */
export function createSender(deps: Deps) {
  const { db, clock, messages, permissions, log } = deps
  const rateLimit = createTokenBuckets({ ...(deps.rate ?? DEFAULT_RATE), clock })
  const enqueue = createKeyedQueue()
  const tasks = createTaskTracker()
  const deliver = createDelivery(deps)
  const writer = createChatWriter({
    commit: (batch) => writeMessages(db, batch),
    log,
    trace: deps.trace,
    ...(deps.flushDelayMs === undefined ? {} : { flushDelayMs: deps.flushDelayMs }),
  })

  /** Synchronous for plain messages with a cached permission, which are nearly all. */
  function submit(request: Request): Queued | Promise<Queued> {
    const { from, to, chatId, body } = request
    // A message to a group has the chat as its recipient.
    const cached = isPlain(body) ? (to === chatId ? cachedGroup(from, to) : permissions.cached(from, to)) : undefined
    return cached && (chatId === null || chatId === cached.chatId) ? { written: write(request, cached, {}) } : checkAndSubmit(request)
  }

  async function checkAndSubmit(request: Request): Promise<Queued> {
    const { from, to, chatId, body } = request
    try {
      const permission = to === chatId ? await groupPermission(from, chatId) : await permissions.get(from, to, chatId)
      const details = await loadAttachments(deps, permission, from, body)
      if ('group' in permission) await takeTurn(permission, from, body.id)
      const written = write(request, permission, details)
      // The check of a second message to a stranger must find the first one.
      if (permission.isRequest) await written
      return { written }
    } catch (error) {
      // A message that was stored while it was allowed is acknowledged again.
      const earlier = await messages.findBySender(from, body.id)
      if (!earlier) throw error
      return { written: Promise.resolve({ message: earlier, repeated: true }) }
    }
  }

  function cachedGroup(from: Uid, chatId: ChatId): GroupPermission | undefined {
    const group = deps.groups.cached(chatId)
    const member = group?.members.get(from)
    const isOpen = member && member.role !== 'invited' && member.archivedAt === null
    return group && isOpen && !isLimited(group, member, clock.now()) ? { chatId, group, isRequest: false } : undefined
  }

  /** In slow mode, a member writes one message per turn. @throws AppError 'slow_mode' */
  async function takeTurn({ chatId, group }: GroupPermission, from: Uid, messageId: string): Promise<void> {
    if (group.slowSeconds === 0 || group.members.get(from)?.role !== 'member') return
    if (!(await deps.groupStore.takeTurn(chatId, from, messageId, group.slowSeconds, clock.now())))
      throw new AppError('slow_mode', { from, chatId })
  }

  /** A new message unarchives the sender's chat. */
  async function groupPermission(from: Uid, chatId: ChatId): Promise<GroupPermission> {
    const group = await deps.groups.get(chatId)
    const member = group?.members.get(from)
    if (!group || !member || member.role === 'invited') throw new AppError('not_found', { from, chatId })
    assertMayWrite(member, clock.now())
    if (member.archivedAt !== null) {
      await deps.store.archive(chatId, from, null)
      deps.sendChatChanged(chatId, [from])
    }
    return { chatId, group, isRequest: false }
  }

  function write({ from, body, except }: Request, permission: Permission, details: MessageDetails): Promise<WriteResult> {
    const { id, type, content, referenceItem, media } = body
    const message = { id, type, content, referenceItem, media, chatId: permission.chatId, sender: from, sentAt: clock.now() }
    return writer.write(message, (result) => deliver(result, permission, details, except))
  }

  function send(from: Uid, to: Uid, outgoing: OutgoingMessage, except?: SocketPeer): Promise<SendResult> {
    return tasks.track(async () => {
      if (!rateLimit.consume(from).isAllowed) throw new AppError('rate_limited', { from })
      const body = parseBody(from, to, outgoing)
      // Checks of one sender run in order. Their commits are awaited outside the queue, so that they can share one.
      const queued = enqueue(from, () => submit({ from, to, chatId: outgoing.chat_id, body, except }))
      const { written } = queued instanceof Promise ? await queued : queued
      const { message, repeated } = await written
      const { id, chatId, seq, sentAt } = message
      return { id, chatId, seq, sentAt, duplicate: repeated && !hasSameBody(message, body) }
    })
  }

  return {
    send,
    idle: tasks.idle,
  }
}

/** Sends a stored message to those who see it. */
function createDelivery(deps: Deps) {
  const { hub, log } = deps
  // After a server restart all clients resend their unacknowledged messages.
  const sendPositions = createBatcher<ChatId, void>({
    keyOf: (chatId) => chatId,
    run: async (chatIds) => {
      await deps.sendPositions(chatIds)
      return new Map()
    },
  })

  function deliver({ message, repeated }: WriteResult, permission: Permission, details: MessageDetails, except?: SocketPeer): void {
    // The id was used before in another chat, whose message these two may not see.
    if (message.chatId !== permission.chatId) return
    if (repeated) return void redeliver(message)
    if ('group' in permission) return deliverToGroup(message, deps.groups.cached(message.chatId) ?? permission.group, details, except)
    const { me, other, isRequest } = permission
    hub.send([other.uid, me.uid], chatFrames.new_message, { message: presentMessage(message, permission, details) }, except)
    deps.publish({
      kind: 'message.stored',
      from: me.uid,
      to: other.uid,
      chatId: message.chatId,
      messageId: message.id,
      isRequest,
      isQuiet: permission.isMuted(message.sentAt),
    })
  }

  function deliverToGroup(message: StoredMessage, group: Group, details: MessageDetails, except?: SocketPeer): void {
    const { sender, chatId, id } = message
    sendToGroup(hub, group, chatFrames.new_message, (members) => ({ message: presentMessage(message, members, details) }), except)
    if (sender === null) return
    const hidden = hiddenFrom(group, sender)
    const mentioned = mentionedIn(message.content, group.cards)
    for (const to of group.joined) {
      if (to === sender || hidden.has(to)) continue
      const member = group.members.get(to)
      const isMuted = member?.archivedAt != null || (member?.mutedUntil != null && member.mutedUntil > message.sentAt)
      // Mentions notify also if the group is muted.
      const isQuiet = isMuted && !mentioned.has(to)
      deps.publish({ kind: 'message.stored', from: sender, to, chatId, messageId: id, isRequest: false, isQuiet })
    }
  }

  /** The first delivery may have been lost. Clients that miss the message request it when they get the chat's positions. */
  async function redeliver({ chatId }: StoredMessage): Promise<void> {
    try {
      await sendPositions(chatId)
    } catch (error) {
      // The message is stored and acknowledged, and the next comparison with the store repairs the delivery.
      log.debug({ err: error }, 'redelivery of a repeated message failed')
    }
  }

  return deliver
}

/** Checks everything a message refers to and attaches its pictures. @throws AppError 'request_text_only', 'not_found'. */
async function loadAttachments(
  { messages, pictures, assertMomentVisible }: Deps,
  permission: Permission,
  from: Uid,
  body: MessageBody,
): Promise<MessageDetails> {
  if (isPlain(body)) return {}
  const { chatId, isRequest } = permission
  const { id, media, mediaAlt, replyTo, momentId } = body
  if (isRequest) throw new AppError('request_text_only', { chatId })
  if (momentId !== null) await assertMomentVisible(from, momentId)
  const senders = 'group' in permission ? [...permission.group.members.keys()] : [from, permission.other.uid]
  const reply = replyTo === null ? undefined : (await messages.byIds(chatId, senders, [replyTo])).get(replyTo)
  const isHidden = 'group' in permission && reply?.sender != null && hiddenFrom(permission.group, from).has(reply.sender)
  if (replyTo !== null && (!reply || reply.deletedAt || isHidden)) throw new AppError('not_found', { replyTo })
  const quoted = reply ? { reply } : {}
  const [recordingId] = media
  if (recordingId === undefined) return quoted
  if (body.type !== 'voice') return { ...quoted, pictures: await pictures.attach(from, id, media, mediaAlt) }
  const voice = await pictures.attachRecording(from, id, recordingId)
  return { ...quoted, ...(voice ? { voice } : {}) }
}

/** Contains no references, so only the permission has to be checked. */
function isPlain({ type, replyTo, momentId }: MessageBody): boolean {
  return (type === 'text' || type === 'link') && replyTo === null && momentId === null
}

/** An edited or deleted message can't be compared any more and counts as equal. */
function hasSameBody(message: StoredMessage, body: MessageBody): boolean {
  if (message.editedAt || message.deletedAt) return true
  return (
    message.content === body.content &&
    message.type === body.type &&
    JSON.stringify([message.referenceItem, message.media]) === JSON.stringify([body.referenceItem, body.media])
  )
}

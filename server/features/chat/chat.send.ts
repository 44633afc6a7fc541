import { chatFrames, type OutgoingMessage } from '#contract/chat.ts'
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
import type { Permit, Permits } from './chat.permit.ts'
import { type Details, presentMessage } from './chat.present.ts'
import { readBody, type Body } from './chat.rules.ts'
import type { ChatId, Sent, StoredMessage, Written } from './chat.types.ts'
import { writeMessages } from './chat.write.store.ts'
import { createChatWriter } from './chat.writer.ts'

const DEFAULT_RATE = { perSecond: 20, burst: 60 }
/** On its way into the store. Wrapped, so that whoever awaits the entering does not await the commit. */
type Entered = { written: Promise<Written> }
/** One message and where it goes. `except`: the socket it came from. */
type Given = { from: Uid; to: Uid; chatId: ChatId | null; body: Body; except: SocketPeer | undefined }

type SenderDeps = Pick<ChatDeps, 'db' | 'hub' | 'clock' | 'log' | 'rate' | 'flushDelayMs' | 'trace' | 'mustSeeMoment' | 'tell'> & {
  pictures: Pick<MessagePictures, 'hang'>
  messages: MessageStore
  permits: Permits
  /** Tells the members of these chats how far they are. */
  tellPositions: (chatIds: readonly ChatId[]) => Promise<void>
}

/** The way of a message from "may they?" to "delivered". `Chat['send']` says what it promises. */
export function createSender(deps: SenderDeps) {
  const { db, hub, clock, messages, permits, pictures, log } = deps
  const rateLimit = createTokenBuckets({ ...(deps.rate ?? DEFAULT_RATE), clock })
  const enqueue = createKeyedQueue()
  const tasks = createTaskTracker()
  // After a restart every client resends what was not acknowledged.
  const resentBatch = createBatcher<ChatId, void>({
    keyOf: (chatId) => chatId,
    run: async (chatIds) => {
      await deps.tellPositions(chatIds)
      return new Map()
    },
  })
  const writer = createChatWriter({
    commit: (batch) => writeMessages(db, batch),
    log,
    trace: deps.trace,
    ...(deps.flushDelayMs === undefined ? {} : { flushDelayMs: deps.flushDelayMs }),
  })

  /** At once where everything is known: nearly every message is a plain one, soon after another. */
  function enter(given: Given): Entered | Promise<Entered> {
    const { from, to, chatId, body } = given
    const known = isPlain(body) ? permits.known(from, to) : undefined
    return known && (chatId === null || chatId === known.chatId) ? { written: write(given, known, {}) } : askAndEnter(given)
  }

  async function askAndEnter(given: Given): Promise<Entered> {
    const { from, to, chatId, body } = given
    try {
      const permit = await permits.get(from, to, chatId)
      const written = write(given, permit, await attach(permit, body))
      // The second message to a stranger must find the first one stored.
      if (permit.isRequest) await written
      return { written }
    } catch (error) {
      // What was stored while it was allowed stays sent: whoever lost the acknowledgement still gets it.
      const earlier = await messages.findMessage(from, body.id)
      if (!earlier) throw error
      return { written: Promise.resolve({ message: earlier, repeated: true }) }
    }
  }

  function write({ from, body, except }: Given, permit: Permit, details: Details): Promise<Written> {
    const { id, type, content, referenceItem, media } = body
    const message = { id, type, content, referenceItem, media, chatId: permit.chatId, sender: from, sentAt: clock.now() }
    return writer.write(message, (it) => stored(it, permit, details, except))
  }

  /** Looks at everything a message is about, and hangs its pictures on it. @throws AppError 'request_text_only', 'not_found'. */
  async function attach(permit: Permit, body: Body): Promise<Details> {
    if (isPlain(body)) return {}
    const { chatId, me, other } = permit
    const { id, media, mediaAlt, replyTo, momentId } = body
    if (permit.isRequest) throw new AppError('request_text_only', { chatId })
    if (momentId !== null) await deps.mustSeeMoment(me.uid, momentId)
    const reply = replyTo === null ? undefined : (await messages.byIds(chatId, [me.uid, other.uid], [replyTo])).get(replyTo)
    if (replyTo !== null && (!reply || reply.deletedAt)) throw new AppError('not_found', { replyTo })
    return { ...(reply ? { reply } : {}), ...(media.length > 0 ? { pictures: await pictures.hang(me.uid, id, media, mediaAlt) } : {}) }
  }

  function stored({ message, repeated }: Written, permit: Permit, details: Details, except?: SocketPeer): void {
    // An id that was used in another chat before is that other message: not for these two.
    if (message.chatId !== permit.chatId) return
    if (repeated) return void tellAgain(message)
    const { me, other, isRequest } = permit
    hub.send([other.uid, me.uid], chatFrames.new_message, { message: presentMessage(message, permit, details) }, except)
    deps.tell({
      kind: 'message.stored',
      from: me.uid,
      to: other.uid,
      chatId: message.chatId,
      messageId: message.id,
      isRequest,
      isQuiet: permit.isQuiet(message.sentAt),
    })
  }

  /**
   * The first delivery may have been lost together with its acknowledgement. Each socket gets a message once: a repeat tells how far
   * the chat is, and whoever misses the message asks for it.
   */
  async function tellAgain({ chatId }: StoredMessage): Promise<void> {
    try {
      await resentBatch(chatId)
    } catch (error) {
      // It is stored and acknowledged; whoever misses it is told by the next comparison with the store.
      log.debug({ err: error }, 'nobody was told again of a repeated message')
    }
  }

  function send(from: Uid, to: Uid, outgoing: OutgoingMessage, except?: SocketPeer): Promise<Sent> {
    return tasks.track(async () => {
      if (!rateLimit.consume(from).isAllowed) throw new AppError('rate_limited', { from })
      const body = readBody(from, to, outgoing)
      // Only asking goes in turn. The commit is not waited for there, or each message would cost one of its own.
      const entering = enqueue(from, () => enter({ from, to, chatId: outgoing.chat_id, body, except }))
      const { written } = entering instanceof Promise ? await entering : entering
      const { message, repeated } = await written
      const { id, chatId, seq, sentAt } = message
      return { id, chatId, seq, sentAt, duplicate: repeated && !isSame(message, body) }
    })
  }

  return {
    send,
    idle: tasks.idle,
  }
}

/** Says all there is to say by itself, so that nothing has to be looked at but whether it may be sent. */
function isPlain({ type, replyTo, momentId }: Body): boolean {
  return (type === 'text' || type === 'link') && replyTo === null && momentId === null
}

/** What was edited or deleted since can't be compared with what was sent first. */
function isSame(message: StoredMessage, body: Body): boolean {
  if (message.editedAt || message.deletedAt) return true
  return (
    message.content === body.content &&
    message.type === body.type &&
    JSON.stringify([message.referenceItem, message.media]) === JSON.stringify([body.referenceItem, body.media])
  )
}

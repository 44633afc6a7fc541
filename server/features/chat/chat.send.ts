import { chatFrames, type OutgoingMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import type { SocketPeer } from '../../platform/socket/socket-route.ts'
import type { ChatDeps } from './chat.deps.ts'
import { createLanes } from './chat.lanes.ts'
import { createPace } from './chat.pace.ts'
import { presentMessage } from './chat.present.ts'
import { readBody, type Body } from './chat.rules.ts'
import type { ChatStore } from './chat.store.ts'
import type { ChatId, Sent, StoredMessage, Written } from './chat.types.ts'
import { writeMessages } from './chat.write.store.ts'
import { createChatWriter } from './chat.writer.ts'

const DEFAULT_PACE = { perSecond: 20, burst: 60 }
/** Pairs whose chat is remembered; a pair's chat never changes. */
const MAX_REMEMBERED_PAIRS = 50_000

/** A message that may be stored: in which chat, between whom. */
type Permit = { chatId: ChatId; me: PersonCard; other: PersonCard }
/** On its way into the store. Wrapped, so that whoever awaits the entering does not await the commit. */
type Entered = { written: Promise<Written> }

/** The way of a message from "may they?" to "delivered". `Chat['send']` says what it promises. */
export function createSender(deps: ChatDeps & { store: ChatStore }) {
  const { db, hub, clock, people, store, log, newId } = deps
  const pace = createPace({ ...(deps.pace ?? DEFAULT_PACE), clock })
  const inTurn = createLanes()
  const chatOfPair = new Map<string, ChatId>()
  const writer = createChatWriter({
    commit: (messages) => writeMessages(db, messages),
    log,
    ...(deps.flushDelayMs === undefined ? {} : { flushDelayMs: deps.flushDelayMs }),
  })

  /** @throws AppError when `from` may not write to `to`, or `chatId` is not the chat of these two. */
  async function mayThey(from: Uid, to: Uid, chatId: ChatId | null): Promise<Permit> {
    const [relations, cards, found] = await Promise.all([people.relations(from, [to]), people.cards([from, to]), findChat(from, to)])
    const relation = relations.get(to)
    const [me, other] = [cards.get(from), cards.get(to)]
    if (!relation || relation === 'self' || relation === 'blocked' || !me || !other) throw new AppError('not_found', { from, to })
    if (chatId !== null && chatId !== found) throw new AppError('not_found', { from, chatId })
    if (relation !== 'connected') throw new AppError('not_connected', { from, to })
    return { chatId: found ?? (await makeChat(from, to)), me, other }
  }

  async function findChat(from: Uid, to: Uid): Promise<ChatId | undefined> {
    const known = chatOfPair.get(`${from}/${to}`)
    return known ?? remember(from, to, await store.findPairChat(from, to))
  }

  async function makeChat(from: Uid, to: Uid): Promise<ChatId> {
    const chatId = await store.pairChat(from, to, newId(), clock.now())
    remember(from, to, chatId)
    return chatId
  }

  function remember(from: Uid, to: Uid, chatId: ChatId | undefined): ChatId | undefined {
    if (chatOfPair.size >= MAX_REMEMBERED_PAIRS) chatOfPair.clear()
    if (chatId) chatOfPair.set(`${from}/${to}`, chatId)
    return chatId
  }

  async function enter(from: Uid, to: Uid, chatId: ChatId | null, body: Body, except?: SocketPeer): Promise<Entered> {
    try {
      const permit = await mayThey(from, to, chatId)
      const message = { ...body, chatId: permit.chatId, sender: from, sentAt: clock.now() }
      return { written: writer.write(message, (written) => deliver(written.message, permit, except)) }
    } catch (error) {
      // What was stored while it was allowed stays sent: whoever lost the acknowledgement still gets it.
      const earlier = await store.findMessage(from, body.id)
      if (!earlier) throw error
      return { written: Promise.resolve({ message: earlier, repeated: true }) }
    }
  }

  /** A repeat is delivered again: its first delivery may have been lost together with its acknowledgement. Clients know it by its id. */
  function deliver(message: StoredMessage, permit: Permit, except?: SocketPeer): void {
    // An id that was used in another chat before is that other message: not for these two.
    if (message.chatId !== permit.chatId) return
    hub.send([permit.other.uid, permit.me.uid], chatFrames.new_message, { message: presentMessage(message, permit) }, except)
  }

  async function send(from: Uid, to: Uid, outgoing: OutgoingMessage, except?: SocketPeer): Promise<Sent> {
    if (!pace.take(from)) throw new AppError('rate_limited', { from })
    const body = readBody(from, to, outgoing)
    // Only asking goes in turn. The commit is not waited for there, or each message would cost one of its own.
    const { written } = await inTurn(from, () => enter(from, to, outgoing.chat_id, body, except))
    const { message, repeated } = await written
    const { id, chatId, seq, sentAt } = message
    return { id, chatId, seq, sentAt, duplicate: repeated && !isSame(message, body) }
  }

  const underWay = new Set<Promise<Sent>>()

  return {
    send(...given: Parameters<typeof send>): Promise<Sent> {
      const sending = send(...given).finally(() => underWay.delete(sending))
      underWay.add(sending)
      return sending
    },
    async idle(): Promise<void> {
      while (underWay.size > 0) await Promise.allSettled(underWay)
    },
  }
}

function isSame(message: StoredMessage, body: Body): boolean {
  return (
    message.content === body.content &&
    message.type === body.type &&
    JSON.stringify([message.referenceItem, message.media]) === JSON.stringify([body.referenceItem, body.media])
  )
}

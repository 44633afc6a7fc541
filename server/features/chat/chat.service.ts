import { chatFrames, type ChatRow, type OutgoingMessage, type WireMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import type { SocketPeer } from '../../platform/socket/socket-route.ts'
import type { ChatDeps } from './chat.deps.ts'
import { presentChat, presentMessage, type Two } from './chat.present.ts'
import { createSender } from './chat.send.ts'
import { createChatStore, type Page } from './chat.store.ts'
import type { ChatId, MemberChat, Sent } from './chat.types.ts'

export type Chat = {
  /**
   * Sends one message from `from` and says where it was stored, once it is committed.
   * Repeating the same id returns the first result (a resend after a lost socket is harmless); `duplicate` when the body was another.
   * Delivers to the receiver's sockets and to the sender's others after commit; that never makes this fail.
   * Messages of one sender are stored in the order of the calls.
   * @throws AppError 'not_connected' when the two are not buddies; 'not_found' for a stranger, a block or somebody else's chat;
   * 'blank_content', 'invalid_input', 'rate_limited', and 'unavailable' when the store does not answer.
   */
  send(from: Uid, to: Uid, message: OutgoingMessage, except?: SocketPeer): Promise<Sent>
  /** A page of messages, newest first. @throws AppError 'not_found' for anybody but a member. */
  history(viewer: Uid, chatId: ChatId, page: Page): Promise<WireMessage[]>
  /** The viewer's conversations, latest first. Those with people who are hidden from the viewer are left out. */
  list(viewer: Uid): Promise<ChatRow[]>
  /**
   * The chat with that person, made when there is none.
   * @throws AppError 'not_connected' when there is none yet and the two are not buddies; 'not_found' for strangers and blocks.
   */
  open(viewer: Uid, other: Uid): Promise<ChatRow>
  /** Moves the viewer's read marker forward and tells the other side and the viewer's other devices. Never moves it back. */
  read(viewer: Uid, chatId: ChatId, seq: number, except?: SocketPeer): Promise<void>
  /** Tells the other side that the viewer is writing. Nothing is kept. */
  typing(viewer: Uid, chatId: ChatId): Promise<void>
  /** Resolves when every message that was accepted has been stored or refused. */
  idle(): Promise<void>
}

/** Conversations: who may write to whom, what is kept, who is told. */
export function createChat(deps: ChatDeps): Chat {
  const { hub, clock, people } = deps
  const store = createChatStore(deps.db)
  const sender = createSender({ ...deps, store })

  /** The chat if the viewer may see it. A stranger's chat, a hidden person's and none at all look the same. */
  async function mustSee(viewer: Uid, chatId: ChatId): Promise<{ chat: MemberChat; relation: Relation | undefined }> {
    const chat = await store.chatOf(viewer, chatId)
    const relation = chat?.other ? (await people.relations(viewer, [chat.other])).get(chat.other) : undefined
    if (!chat || !canSee(chat, relation)) throw new AppError('not_found', { chatId })
    return { chat, relation }
  }

  async function rowOf(viewer: Uid, chat: MemberChat, relation: Relation | undefined): Promise<ChatRow> {
    return presentChat(chat, await twoOf(viewer, chat.other), relation === 'connected')
  }

  async function twoOf(viewer: Uid, other: Uid | null): Promise<Two> {
    return pick(await people.cards(other ? [viewer, other] : [viewer]), viewer, other)
  }

  return {
    send: (from, to, message, except) => sender.send(from, to, message, except),
    idle: () => sender.idle(),

    async history(viewer, chatId, page) {
      const { chat } = await mustSee(viewer, chatId)
      // Whoever follows the address of an empty chat has opened it as well; otherwise their list would not know it.
      if (chat.lastSeq === 0) await store.markOpened(chatId, viewer, clock.now())
      const [two, messages] = await Promise.all([twoOf(viewer, chat.other), store.page(chatId, page)])
      return messages.map((message) => presentMessage(message, two))
    },

    async list(viewer) {
      const chats = await store.chatsOf(viewer)
      const others = chats.flatMap((chat) => chat.other ?? [])
      const [cards, relations] = await Promise.all([people.cards([viewer, ...others]), people.relations(viewer, others)])
      return chats.flatMap((chat) => {
        const relation = chat.other ? relations.get(chat.other) : undefined
        return canSee(chat, relation) ? [presentChat(chat, pick(cards, viewer, chat.other), relation === 'connected')] : []
      })
    },

    async open(viewer, other) {
      const relation = (await people.relations(viewer, [other])).get(other)
      if (!relation || relation === 'self' || relation === 'blocked') throw new AppError('not_found', { other })
      const found = await store.findPairChat(viewer, other)
      if (!found && relation !== 'connected') throw new AppError('not_connected', { other })
      const chatId = found ?? (await store.pairChat(viewer, other, deps.newId(), clock.now()))
      await store.markOpened(chatId, viewer, clock.now())
      const chat = await store.chatOf(viewer, chatId)
      if (!chat) throw new AppError('not_found', { chatId })
      return rowOf(viewer, chat, relation)
    },

    async read(viewer, chatId, seq, except) {
      const { chat } = await mustSee(viewer, chatId)
      const moved = await store.markRead(chatId, viewer, seq)
      if (moved === undefined) return
      hub.send([viewer, ...(chat.other ? [chat.other] : [])], chatFrames.chat_read, { chat_id: chatId, by: viewer, seq: moved }, except)
    },

    async typing(viewer, chatId) {
      const { chat, relation } = await mustSee(viewer, chatId)
      if (chat.other && relation === 'connected') hub.send([chat.other], chatFrames.is_typing, { chat_id: chatId, by: viewer })
    },
  }
}

/** A deleted account leaves its conversations behind; a block in either direction hides them. */
function canSee(chat: MemberChat, relation: Relation | undefined): boolean {
  return chat.other === null || (relation !== undefined && relation !== 'blocked')
}

function pick(cards: ReadonlyMap<Uid, PersonCard>, me: Uid, other: Uid | null): Two {
  const mine = cards.get(me)
  if (!mine) throw new AppError('profile_required', { uid: me })
  return { me: mine, other: (other && cards.get(other)) || null }
}

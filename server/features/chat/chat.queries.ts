import type { ChatRow, ChatTab, FoundMessage, WireMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { decodeCursor, encodeCursor } from './chat.cursor.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { LoadDetails } from './chat.details.ts'
import type { MessagePage, MessageStore } from './chat.messages.store.ts'
import { canSee, chatPermissions, type WriteAccess, writeAccess } from './chat.permissions.ts'
import { type ChatMembers, otherCard, presentChat, presentMessage } from './chat.present.ts'
import type { ChatStore } from './chat.store.ts'
import type { ChatId, MemberChat, StoredMessage } from './chat.types.ts'

export type ListQuery = { tab?: ChatTab | undefined; cursor?: string | undefined; limit?: number | undefined }
export type SearchQuery = { q: string; chat_id?: ChatId | undefined; cursor?: string | undefined; limit?: number | undefined }

/** A chat that the viewer may see, and whether they may write in it. */
export type VisibleChat = { chat: MemberChat; relation: Relation | undefined; writeAccess: WriteAccess; members: ChatMembers }

type Deps = Pick<ChatDeps, 'people' | 'clock'> & { store: ChatStore; messages: MessageStore; loadDetails: LoadDetails }

/** Reads conversations as their members see them. */
export function createQueries({ people, clock, store, messages, loadDetails }: Deps) {
  /** @throws AppError 'not_found', alike for other people's chats, hidden people and unknown ids. */
  async function getVisibleChat(viewer: Uid, chatId: ChatId): Promise<VisibleChat> {
    const chat = await store.chatOf(viewer, chatId)
    if (!chat) throw new AppError('not_found', { chatId })
    const others = chat.other ? [chat.other] : []
    const [relations, cards] = await Promise.all([people.relations(viewer, others), people.cards([viewer, ...others])])
    const relation = chat.other ? relations.get(chat.other) : undefined
    if (!canSee(chat, relation)) throw new AppError('not_found', { chatId })
    return { chat, relation, writeAccess: writeAccess(viewer, chat, relation), members: membersOf(cards, viewer, chat.other) }
  }

  async function presentRows(viewer: Uid, chats: readonly MemberChat[]): Promise<ChatRow[]> {
    const others = chats.flatMap((chat) => chat.other ?? [])
    const [cards, relations, privacy] = await Promise.all([
      people.cards([viewer, ...others]),
      people.relations(viewer, others),
      people.privacy([viewer, ...others]),
    ])
    const visible = chats.filter((chat) => canSee(chat, chat.other ? relations.get(chat.other) : undefined))
    return Promise.all(
      visible.map(async (chat) => {
        const relation = chat.other ? relations.get(chat.other) : undefined
        const members = membersOf(cards, viewer, chat.other)
        const details = chat.last ? (await loadDetails(chat.chatId, uidsOf(members), [chat.last])).get(chat.last.seq) : undefined
        return presentChat(chat, members, chatPermissions(viewer, chat, relation, privacy), details)
      }),
    )
  }

  async function presentPage(chatId: ChatId, members: ChatMembers, page: readonly StoredMessage[]): Promise<WireMessage[]> {
    const details = await loadDetails(chatId, uidsOf(members), page)
    return page.map((message) => presentMessage(message, members, details.get(message.seq)))
  }

  return {
    getVisibleChat,

    async get(viewer: Uid, chatId: ChatId): Promise<ChatRow> {
      const chat = await store.chatOf(viewer, chatId)
      const [row] = chat ? await presentRows(viewer, [chat]) : []
      if (!row) throw new AppError('not_found', { chatId })
      return row
    },

    async list(viewer: Uid, { tab = 'chats', cursor, limit = limits.pageSize.default }: ListQuery) {
      const after = cursor === undefined ? null : decodeCursor(cursor)
      const [found, requests] = await Promise.all([store.chatsOf(viewer, tab, after, limit + 1), store.countOpenRequests(viewer)])
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const rows = await presentRows(viewer, page)
      return {
        // A request from before the two became buddies is answered by the connection.
        chats: rows.filter((row) => tab !== 'requests' || row.tab === 'requests'),
        next_cursor: found.length > limit && last ? encodeCursor({ at: last.listedAt, chatId: last.chatId, seq: 0 }) : null,
        requests,
      }
    },

    async history(viewer: Uid, chatId: ChatId, page: MessagePage): Promise<WireMessage[]> {
      const { chat, members } = await getVisibleChat(viewer, chatId)
      // Opening an empty chat by its address lists it, as opening it from a profile does.
      if (chat.lastSeq === 0) await store.markOpened(chatId, viewer, clock.now())
      return presentPage(chatId, members, await messages.page(chatId, page))
    },

    async changes(viewer: Uid, chatId: ChatId, after: number, limit: number = limits.chatPageSize.default) {
      const { chat, members } = await getVisibleChat(viewer, chatId)
      const changed = await messages.changes(chatId, after, limit)
      const lastChange = changed.at(-1)?.changeSeq
      const reached = changed.length === limit ? (lastChange ?? after) : Math.max(chat.changeSeq, lastChange ?? 0)
      return { messages: await presentPage(chatId, members, changed), change_seq: reached }
    },

    async search(viewer: Uid, { q, chat_id: chatId, cursor, limit = limits.pageSize.default }: SearchQuery) {
      if (chatId) await getVisibleChat(viewer, chatId)
      const found = await messages.search(viewer, storable(q, 'q'), chatId, cursor === undefined ? null : decodeCursor(cursor), limit + 1)
      const page = found.slice(0, limit)
      const others = page.flatMap(({ other }) => other ?? [])
      const [cards, relations] = await Promise.all([people.cards([viewer, ...others]), people.relations(viewer, others)])
      const last = page.at(-1)?.message
      const visible = page.flatMap(({ message, other }): FoundMessage[] => {
        const relation = other ? relations.get(other) : undefined
        if (other && (!relation || relation === 'blocked')) return []
        const members = membersOf(cards, viewer, other)
        return [{ message: presentMessage(message, members), person: otherCard(members) }]
      })
      return {
        found: visible,
        next_cursor: found.length > limit && last ? encodeCursor({ at: last.sentAt, chatId: last.chatId, seq: last.seq }) : null,
      }
    },
  }
}

const uidsOf = ({ me, other }: ChatMembers): Uid[] => (other ? [me.uid, other.uid] : [me.uid])

function membersOf(cards: ReadonlyMap<Uid, PersonCard>, viewer: Uid, other: Uid | null): ChatMembers {
  const me = cards.get(viewer)
  if (!me) throw new AppError('profile_required', { uid: viewer })
  return { me, other: (other && cards.get(other)) || null }
}

import type { ChatRow, ChatTab, FoundMessage, WireMessage } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { storable } from '#server/platform/i18n/text.ts'
import { readCursor, writeCursor } from './chat.cursor.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { DetailsOf } from './chat.details.ts'
import type { MessageStore, Page } from './chat.messages.store.ts'
import { presentChat, presentMessage, presentOther, type Two } from './chat.present.ts'
import { canSee, type Speaking, speakingOf, standingOf } from './chat.standing.ts'
import type { ChatStore } from './chat.store.ts'
import type { ChatId, MemberChat, StoredMessage } from './chat.types.ts'

export type ListQuery = { tab?: ChatTab | undefined; cursor?: string | undefined; limit?: number | undefined }
export type SearchQuery = { q: string; chat_id?: ChatId | undefined; cursor?: string | undefined; limit?: number | undefined }

/** What one viewer may see of a chat, and whether they may still say things in it, `waits` for an answer to their request, or it is over. */
export type Seen = { chat: MemberChat; relation: Relation | undefined; speaking: Speaking; two: Two }

type Deps = Pick<ChatDeps, 'people' | 'clock'> & { store: ChatStore; messages: MessageStore; detailsOf: DetailsOf }

/** Conversations as their members see them. */
export function createReading({ people, clock, store, messages, detailsOf }: Deps) {
  /** @throws AppError 'not_found'. A stranger's chat, a hidden person's and none at all look the same. */
  async function mustSee(viewer: Uid, chatId: ChatId): Promise<Seen> {
    const chat = await store.chatOf(viewer, chatId)
    if (!chat) throw new AppError('not_found', { chatId })
    const others = chat.other ? [chat.other] : []
    const [relations, cards] = await Promise.all([people.relations(viewer, others), people.cards([viewer, ...others])])
    const relation = chat.other ? relations.get(chat.other) : undefined
    if (!canSee(chat, relation)) throw new AppError('not_found', { chatId })
    return { chat, relation, speaking: speakingOf(viewer, chat, relation), two: pick(cards, viewer, chat.other) }
  }

  async function rows(viewer: Uid, chats: readonly MemberChat[]): Promise<{ row: ChatRow; relation: Relation | undefined }[]> {
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
        const two = pick(cards, viewer, chat.other)
        const details = chat.last ? (await detailsOf(chat.chatId, membersOf(two), [chat.last])).get(chat.last.seq) : undefined
        return { relation, row: presentChat(chat, two, standingOf(viewer, chat, relation, privacy), details) }
      }),
    )
  }

  async function rowOf(viewer: Uid, chatId: ChatId): Promise<ChatRow> {
    const chat = await store.chatOf(viewer, chatId)
    const [found] = chat ? await rows(viewer, [chat]) : []
    if (!found) throw new AppError('not_found', { chatId })
    return found.row
  }

  async function present(chatId: ChatId, two: Two, page: readonly StoredMessage[]): Promise<WireMessage[]> {
    const details = await detailsOf(chatId, membersOf(two), page)
    return page.map((message) => presentMessage(message, two, details.get(message.seq)))
  }

  return {
    mustSee,
    rowOf,

    async list(viewer: Uid, { tab = 'chats', cursor, limit = limits.pageSize.default }: ListQuery) {
      const after = cursor === undefined ? null : readCursor(cursor)
      const [found, requests] = await Promise.all([store.chatsOf(viewer, tab, after, limit + 1), store.countRequests(viewer)])
      const page = found.slice(0, limit)
      const last = page.at(-1)
      const shown = await rows(viewer, page)
      return {
        // Buddies need no request: one that was left over from before is answered by that.
        chats: shown.filter(({ row }) => tab !== 'requests' || row.tab === 'requests').map(({ row }) => row),
        next_cursor: found.length > limit && last ? writeCursor({ at: last.listedAt, chatId: last.chatId, seq: 0 }) : null,
        requests,
      }
    },

    async history(viewer: Uid, chatId: ChatId, page: Page): Promise<WireMessage[]> {
      const { chat, two } = await mustSee(viewer, chatId)
      // Whoever follows the address of an empty chat has opened it as well; otherwise their list would not know it.
      if (chat.lastSeq === 0) await store.markOpened(chatId, viewer, clock.now())
      return present(chatId, two, await messages.page(chatId, page))
    },

    async changes(viewer: Uid, chatId: ChatId, after: number, limit: number = limits.chatPageSize.default) {
      const { chat, two } = await mustSee(viewer, chatId)
      const changed = await messages.changes(chatId, after, limit)
      const reached =
        changed.length === limit ? (changed.at(-1)?.changeSeq ?? after) : Math.max(chat.changeSeq, changed.at(-1)?.changeSeq ?? 0)
      return { messages: await present(chatId, two, changed), change_seq: reached }
    },

    async search(viewer: Uid, { q, chat_id: chatId, cursor, limit = limits.pageSize.default }: SearchQuery) {
      if (chatId) await mustSee(viewer, chatId)
      const found = await messages.search(viewer, storable(q, 'q'), chatId, cursor === undefined ? null : readCursor(cursor), limit + 1)
      const page = found.slice(0, limit)
      const others = page.flatMap(({ other }) => other ?? [])
      const [cards, relations] = await Promise.all([people.cards([viewer, ...others]), people.relations(viewer, others)])
      const last = page.at(-1)?.message
      const shown = page.flatMap(({ message, other }): FoundMessage[] => {
        const relation = other ? relations.get(other) : undefined
        if (other && (!relation || relation === 'blocked')) return []
        const two = pick(cards, viewer, other)
        return [{ message: presentMessage(message, two), person: presentOther(two) }]
      })
      return {
        found: shown,
        next_cursor: found.length > limit && last ? writeCursor({ at: last.sentAt, chatId: last.chatId, seq: last.seq }) : null,
      }
    },
  }
}

const membersOf = ({ me, other }: Two): Uid[] => (other ? [me.uid, other.uid] : [me.uid])

function pick(cards: ReadonlyMap<Uid, PersonCard>, me: Uid, other: Uid | null): Two {
  const mine = cards.get(me)
  if (!mine) throw new AppError('profile_required', { uid: me })
  return { me: mine, other: (other && cards.get(other)) || null }
}

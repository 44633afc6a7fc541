import type { FoundMessage } from '#contract/chat/chat.ts'
import { pageOf } from '#server/platform/page-cursor.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import type { PinsAndStars } from '#contract/chat/pins.ts'
import { decodePageEnd, encodePageEnd } from '../chat.cursor.ts'
import type { ChatDeps } from '../chat.deps.ts'
import type { createQueries, VisibleChat } from '../chat.queries.ts'
import type { ChatId } from '../chat.types.ts'
import type { PinStore } from './pins.store.ts'

type Deps = Pick<ChatDeps, 'clock' | 'people'> & {
  store: PinStore
  queries: Pick<ReturnType<typeof createQueries>, 'getVisibleChat' | 'withoutHiddenAuthors' | 'presentPage' | 'presentFound'>
  sendChatChanged: (chatId: ChatId, uids: readonly Uid[]) => void
}

export type Pins = ReturnType<typeof createPins>

/**
 * Pinned messages, which all members see, and starred ones, which only the user who starred them sees. All functions throw
 * AppError 'not_found' unless the viewer may read the conversation.
 */
export function createPins({ clock, people, store, queries, sendChatChanged }: Deps) {
  async function get(viewer: Uid, chatId: ChatId): Promise<PinsAndStars> {
    const visible = await queries.getVisibleChat(viewer, chatId)
    const [stored, starred] = await Promise.all([store.pins(chatId), store.starredIn(chatId, viewer)])
    const shown = new Set(
      await queries.withoutHiddenAuthors(
        viewer,
        chatId,
        stored.map(({ message }) => message),
      ),
    )
    const pins = stored.filter(({ message }) => shown.has(message))
    const [messages, cards, relations] = await Promise.all([
      queries.presentPage(
        viewer,
        chatId,
        visible.members,
        pins.map(({ message }) => message),
      ),
      people.cards(pins.flatMap(({ by }) => by ?? [])),
      people.relations(
        viewer,
        pins.flatMap(({ by }) => by ?? []),
      ),
    ])
    return {
      pins: messages.map((message, index) => {
        const { by, pinnedAt } = pins[index] ?? { by: null, pinnedAt: new Date(0) }
        const isShown = by !== null && (relations.get(by) ?? 'blocked') !== 'blocked'
        return { message, by: (isShown && cards.get(by)) || null, pinned_at: pinnedAt.toISOString() }
      }),
      can_pin: mayPin(visible),
      starred,
    }
  }

  /** The messages among these that the viewer sees. */
  async function visibleSeqs(viewer: Uid, chatId: ChatId, seqs: readonly number[]): Promise<number[]> {
    const visible = await queries.withoutHiddenAuthors(viewer, chatId, await store.authors(chatId, seqs))
    return visible.map(({ seq }) => seq)
  }

  return {
    get,

    /**
     * Pins or unpins a message for all members.
     * @throws AppError 'forbidden' for members of a group who are not admins, and where the viewer may not write; 'wrong_state' if
     * `limits.pins` messages are pinned; 'not_found' for an unknown or deleted message.
     */
    async pin(viewer: Uid, chatId: ChatId, seq: number, on: boolean): Promise<PinsAndStars> {
      const visible = await queries.getVisibleChat(viewer, chatId)
      if (!mayPin(visible)) throw new AppError('forbidden', { viewer, chatId })
      if (on && (await visibleSeqs(viewer, chatId, [seq])).length === 0) throw new AppError('not_found', { chatId, seq })
      if (!on) await store.unpin(chatId, seq)
      else if (!(await store.pin(chatId, seq, viewer, clock.now(), limits.pins.max))) throw new AppError('wrong_state', { chatId })
      const { chat, group } = visible
      sendChatChanged(chatId, group ? group.joined : [viewer, ...(chat.other ? [chat.other] : [])])
      return get(viewer, chatId)
    },

    /** Stars messages only for the viewer, or removes the stars. Unknown, deleted and hidden messages are left out. */
    async star(viewer: Uid, chatId: ChatId, seqs: readonly number[], on: boolean): Promise<PinsAndStars> {
      await queries.getVisibleChat(viewer, chatId)
      await (on ? store.star(chatId, viewer, await visibleSeqs(viewer, chatId, seqs), clock.now()) : store.unstar(chatId, viewer, seqs))
      sendChatChanged(chatId, [viewer])
      return get(viewer, chatId)
    },

    /** A page of the viewer's stars, without conversations and authors that are hidden from them. */
    async starred(
      viewer: Uid,
      { cursor, limit = limits.pageSize.default }: { cursor?: string | undefined; limit?: number | undefined },
    ): Promise<{ found: FoundMessage[]; next: string | null }> {
      const found = await store.starredBy(viewer, cursor === undefined ? null : decodePageEnd(cursor), limit + 1)
      const { shown, next } = pageOf(found, limit, ({ starredAt, message: { chatId, seq } }) =>
        encodePageEnd({ at: starredAt, chatId, seq }),
      )
      const existing = shown.filter(({ message }) => message.deletedAt === null && message.sender !== null)
      return { found: await queries.presentFound(viewer, existing), next }
    },
  }
}

/** Both users of a chat of two; the owner and admins of a group. */
function mayPin({ chat, writeAccess }: VisibleChat): boolean {
  return writeAccess === 'open' && (chat.role === null || chat.role === 'owner' || chat.role === 'admin')
}

import type { Reaction } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { MessageStore } from './chat.messages.store.ts'
import type { MessagePictures } from './chat.pictures.ts'
import type { Details } from './chat.present.ts'
import type { ChatId, GivenReaction, StoredMessage } from './chat.types.ts'

const REPLY = 'message:'

/** Finds what messages show beyond their own rows, with one question a kind for a whole page, and none for plain messages. */
export function createDetails(messages: Pick<MessageStore, 'byIds' | 'reactions'>, pictures: Pick<MessagePictures, 'of'>) {
  /** The details of messages of one chat, by their sequence. */
  return async function detailsOf(chatId: ChatId, members: readonly Uid[], page: readonly StoredMessage[]): Promise<Map<number, Details>> {
    // Every reaction counts as a change, so what never changed has none.
    const changed = page.filter((it) => it.changeSeq !== null).map((it) => it.seq)
    const [given, replies, shown] = await Promise.all([
      messages.reactions(chatId, changed),
      messages.byIds(
        chatId,
        members,
        page.flatMap((it) => replyOf(it) ?? []),
      ),
      pictures.of(page),
    ])
    const bySeq = Map.groupBy(given, ({ seq }) => seq)
    return new Map(
      page.map((message) => [message.seq, detailsOfOne(message, bySeq.get(message.seq) ?? [], replies, shown.get(message.seq) ?? [])]),
    )
  }
}

export type DetailsOf = ReturnType<typeof createDetails>

function detailsOfOne(
  message: StoredMessage,
  given: readonly GivenReaction[],
  replies: ReadonlyMap<string, StoredMessage>,
  pictures: UploadedPicture[],
): Details {
  const reply = replies.get(replyOf(message) ?? '')
  return {
    reactions: grouped(given),
    ...(reply ? { reply } : {}),
    pictures,
  }
}

/** The id of the message that this one answers. */
function replyOf(message: StoredMessage): string | null {
  return message.referenceItem.find((item) => item.startsWith(REPLY))?.slice(REPLY.length) ?? null
}

function grouped(given: readonly GivenReaction[]): Reaction[] {
  return [...Map.groupBy(given, ({ emoji }) => emoji)].map(([emoji, of]) => ({ emoji, by: of.map(({ uid }) => uid) }))
}

import type { Reaction } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { MessageStore } from './chat.messages.store.ts'
import type { MessagePictures } from './chat.pictures.ts'
import type { MessageDetails } from './chat.present.ts'
import type { ChatId, StoredMessage, UserReaction } from './chat.types.ts'

const REPLY_PREFIX = 'message:'

export type LoadDetails = ReturnType<typeof createDetailsLoader>

/** Loads reactions, replies, pictures and recordings of a page of messages, with at most one query each. */
export function createDetailsLoader(
  messages: Pick<MessageStore, 'byIds' | 'reactions'>,
  pictures: Pick<MessagePictures, 'getForMessages' | 'recordingsOf'>,
) {
  /** Returns the details of messages of one chat by `seq`. */
  return async function loadDetails(
    chatId: ChatId,
    members: readonly Uid[],
    page: readonly StoredMessage[],
  ): Promise<Map<number, MessageDetails>> {
    // Each reaction counts as a change, so unchanged messages have none.
    const changed = page.filter((message) => message.changeSeq !== null).map((message) => message.seq)
    const [reactions, replies, picturesBySeq, recordingsBySeq] = await Promise.all([
      messages.reactions(chatId, changed),
      messages.byIds(
        chatId,
        members,
        page.flatMap((message) => repliedId(message) ?? []),
      ),
      pictures.getForMessages(page),
      pictures.recordingsOf(page),
    ])
    const reactionsBySeq = Map.groupBy(reactions, ({ seq }) => seq)
    return new Map(
      page.map((message) => {
        const { seq } = message
        const voice = recordingsBySeq.get(seq)
        const details = detailsOfOne(message, reactionsBySeq.get(seq) ?? [], replies, picturesBySeq.get(seq) ?? [])
        return [seq, voice ? { ...details, voice } : details]
      }),
    )
  }
}

function detailsOfOne(
  message: StoredMessage,
  reactions: readonly UserReaction[],
  replies: ReadonlyMap<string, StoredMessage>,
  pictures: UploadedPicture[],
): MessageDetails {
  const reply = replies.get(repliedId(message) ?? '')
  return {
    reactions: groupByEmoji(reactions),
    ...(reply ? { reply } : {}),
    pictures,
  }
}

function repliedId(message: StoredMessage): string | null {
  return message.referenceItem.find((item) => item.startsWith(REPLY_PREFIX))?.slice(REPLY_PREFIX.length) ?? null
}

function groupByEmoji(reactions: readonly UserReaction[]): Reaction[] {
  return [...Map.groupBy(reactions, ({ emoji }) => emoji)].map(([emoji, of]) => ({ emoji, by: of.map(({ uid }) => uid) }))
}

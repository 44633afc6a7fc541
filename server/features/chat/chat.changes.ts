import { chatFrames } from '#contract/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ChangeStore } from './chat.change.store.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { DetailsOf } from './chat.details.ts'
import type { MessageStore } from './chat.messages.store.ts'
import type { MessagePictures } from './chat.pictures.ts'
import { type Details, presentMessage, type Two } from './chat.present.ts'
import { readContent, readEmoji, typeOf } from './chat.rules.ts'
import type { Speaking } from './chat.standing.ts'
import type { ChatId, MemberChat, StoredMessage } from './chat.types.ts'

/** A stored message as clients name it: the place and the id must fit together. */
export type Which = { chat_id: ChatId; seq: number; id: string }

/** Different emoji that one person can give one message. */
const MAX_REACTIONS = 10

type InChat = { chat: MemberChat; speaking: Speaking; two: Two }

type Deps = Pick<ChatDeps, 'hub' | 'clock' | 'tell'> & {
  pictures: Pick<MessagePictures, 'release'>
  store: ChangeStore
  messages: MessageStore
  detailsOf: DetailsOf
  /** The chat if the viewer may see it, whether they may still say things in it, and its two people. */
  mustSee(viewer: Uid, chatId: ChatId): Promise<InChat>
}

/**
 * What happens to messages after they were sent. Everything is told to both sides, the acting socket included: that is its
 * acknowledgement. Doing a thing twice is harmless and answered alike, so that clients may repeat what they are not sure of.
 */
export function createChanges({ hub, clock, pictures, tell, store, messages, detailsOf, mustSee }: Deps) {
  type Seen = InChat & { message: StoredMessage }

  async function find(viewer: Uid, which: Which): Promise<Seen> {
    const seen = await mustSee(viewer, which.chat_id)
    const message = await messages.messageAt(which.chat_id, which.seq)
    if (!message || message.id !== which.id.toLowerCase()) throw new AppError('not_found', which)
    return { ...seen, message }
  }

  async function findOwn(viewer: Uid, which: Which): Promise<Seen> {
    const seen = await find(viewer, which)
    if (seen.message.sender !== viewer) throw new AppError('not_found', which)
    return seen
  }

  /** @throws AppError 'request_waiting' for a stranger without an answer, 'not_connected' where writing is over. */
  function mustSpeak({ speaking }: Seen, which: Which): void {
    if (speaking !== 'free') throw new AppError(speaking === 'waits' ? 'request_waiting' : 'not_connected', which)
  }

  /** The message as it is now, with what it shows. */
  async function afterwards({ chat, two }: Seen, which: Which): Promise<{ message: StoredMessage; details: Details }> {
    const message = await messages.messageAt(which.chat_id, which.seq)
    if (!message) throw new AppError('not_found', which)
    const members = chat.other ? [two.me.uid, chat.other] : [two.me.uid]
    return { message, details: (await detailsOf(which.chat_id, members, [message])).get(message.seq) ?? {} }
  }

  const both = (viewer: Uid, { chat }: Seen): Uid[] => [viewer, ...(chat.other ? [chat.other] : [])]

  return {
    /** @throws AppError 'not_found' unless it is the viewer's own and still there; 'blank_content'; as `mustSpeak`. */
    async edit(viewer: Uid, which: Which, given: string): Promise<void> {
      const seen = await findOwn(viewer, which)
      mustSpeak(seen, which)
      if (seen.message.deletedAt) throw new AppError('not_found', which)
      const { type } = seen.message
      const content = readContent(given, type)
      // Words may become a link and a link words; a video stays one.
      const newType = type === 'text' || type === 'link' ? typeOf('link', content) : type
      await store.edit(which.chat_id, which.seq, { type: newType, content }, clock.now())
      const { message, details } = await afterwards(seen, which)
      hub.send(both(viewer, seen), chatFrames.message_edited, { message: presentMessage(message, seen.two, details) })
    },

    /** Deletes for everyone: the content leaves the store. @throws AppError 'not_found' unless it is the viewer's own. */
    async remove(viewer: Uid, which: Which): Promise<void> {
      const seen = await findOwn(viewer, which)
      const isDone = await store.remove(which.chat_id, which.seq, clock.now())
      if (isDone) {
        await pictures.release(viewer, seen.message.id)
        tell({ kind: 'content.removed', of: 'message', id: seen.message.id })
      }
      const { message } = await afterwards(seen, which)
      const { id, seq, changeSeq } = message
      // Once is enough for the other side, or deleting again and again would reach somebody who has declined.
      hub.send(isDone ? both(viewer, seen) : [viewer], chatFrames.message_deleted, {
        id,
        chat_id: which.chat_id,
        seq,
        change_seq: changeSeq ?? 0,
      })
    },

    /** Gives an emoji or takes it back. @throws AppError 'invalid_input' for what is no emoji; as `mustSpeak`. */
    async react(viewer: Uid, which: Which, emoji: string, on: boolean): Promise<void> {
      const seen = await find(viewer, which)
      mustSpeak(seen, which)
      if (seen.message.deletedAt) throw new AppError('not_found', which)
      await store.react(which.chat_id, which.seq, viewer, readEmoji(emoji), on, MAX_REACTIONS, clock.now())
      const { message, details } = await afterwards(seen, which)
      const { id, seq, changeSeq } = message
      const reactions = details.reactions ?? []
      hub.send(both(viewer, seen), chatFrames.message_reacted, { id, chat_id: which.chat_id, seq, change_seq: changeSeq ?? 0, reactions })
    },
  }
}

import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import type { UploadedPicture } from '#contract/uploads.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { MessageStore } from './chat.messages.store.ts'
import type { ChatId, StoredMessage } from './chat.types.ts'

/**
 * What the pictures of a message hang on. Not the message's id: clients make that, and two people may use the same one.
 * The database has an index on just this expression.
 */
export function pictureHolder(sender: Uid, messageId: string): string {
  const hash = createHash('md5').update(`${sender}/${messageId}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Deps = Pick<ChatDeps, 'pictures'> & { messages: MessageStore; maySeeChat: (viewer: Uid, chatId: ChatId) => Promise<boolean> }

/** Pictures on messages: who may see a message may see them, and they go with it. */
export function createMessagePictures({ pictures, messages, maySeeChat }: Deps) {
  pictures.registerAttachmentRules('message', {
    async maySee(viewer, holder) {
      const message = await messages.holding(holder)
      return message !== undefined && maySeeChat(viewer, message.chatId)
    },
    existing: async (holders) => new Set(await messages.existingHolders(holders)),
  })

  return {
    /**
     * Hangs the sender's own pictures on a message that is about to be stored. A resend must not change those of the first (A22).
     * @throws AppError 'not_found' for anybody else's pictures, and for those that hang on something else.
     */
    async hang(owner: Uid, messageId: string, ids: readonly string[], alts: readonly string[]): Promise<UploadedPicture[]> {
      const holder = pictureHolder(owner, messageId)
      if (!(await messages.findMessage(owner, messageId))) {
        const choices = ids.map((id, at) => ({ id, alt: alts[at] ?? '' }))
        await pictures.attach(owner, choices, { of: 'message', id: holder })
      }
      return (await pictures.ofMany('message', [holder])).get(holder) ?? []
    },

    /** The pictures of each of these messages, by the message's sequence. */
    async of(page: readonly StoredMessage[]): Promise<Map<number, UploadedPicture[]>> {
      const holders = new Map<number, string>()
      for (const { seq, id, sender, media } of page) if (sender && media.length > 0) holders.set(seq, pictureHolder(sender, id))
      if (holders.size === 0) return new Map()
      const found = await pictures.ofMany('message', [...holders.values()])
      return new Map([...holders].map(([seq, holder]) => [seq, found.get(holder) ?? []]))
    },

    /** Call after the message was deleted. */
    release: (sender: Uid, messageId: string): Promise<void> => pictures.release('message', [pictureHolder(sender, messageId)]),
  }
}

export type MessagePictures = ReturnType<typeof createMessagePictures>

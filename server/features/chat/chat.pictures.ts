import { createHash } from 'node:crypto'
import type { Uid } from '#contract/base/ids.ts'
import type { Recording, UploadedPicture } from '#contract/uploads.ts'
import type { GroupCache } from './groups/group-cache.ts'
import type { GroupStore } from './groups/groups.store.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { MessageStore } from './chat.messages.store.ts'
import type { ChatId, StoredMessage } from './chat.types.ts'

/**
 * The owner id of a message's pictures. Not the message's id, because clients create it and two users may use the same one.
 * The database has an index on this expression.
 */
export function pictureOwnerId(sender: Uid, messageId: string): string {
  const hash = createHash('md5').update(`${sender}/${messageId}`).digest('hex')
  return hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

type Deps = Pick<ChatDeps, 'pictures'> & {
  messages: MessageStore
  groupStore: Pick<GroupStore, 'withPicture'>
  groups: Pick<GroupCache, 'get'>
  /** Whether an invitation link with this code shows the group. */
  showsGroup: (viewer: Uid | null, chatId: ChatId, code: string) => Promise<boolean>
  canSeeAuthor: (viewer: Uid, chatId: ChatId, author: Uid | null) => Promise<boolean>
}

/**
 * Pictures and recordings of messages: visible to everyone who can see the message, and deleted with it. The picture of a group is attached to its
 * chat in the same way, and visible to members, invited users, and holders of an invitation link.
 */
export function createMessagePictures({ pictures, messages, groupStore, groups, showsGroup, canSeeAuthor }: Deps) {
  pictures.registerAttachmentRules('message', {
    async maySee(viewer, ownerId) {
      const message = await messages.findByPictureOwner(ownerId)
      if (message) return canSeeAuthor(viewer, message.chatId, message.sender)
      return (await groups.get(ownerId))?.members.has(viewer) === true
    },
    isShownByLink: showsGroup,
    existing: async (ownerIds) =>
      new Set((await Promise.all([messages.existingPictureOwners(ownerIds), groupStore.withPicture(ownerIds)])).flat()),
  })

  return {
    /**
     * Attaches the sender's pictures to a message before it is stored. A resend does not change those of the first message (A22).
     * @throws AppError 'not_found' for pictures of other users and for pictures attached elsewhere.
     */
    async attach(sender: Uid, messageId: string, ids: readonly string[], alts: readonly string[]): Promise<UploadedPicture[]> {
      const ownerId = pictureOwnerId(sender, messageId)
      if (!(await messages.findBySender(sender, messageId))) {
        const choices = ids.map((id, index) => ({ id, alt: alts[index] ?? '' }))
        await pictures.attach(sender, choices, { of: 'message', id: ownerId })
      }
      return (await pictures.getMany('message', [ownerId])).get(ownerId) ?? []
    },

    /** The same for the recording of a voice message. */
    async attachRecording(sender: Uid, messageId: string, id: string): Promise<Recording | undefined> {
      const ownerId = pictureOwnerId(sender, messageId)
      if (!(await messages.findBySender(sender, messageId))) await pictures.recordings.attach(sender, id, { of: 'message', id: ownerId })
      return (await pictures.recordings.getMany('message', [ownerId])).get(ownerId)
    },

    async recordingsOf(page: readonly StoredMessage[]): Promise<Map<number, Recording>> {
      const ownerIds = page.flatMap(({ seq, id, sender, type }) =>
        sender && type === 'voice' ? [[seq, pictureOwnerId(sender, id)] as const] : [],
      )
      if (ownerIds.length === 0) return new Map()
      const found = await pictures.recordings.getMany(
        'message',
        ownerIds.map(([, ownerId]) => ownerId),
      )
      return new Map(
        ownerIds.flatMap(([seq, ownerId]): [number, Recording][] => {
          const recording = found.get(ownerId)
          return recording ? [[seq, recording]] : []
        }),
      )
    },

    /** The pictures of these messages by `seq`. */
    async getForMessages(page: readonly StoredMessage[]): Promise<Map<number, UploadedPicture[]>> {
      const ownerIds = new Map<number, string>()
      for (const { seq, id, sender, type, media } of page)
        if (sender && type !== 'voice' && media.length > 0) ownerIds.set(seq, pictureOwnerId(sender, id))
      if (ownerIds.size === 0) return new Map()
      const found = await pictures.getMany('message', [...ownerIds.values()])
      return new Map([...ownerIds].map(([seq, ownerId]) => [seq, found.get(ownerId) ?? []]))
    },

    /** Call after the message was deleted. */
    release: (sender: Uid, messageId: string): Promise<void> => pictures.release('message', [pictureOwnerId(sender, messageId)]),
  }
}

export type MessagePictures = ReturnType<typeof createMessagePictures>

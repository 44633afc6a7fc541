import { chatFrames } from '#contract/chat/chat.ts'
import { AppError } from '#contract/errors.ts'
import type { FrameData, FrameDefinition } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { ChangeStore } from './chat.changes.store.ts'
import type { ChatDeps } from './chat.deps.ts'
import type { LoadDetails } from './chat.details.ts'
import type { MessageStore } from './chat.messages.store.ts'
import type { MessagePictures } from './chat.pictures.ts'
import { type ChatMembers, isHiddenAuthor, type MessageDetails, presentMessage, visibleReactions } from './chat.present.ts'
import { uidsOf, type VisibleChat } from './chat.queries.ts'
import type { ChatId, StoredMessage } from './chat.types.ts'
import { effectiveType, parseContent, parseEmoji } from './chat.validation.ts'
import { assertMayWrite } from './groups/group-limits.ts'
import { sendToGroup } from './groups/group-delivery.ts'

/** Identifies a stored message; `seq` and `id` must match. */
export type MessageRef = { chat_id: ChatId; seq: number; id: string }

const MAX_REACTIONS_PER_USER = 10

type Deps = Pick<ChatDeps, 'hub' | 'clock' | 'publish'> & {
  pictures: Pick<MessagePictures, 'release'>
  store: ChangeStore
  messages: MessageStore
  loadDetails: LoadDetails
  getVisibleChat(viewer: Uid, chatId: ChatId): Promise<VisibleChat>
  canSeeAuthor(viewer: Uid, chatId: ChatId, author: Uid | null): Promise<boolean>
  /** Deletes what only this message shows, such as its poll. */
  removeShown(message: StoredMessage, author: Uid): Promise<void>
}

type VisibleMessage = VisibleChat & { message: StoredMessage }

/**
 * Edits, deletions and reactions. The frame of a change goes to both members, including the socket that sent it, as its
 * acknowledgement. All are idempotent, so clients may repeat them.
 */
export function createChanges({
  hub,
  clock,
  pictures,
  publish,
  store,
  messages,
  loadDetails,
  getVisibleChat,
  canSeeAuthor,
  removeShown,
}: Deps) {
  async function find(viewer: Uid, ref: MessageRef): Promise<VisibleMessage> {
    const visible = await getVisibleChat(viewer, ref.chat_id)
    const message = await messages.getBySeq(ref.chat_id, ref.seq)
    if (!message || message.id !== ref.id.toLowerCase() || !(await canSeeAuthor(viewer, ref.chat_id, message.sender)))
      throw new AppError('not_found', ref)
    return { ...visible, message }
  }

  async function findOwn(viewer: Uid, ref: MessageRef): Promise<VisibleMessage> {
    const visible = await find(viewer, ref)
    if (visible.message.sender !== viewer) throw new AppError('not_found', ref)
    return visible
  }

  async function reload({ members }: VisibleMessage, ref: MessageRef): Promise<{ message: StoredMessage; details: MessageDetails }> {
    const message = await messages.getBySeq(ref.chat_id, ref.seq)
    if (!message) throw new AppError('not_found', ref)
    return { message, details: (await loadDetails(ref.chat_id, uidsOf(members), [message])).get(message.seq) ?? {} }
  }

  /** Sends a change to all members; in a group, each may see a different version. */
  function sendToAll<F extends FrameDefinition>(
    viewer: Uid,
    { chat, members, group }: VisibleMessage,
    frame: F,
    dataFor: (members: ChatMembers) => FrameData<F>,
  ): void {
    if (group) sendToGroup(hub, group, frame, dataFor)
    else hub.send([viewer, ...(chat.other ? [chat.other] : [])], frame, dataFor(members))
  }

  return {
    /** @throws AppError 'not_found' unless it is the viewer's own and not deleted; 'blank_content'; 'invalid_input' for a voice message; see `assertCanWrite` and `assertMayWrite`. */
    async edit(viewer: Uid, ref: MessageRef, newContent: string): Promise<void> {
      const visible = await findOwn(viewer, ref)
      assertCanWrite(visible, ref)
      if (visible.message.deletedAt) throw new AppError('not_found', ref)
      const member = visible.group?.members.get(viewer)
      if (member) assertMayWrite(member, clock.now())
      const { type } = visible.message
      if (type === 'voice') throw new AppError('invalid_input', { ...ref, reason: 'a voice message has no text' })
      const content = parseContent(newContent, type)
      // Plain text and a link with text may change into each other; a video stays a video.
      const newType = type === 'text' || type === 'link' ? effectiveType('link', content) : type
      await store.edit(ref.chat_id, ref.seq, { type: newType, content }, clock.now())
      const { message, details } = await reload(visible, ref)
      sendToAll(viewer, visible, chatFrames.message_edited, (members) => ({ message: presentMessage(message, members, details) }))
    },

    /** Deletes the content for everyone. @throws AppError 'not_found' unless it is the viewer's own. */
    async remove(viewer: Uid, ref: MessageRef): Promise<void> {
      const visible = await findOwn(viewer, ref)
      const isRemoved = await store.remove(ref.chat_id, ref.seq, clock.now())
      if (isRemoved) {
        await pictures.release(viewer, visible.message.id)
        await removeShown(visible.message, viewer)
        publish({ kind: 'content.removed', of: 'message', id: visible.message.id })
      }
      const { message } = await reload(visible, ref)
      const { id, seq, changeSeq } = message
      const data = { id, chat_id: ref.chat_id, seq, change_seq: changeSeq ?? 0 }
      // A repeated deletion is sent only to the viewer: the other person may have declined the request.
      if (isRemoved) sendToAll(viewer, visible, chatFrames.message_deleted, () => data)
      else hub.send([viewer], chatFrames.message_deleted, data)
    },

    /** Adds or removes an emoji. @throws AppError 'invalid_input' unless it is one emoji; see `assertCanWrite`. */
    async react(viewer: Uid, ref: MessageRef, emoji: string, on: boolean): Promise<void> {
      const visible = await find(viewer, ref)
      assertCanWrite(visible, ref)
      if (visible.message.deletedAt) throw new AppError('not_found', ref)
      await store.react(ref.chat_id, ref.seq, viewer, parseEmoji(emoji), on, MAX_REACTIONS_PER_USER, clock.now())
      const { message, details } = await reload(visible, ref)
      const { id, seq, changeSeq } = message
      const data = { id, chat_id: ref.chat_id, seq, change_seq: changeSeq ?? 0 }
      sendToAll(viewer, visible, chatFrames.message_reacted, (members) => {
        return { ...data, reactions: isHiddenAuthor(message.sender, members) ? [] : visibleReactions(details.reactions, members) }
      })
    },
  }
}

/** @throws AppError 'request_waiting' until a stranger answers; 'not_connected' after the connection has ended. */
function assertCanWrite({ writeAccess }: VisibleMessage, ref: MessageRef): void {
  if (writeAccess !== 'open') throw new AppError(writeAccess === 'awaiting-answer' ? 'request_waiting' : 'not_connected', ref)
}

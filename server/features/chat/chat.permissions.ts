/* Who may see a chat and write in it, as pure functions of stored data. */
import type { ChatRequest } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Relation } from '#contract/people.ts'
import type { PrivacySettings } from '#contract/identity/privacy.ts'
import type { MemberChat, PairChat } from './chat.types.ts'

/** Chats with deleted accounts stay visible; a block in either direction hides the chat. */
export function canSee(chat: MemberChat, relation: Relation | undefined): boolean {
  return chat.role !== null || chat.other === null || (relation !== undefined && relation !== 'blocked')
}

export type WriteAccess = 'open' | 'awaiting-answer' | 'closed'

/**
 * Whether the viewer may edit or react to existing messages. The sender of a request may not: otherwise one request could
 * transmit any number of texts, even after it was declined.
 */
export function writeAccess(viewer: Uid, chat: MemberChat, relation: Relation | undefined): WriteAccess {
  if (chat.role !== null) return chat.role === 'invited' ? 'closed' : 'open'
  if (chat.other === null) return 'closed'
  if (relation === 'connected') return 'open'
  if (chat.request === 'none') return 'closed'
  return chat.request === 'accepted' || chat.askedBy !== viewer ? 'open' : 'awaiting-answer'
}

/**
 * The kind of the next message from `from`. `first-contact`: it becomes a request if the receiver accepts strangers.
 * `request`: it is the message of a request that has none yet. `closed`: the two were buddies, so no request is possible.
 */
export type NextMessage = WriteAccess | 'request' | 'first-contact'

export function nextMessage(from: Uid, relation: Relation, chat: PairChat | undefined): NextMessage {
  if (relation === 'connected' || chat?.request === 'accepted') return 'open'
  if (!chat || chat.request === 'none') return chat && chat.lastSeq > 0 ? 'closed' : 'first-contact'
  if (chat.askedBy !== from) return 'open'
  return chat.lastSeq > 0 ? 'awaiting-answer' : 'request'
}

/** The viewer's permissions in a chat. */
export type ChatPermissions = { canWrite: boolean; canAttach: boolean; request: ChatRequest; seesReceipts: boolean }

export function chatPermissions(
  viewer: Uid,
  chat: MemberChat,
  relation: Relation | undefined,
  privacy: ReadonlyMap<Uid, PrivacySettings>,
): ChatPermissions {
  if (chat.role !== null) {
    const hasJoined = chat.role !== 'invited'
    return { request: hasJoined ? 'none' : 'received', canAttach: hasJoined, canWrite: hasJoined, seesReceipts: false }
  }
  const theirs = chat.other ? privacy.get(chat.other) : undefined
  const isOpen = chat.other !== null && (relation === 'connected' || chat.request === 'accepted')
  const request = isOpen || !chat.other ? 'none' : requestOf(viewer, chat)
  return {
    request,
    canAttach: isOpen,
    canWrite: isOpen || canStart(request, chat, theirs),
    seesReceipts: request !== 'sent' && request !== 'received' && theirs?.receipts === true && privacy.get(viewer)?.receipts === true,
  }
}

function requestOf(viewer: Uid, chat: MemberChat): ChatRequest {
  if (chat.request === 'waiting' || chat.request === 'declined') return chat.askedBy === viewer ? 'sent' : 'received'
  return chat.lastSeq === 0 ? 'first' : 'none'
}

/** Whether the viewer may send a first message to a stranger, or answer one. */
function canStart(request: ChatRequest, chat: MemberChat, theirs: PrivacySettings | undefined): boolean {
  if (request === 'first') return theirs?.messages === 'everyone'
  return request === 'received' || (request === 'sent' && chat.lastSeq === 0)
}

import type { ChatRequest } from '#contract/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { Relation } from '#contract/people.ts'
import type { PrivacySettings } from '#contract/privacy.ts'
import type { Standing } from './chat.present.ts'
import type { MemberChat } from './chat.types.ts'

/** A deleted account leaves its conversations behind; a block in either direction hides them. */
export function canSee(chat: MemberChat, relation: Relation | undefined): boolean {
  return chat.other === null || (relation !== undefined && relation !== 'blocked')
}

export type Speaking = 'free' | 'waits' | 'over'

/**
 * Whether the viewer may say something about messages that are there already: whoever asked a stranger may not, or one request
 * would carry any number of words, even past a decline.
 */
export function speakingOf(viewer: Uid, chat: MemberChat, relation: Relation | undefined): Speaking {
  if (chat.other === null) return 'over'
  if (relation === 'connected') return 'free'
  if (chat.request === 'none') return 'over'
  return chat.request === 'accepted' || chat.askedBy !== viewer ? 'free' : 'waits'
}

/** What the viewer can do in a chat, and what it is to them. */
export function standingOf(
  viewer: Uid,
  chat: MemberChat,
  relation: Relation | undefined,
  privacy: ReadonlyMap<Uid, PrivacySettings>,
): Standing {
  const theirs = chat.other ? privacy.get(chat.other) : undefined
  const isOpen = chat.other !== null && (relation === 'connected' || chat.request === 'accepted')
  const request = isOpen || !chat.other ? 'none' : requestOf(viewer, chat)
  return {
    request,
    canAttach: isOpen,
    canWrite: isOpen || canBegin(request, chat, theirs),
    seesReceipts: request !== 'sent' && request !== 'received' && theirs?.receipts === true && privacy.get(viewer)?.receipts === true,
  }
}

function requestOf(viewer: Uid, chat: MemberChat): ChatRequest {
  if (chat.request === 'waiting' || chat.request === 'declined') return chat.askedBy === viewer ? 'sent' : 'received'
  return chat.lastSeq === 0 ? 'first' : 'none'
}

/** The first message to somebody who is no buddy, or the answer to one. */
function canBegin(request: ChatRequest, chat: MemberChat, theirs: PrivacySettings | undefined): boolean {
  if (request === 'first') return theirs?.messages === 'everyone'
  return request === 'received' || (request === 'sent' && chat.lastSeq === 0)
}

import type { Uid } from '#contract/base/ids.ts'
import type { ChatListPart, ChatState } from './types.ts'

const part: ChatListPart = { status: 'idle', cursor: null, isTold: false, isLoadingMore: false }

/** Chat of that person before anything is known. */
export function initialChat(me: Uid): ChatState {
  return {
    me,
    online: false,
    revision: 0,
    asOf: {},
    requestsAsOf: 0,
    lists: { chats: { ...part, status: 'loading' }, requests: part, archived: part },
    requests: 0,
    conversations: {},
    activeChat: null,
    messages: {},
    outbox: [],
    elsewhere: {},
    acts: [],
    tellsDelivered: false,
    isOutboxRead: false,
    inFlight: {},
    paused: false,
    heldUp: null,
    typing: {},
  }
}

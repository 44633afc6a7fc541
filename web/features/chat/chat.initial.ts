import type { Uid } from '#contract/ids.ts'
import type { ChatState } from './chat.types.ts'

/** Chat of that person before anything is known. */
export function initialChat(me: Uid): ChatState {
  return {
    me,
    online: false,
    list: 'loading',
    conversations: {},
    activeChat: null,
    messages: {},
    outbox: [],
    isOutboxRead: false,
    inFlight: {},
    paused: false,
    typing: {},
  }
}

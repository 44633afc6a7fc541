import { chatFrames } from '#contract/chat.ts'
import { connectionFrames } from '#contract/connections.ts'
import { platformFrames } from '#contract/socket.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import type { ChatEvent } from '../engine/events.ts'
import { toChatMessage, toMarks } from '../engine/chat.map.ts'

type Ears = { dispatch: (event: ChatEvent) => void; after: (ms: number, event: ChatEvent) => void; nowMs: () => number }

/** The other side counts as writing for so long after each sign of it. */
const TYPING_LASTS_MS = 5_000

/** Turns what the socket says into events of chat. Returns a function that stops. */
export function hearChat(link: Pick<SocketLink, 'subscribe'>, ears: Ears): () => void {
  const { dispatch } = ears
  const stops = [
    ...hearMessages(link, ears),
    ...hearMarks(link, dispatch),
    // Who may write to whom has changed.
    link.subscribe(connectionFrames.connection_changed, ({ uid }) => dispatch({ name: 'relationship_changed', uid })),
    link.subscribe(connectionFrames.new_connection_added, ({ person }) => dispatch({ name: 'relationship_changed', uid: person.uid })),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function hearMessages(link: Pick<SocketLink, 'subscribe'>, { dispatch, after, nowMs }: Ears) {
  return [
    link.subscribe(chatFrames.new_message, ({ message }) => dispatch({ name: 'arrived', message: toChatMessage(message) })),
    link.subscribe(chatFrames.message_stored, ({ id, chat_id, seq, sent_date, duplicate = false }) =>
      dispatch({ name: 'stored', id, chatId: chat_id, seq, sentDate: sent_date, duplicate }),
    ),
    link.subscribe(chatFrames.message_edited, ({ message }) => dispatch({ name: 'message_changed', message: toChatMessage(message) })),
    link.subscribe(chatFrames.message_deleted, ({ id, chat_id, seq, change_seq }) =>
      dispatch({ name: 'message_deleted', id, chatId: chat_id, seq, changeSeq: change_seq }),
    ),
    link.subscribe(chatFrames.message_reacted, ({ id, chat_id, seq, change_seq, reactions }) =>
      dispatch({ name: 'message_reacted', id, chatId: chat_id, seq, changeSeq: change_seq, reactions }),
    ),
    link.subscribe(platformFrames.error, ({ id, code }) => id !== undefined && dispatch({ name: 'refused', id, code })),
    link.subscribe(chatFrames.is_typing, ({ chat_id }) => {
      const untilMs = nowMs() + TYPING_LASTS_MS
      dispatch({ name: 'typing', chatId: chat_id, untilMs })
      after(TYPING_LASTS_MS, { name: 'typing_over', chatId: chat_id, untilMs })
    }),
  ]
}

function hearMarks(link: Pick<SocketLink, 'subscribe'>, dispatch: Ears['dispatch']) {
  return [
    link.subscribe(chatFrames.chat_read, ({ chat_id, by, seq }) => dispatch({ name: 'read', chatId: chat_id, by, seq })),
    link.subscribe(chatFrames.chat_delivered, ({ chat_id, by, seq }) => dispatch({ name: 'delivered', chatId: chat_id, by, seq })),
    link.subscribe(chatFrames.resumed, ({ chats, reset }) => dispatch({ name: 'resumed', marks: chats.map(toMarks), reset })),
    link.subscribe(chatFrames.chat_moved, (marks) => dispatch({ name: 'moved', mark: toMarks(marks) })),
    link.subscribe(chatFrames.chat_changed, ({ chat_id }) => dispatch({ name: 'chat_changed', chatId: chat_id })),
  ]
}

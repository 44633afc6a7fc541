import { chatFrames } from '#contract/chat.ts'
import { connectionFrames } from '#contract/connections.ts'
import { platformFrames } from '#contract/socket.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import type { ChatEvent } from './chat.events.ts'
import { toChatMessage } from './chat.map.ts'

type Ears = { dispatch: (event: ChatEvent) => void; after: (ms: number, event: ChatEvent) => void; nowMs: () => number }

/** The other side counts as writing for so long after each sign of it. */
const TYPING_LASTS_MS = 5_000

/** Turns what the socket says into events of chat. Returns a function that stops. */
export function hearChat(link: Pick<SocketLink, 'subscribe'>, { dispatch, after, nowMs }: Ears): () => void {
  const stops = [
    link.subscribe(chatFrames.new_message, ({ message }) => dispatch({ name: 'arrived', message: toChatMessage(message) })),
    link.subscribe(chatFrames.message_stored, ({ id, chat_id, seq, sent_date, duplicate = false }) =>
      dispatch({ name: 'stored', id, chatId: chat_id, seq, sentDate: sent_date, duplicate }),
    ),
    link.subscribe(platformFrames.error, ({ id, code }) => id !== undefined && dispatch({ name: 'refused', id, code })),
    link.subscribe(chatFrames.chat_read, ({ chat_id, by, seq }) => dispatch({ name: 'read', chatId: chat_id, by, seq })),
    link.subscribe(chatFrames.is_typing, ({ chat_id }) => {
      const untilMs = nowMs() + TYPING_LASTS_MS
      dispatch({ name: 'typing', chatId: chat_id, untilMs })
      after(TYPING_LASTS_MS, { name: 'typing_over', chatId: chat_id, untilMs })
    }),
    // Who may write to whom has changed; the list says it.
    link.subscribe(connectionFrames.connection_changed, () => dispatch({ name: 'list_wanted' })),
    link.subscribe(connectionFrames.new_connection_added, () => dispatch({ name: 'list_wanted' })),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/* Starts chat for whoever is signed in, on the app's socket, and tells in passing of messages that arrive out of sight. */
import { chatFrames } from '#contract/chat.ts'
import type { Uid } from '#contract/ids.ts'
import { timings } from '#contract/limits.ts'
import { newUuidv7 } from '#contract/uuidv7.ts'
import { browserTimers } from '#web/platform/app-socket.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { chatApi } from './chat.api.ts'
import { provideChat } from './chat.current.ts'
import { toChatMessage } from './chat.map.ts'
import { openOutbox } from './chat.outbox.ts'
import { createChatState, type Chat } from './chat.state.ts'
import { previewWords } from './chat.words.ts'

export type ChatLiveOptions = {
  me: Uid
  link: SocketLink
  notify: typeof notifyPerson
  /** Opens a path of the app, for the action on a notice. */
  open: (path: string) => void
}

/** Starts chat of that person and hands it to the pages. Returns a function that ends it. */
export function startChatLive({ me, link, notify, open }: ChatLiveOptions): () => void {
  const chat = createChatState({
    me,
    link,
    api: chatApi,
    outbox: openOutbox(),
    onSendFailed: sayOnce(notify),
    newId: () => newUuidv7(Date.now()),
    nowMs: Date.now,
    timers: browserTimers,
  })
  // Before the chat itself listens: it then still knows whether the message is new.
  const stops = [tellOfMessages(chat, { me, link, notify, open }), chat.start(), provideChat(chat)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The spec's words (section 8), once while they are on screen. The messages are kept and go out as soon as they can. */
function sayOnce(notify: typeof notifyPerson): () => void {
  let untilMs = 0
  return () => {
    if (Date.now() < untilMs) return
    untilMs = Date.now() + timings.noticeMs
    notify('error', i18n._({ id: 'chat.send-failed', message: 'failed to send message' }))
  }
}

/** A message is good news, so its notice is a neutral one; none for what is on screen, what is one's own and what came before. */
function tellOfMessages(chat: Chat, { me, link, notify, open }: ChatLiveOptions): () => void {
  return link.subscribe(chatFrames.new_message, ({ message }) => {
    const { conversations, activeChat } = chat.store.getState()
    const isOnScreen = activeChat === message.chat_id && document.visibilityState === 'visible'
    const isKnown = message.seq <= (conversations[message.chat_id]?.lastSeq ?? 0)
    if (message.from === me || isOnScreen || isKnown) return
    const text = previewWords(i18n, toChatMessage(message))
    notify('neutral', i18n._({ id: 'chat.notice', message: '{name}: {text}', values: { name: message.userName, text } }), {
      action: { label: i18n._({ id: 'chat.notice.open', message: 'Open' }), run: () => open(`/chat/${message.chat_id}`) },
    })
  })
}

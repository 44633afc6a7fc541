import { chatFrames } from '#contract/chat/chat.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import type { Chat } from './chat.state.ts'

/** Loaded on demand, to keep the initial bundle small. */
export const loadGoneChats = () => import('./gone-chats.ts')

type Options = { link: Pick<SocketLink, 'subscribe'>; notify: typeof notifyPerson }

/** Says which group is gone. Start it before chat, which then forgets the group's name. Returns a function that stops it. */
export function notifyOfRemoval({ store }: Pick<Chat, 'store'>, { link, notify }: Options): () => void {
  return link.subscribe(chatFrames.chat_changed, ({ chat_id: chatId, gone }) => {
    const line = store.getState().conversations[chatId]
    if (gone && line) void loadGoneChats().then(({ notifyOfGone }) => notifyOfGone(line, notify))
  })
}

import { chatFrames } from '#contract/chat/chat.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import type { Chat } from './chat.state.ts'

type Options = { link: Pick<SocketLink, 'subscribe'>; notify: typeof notifyPerson }

/**
 * Says why a group is gone: an open one would only be “not found”. Start it before chat, which then forgets the group's name. Returns
 * a function that stops it.
 */
export function notifyOfRemoval({ store }: Pick<Chat, 'store'>, { link, notify }: Options): () => void {
  return link.subscribe(chatFrames.chat_changed, ({ chat_id: chatId, gone }) => {
    const { group, person } = store.getState().conversations[chatId] ?? {}
    if (!gone || !group || !person || group.role === 'invited') return
    notify('neutral', i18n._({ id: 'group.gone', message: 'You’re no longer in “{name}”.', values: { name: person.name } }))
  })
}

/* Conversations that are gone: the notice, and what was not sent there. */
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { ChatId, ChatState, Conversation } from '../engine/state.ts'
import { deleteDrafts } from '../storage/delete-drafts.ts'
import { readDraft } from '../storage/drafts.ts'
import type { Chat } from './chat.state.ts'

type Options = { chat: Pick<Chat, 'store'>; notify: typeof notifyPerson; open: (path: string) => void }

/** Says why a group is gone: an open one would only be “not found”. */
export function notifyOfGone({ group, person }: Conversation, notify: typeof notifyPerson): void {
  if (!group || group.role === 'invited') return
  notify('neutral', i18n._({ id: 'group.gone', message: 'You’re no longer in “{name}”.', values: { name: person.name } }))
}

/**
 * Deletes the drafts of a conversation that is gone. If the user didn't remove it, the text stays, and a notice leads to it unless the
 * conversation is on screen.
 */
export function deleteDraftsOfGone(chatId: ChatId, keepsText: boolean, { chat, notify, open }: Options): void {
  void deleteDrafts(chatId, keepsText)
  const state = chat.store.getState()
  const isUnsent = readDraft(chatId) !== '' || unsentMessages(state, chatId).length > 0
  if (!keepsText || !isUnsent || state.activeChat === chatId) return
  notify('neutral', i18n._({ id: 'chat.unsent.kept', message: 'Your unsent text from that chat is still here.' }), {
    about: `unsent ${chatId}`,
    action: { label: i18n._({ id: 'chat.unsent.look', message: 'View' }), run: () => open(`/chat/${chatId}`) },
  })
}

/** The queued messages of a conversation that have a text. */
export const unsentMessages = ({ outbox }: Pick<ChatState, 'outbox'>, chatId: ChatId) =>
  outbox.filter((message) => message.chat_id === chatId && message.content !== '')

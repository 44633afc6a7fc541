/* Shows notices of messages off screen, and dismisses them once they are read, here or on another device. */
import { chatFrames, type WireMessage } from '#contract/chat/chat.ts'
import type { FrameData } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import type { SocketLink } from '#web/platform/socket/socket-link.ts'
import { stopAll } from '#web/platform/stop-all.ts'
import { toChatMessage } from '../engine/chat.map.ts'
import type { Chat } from './chat.state.ts'
import type { ChatId, ChatState } from '../engine/state.ts'
import { messageTypeOf } from '../engine/text.ts'

export type NewMessage = FrameData<typeof chatFrames.new_message>

type NoticeOptions = {
  me: Uid
  link: Pick<SocketLink, 'subscribe'>
  notify: typeof notifyPerson
  dismiss: (about: ChatId) => unknown
  /** Navigates to a path, for the action of a notice. */
  open: (path: string) => void
  isMuted: (uid: Uid) => boolean
}

/**
 * Shows a neutral notice per message, except for those on screen, muted, already known, or the user's own.
 * @param missed frames of messages that arrived before the start
 */
export function notifyOfMessages(chat: Pick<Chat, 'store' | 'write'>, options: NoticeOptions, missed: readonly NewMessage[]): () => void {
  const { me, link, notify, open, isMuted } = options

  async function showNotice(message: WireMessage): Promise<void> {
    // Loaded on demand, to keep the initial bundle small.
    const { previewText } = await import('../chat.messages.ts')
    if (isSeen(chat.store.getState(), message)) return
    const text = previewText(i18n, toChatMessage(message))
    const isGroup = message.to === message.chat_id
    const to = isGroup ? message.to : message.from
    const group = isGroup ? chat.store.getState().conversations[message.chat_id]?.person.name : undefined
    const name = group === undefined ? message.userName : `${message.userName} (${group})`
    notify('neutral', i18n._({ id: 'chat.notice', message: '{name}: {text}', values: { name, text } }), {
      about: message.chat_id,
      action: { label: i18n._({ id: 'chat.notice.open', message: 'Open' }), run: () => open(`/chat/${message.chat_id}`) },
      answer: {
        kind: 'reply',
        label: i18n._({ id: 'chat.reply.act', message: 'Reply' }),
        run: (content) => void chat.write({ to, chatId: message.chat_id, content, ...messageTypeOf(content) }),
      },
    })
  }

  function handleMessage({ message }: NewMessage): void {
    const state = chat.store.getState()
    const conversation = state.conversations[message.chat_id]
    const isQuiet =
      conversation &&
      (conversation.tab !== 'chats' || (conversation.mutedUntil !== null && Date.parse(conversation.mutedUntil) > Date.now()))
    const isKnown = message.seq <= (conversation?.lastSeq ?? 0)
    if (message.from === me || message.deleted || isKnown || isQuiet || isMuted(message.from) || isSeen(state, message)) return
    void showNotice(message)
  }

  missed.forEach(handleMessage)
  return stopAll([link.subscribe(chatFrames.new_message, handleMessage), dismissSeen(chat, options)])
}

/** On a phone a notice would cover the conversation that it opens. */
function dismissSeen({ store }: Pick<Chat, 'store'>, { dismiss }: Pick<NoticeOptions, 'dismiss'>): () => void {
  const followPage = () => {
    const { activeChat } = store.getState()
    if (activeChat !== null && document.visibilityState === 'visible') dismiss(activeChat)
  }
  document.addEventListener('visibilitychange', followPage)
  const stop = store.subscribe((now, before) => {
    if (now.activeChat !== before.activeChat) followPage()
    if (now.conversations === before.conversations) return
    for (const { chatId, unread } of Object.values(now.conversations)) {
      if (unread === 0 && (before.conversations[chatId]?.unread ?? 0) > 0) dismiss(chatId)
    }
  })
  return () => {
    document.removeEventListener('visibilitychange', followPage)
    stop()
  }
}

/** Whether the message is on screen, or was read on another device in the meantime. */
function isSeen({ activeChat, conversations }: ChatState, { chat_id, seq }: WireMessage): boolean {
  if (activeChat === chat_id && document.visibilityState === 'visible') return true
  return (conversations[chat_id]?.readSeq ?? 0) >= seq
}

/* Tells in passing of messages that arrive out of sight, and takes it back once they are looked at, here or on another device. */
import { chatFrames, type WireMessage } from '#contract/chat.ts'
import type { FrameData } from '#contract/base/frame.ts'
import type { Uid } from '#contract/base/ids.ts'
import { i18n } from '#web/platform/i18n.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { toChatMessage } from '../engine/chat.map.ts'
import type { Chat } from './chat.state.ts'
import type { ChatId, ChatState } from '../engine/types.ts'

type TellingOptions = {
  me: Uid
  link: Pick<SocketLink, 'subscribe'>
  notify: typeof notifyPerson
  /** Takes the notice about a chat off the screen. */
  takeBack: (about: ChatId) => unknown
  /** Opens a path of the app, for the action on a notice. */
  open: (path: string) => void
  isMuted: (uid: Uid) => boolean
}

/**
 * A message is good news, so its notice is a neutral one; none for what is on screen, what is one's own and what came before.
 * @param missed the frames of messages that came before it could listen
 */
export function tellOfMessages(chat: Pick<Chat, 'store'>, options: TellingOptions, missed: readonly unknown[]): () => void {
  const { me, link, notify, open, isMuted } = options

  async function tell(message: WireMessage): Promise<void> {
    // What is only said now and then is not part of what every page waits for.
    const { previewWords } = await import('../engine/messages.ts')
    if (isLookedAt(chat.store.getState(), message)) return
    const text = previewWords(i18n, toChatMessage(message))
    notify('neutral', i18n._({ id: 'chat.notice', message: '{name}: {text}', values: { name: message.userName, text } }), {
      about: message.chat_id,
      action: { label: i18n._({ id: 'chat.notice.open', message: 'Open' }), run: () => open(`/chat/${message.chat_id}`) },
    })
  }

  function hear({ message }: FrameData<typeof chatFrames.new_message>): void {
    const state = chat.store.getState()
    const line = state.conversations[message.chat_id]
    const isQuiet = line && (line.tab !== 'chats' || (line.mutedUntil !== null && Date.parse(line.mutedUntil) > Date.now()))
    const isKnown = message.seq <= (line?.lastSeq ?? 0)
    if (message.from === me || isKnown || isQuiet || isMuted(message.from) || isLookedAt(state, message)) return
    void tell(message)
  }

  for (const data of missed) {
    const parsed = chatFrames.new_message.data.safeParse(data)
    if (parsed.success) hear(parsed.data)
  }
  const stops = [link.subscribe(chatFrames.new_message, hear), takeBackWhatIsSeen(chat, options)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** On a phone a notice would lie over the very conversation it leads to. */
function takeBackWhatIsSeen({ store }: Pick<Chat, 'store'>, { takeBack }: Pick<TellingOptions, 'takeBack'>): () => void {
  const followPage = () => {
    const { activeChat } = store.getState()
    if (activeChat !== null && document.visibilityState === 'visible') takeBack(activeChat)
  }
  document.addEventListener('visibilitychange', followPage)
  const stop = store.subscribe((now, before) => {
    if (now.activeChat !== before.activeChat) followPage()
    if (now.conversations === before.conversations) return
    for (const { chatId, unread } of Object.values(now.conversations)) {
      if (unread === 0 && (before.conversations[chatId]?.unread ?? 0) > 0) takeBack(chatId)
    }
  })
  return () => {
    document.removeEventListener('visibilitychange', followPage)
    stop()
  }
}

/** It is on screen, or was read on another device while its words were on their way. */
function isLookedAt({ activeChat, conversations }: ChatState, { chat_id, seq }: WireMessage): boolean {
  if (activeChat === chat_id && document.visibilityState === 'visible') return true
  return (conversations[chat_id]?.readSeq ?? 0) >= seq
}

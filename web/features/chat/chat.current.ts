/* The chat of whoever is signed in, for pages. Light on purpose: the machine behind it is loaded by `chat.live.ts`. */
import { create, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Chat } from './chat.state.ts'
import { initialChat } from './chat.initial.ts'
import type { ChatState } from './chat.types.ts'

const useCurrent = create<{ chat: Chat | null }>()(() => ({ chat: null }))
const nobodysChat = createStore<ChatState>(() => initialChat(''))

/** Hands the running chat to the pages. Returns a function that takes it back. */
export function provideChat(chat: Chat): () => void {
  useCurrent.setState({ chat })
  return () => useCurrent.setState((state) => (state.chat === chat ? { chat: null } : state))
}

/** The running chat; null while nobody is signed in or it is still on its way. */
export function useChat(): Chat | null {
  return useCurrent((state) => state.chat)
}

/** A part of the state of chat; that of an empty one while there is none. `select` must give parts, not make new things. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat()?.store ?? nobodysChat, select)
}

/** How many messages the signed-in person has not read, over all chats; undefined until that is known. */
export function useUnreadMessages(): number | undefined {
  return useChatState(({ lists, conversations }) =>
    lists.chats.status === 'ready'
      ? Object.values(conversations).reduce((sum, { unread, tab }) => sum + (tab === 'chats' ? unread : 0), 0)
      : undefined,
  )
}

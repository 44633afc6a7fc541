/* The chat of the signed-in user, for pages. The engine itself is loaded later by `lazy-start.ts`. */
import { useEffect } from 'react'
import { create, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Chat } from './chat.state.ts'
import { initialChat } from '../engine/state.ts'
import type { ChatState, Conversation } from '../engine/state.ts'

type Current = {
  chat: Chat | null
  /** Number of mounted components that use chat. */
  consumers: number
  /** Unread count from the server until chat runs and counts itself. */
  serverUnread: number | undefined
}

const useChatStore = create<Current>()(() => ({ chat: null, consumers: 0, serverUnread: undefined }))
const emptyChat = createStore<ChatState>(() => initialChat(''))

/** Provides the running chat to the pages. Returns a function that removes it. */
export function provideChat(chat: Chat): () => void {
  useChatStore.setState({ chat })
  return () => useChatStore.setState((state) => (state.chat === chat ? { chat: null } : state))
}

/** Calls `wake` when a page needs chat, immediately if one already does. Returns a function that stops. */
export function onChatRequested(wake: () => void): () => void {
  if (useChatStore.getState().consumers > 0) wake()
  return useChatStore.subscribe((now, before) => {
    if (now.consumers > before.consumers) wake()
  })
}

export function setServerUnread(serverUnread: number | undefined): void {
  useChatStore.setState({ serverUnread })
}

/** The running chat; null while signed out or loading. Its use triggers the loading. */
export function useChat(): Chat | null {
  useEffect(() => {
    useChatStore.setState(({ consumers }) => ({ consumers: consumers + 1 }))
    return () => useChatStore.setState(({ consumers }) => ({ consumers: consumers - 1 }))
  }, [])
  return useChatStore((state) => state.chat)
}

/** Selects from the chat state, or from an empty one. `select` must return existing values, not create new ones. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat()?.store ?? emptyChat, select)
}

/** Number of unread messages in all chats; undefined until known. */
export function useUnreadMessages(): number | undefined {
  const { chat, serverUnread } = useChatStore()
  return useStore(chat?.store ?? emptyChat, countUnread) ?? serverUnread
}

/** A conversation that is marked as unread counts as one message. */
const unreadOf = ({ unread, isMarkedUnread = false }: Conversation): number => unread || (isMarkedUnread ? 1 : 0)

const countUnread = ({ lists, conversations }: ChatState): number | undefined =>
  lists.chats.status === 'ready'
    ? Object.values(conversations).reduce((sum, conversation) => sum + (conversation.tab === 'chats' ? unreadOf(conversation) : 0), 0)
    : undefined

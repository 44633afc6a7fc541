/* The chat of whoever is signed in, for pages. Light on purpose: the machine behind it comes late (`lazy-start.ts`). */
import { useEffect } from 'react'
import { create, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Chat } from './chat.state.ts'
import { initialChat } from '../engine/initial.ts'
import type { ChatState } from '../engine/types.ts'

type Current = {
  chat: Chat | null
  /** Parts of pages that need chat. */
  wishes: number
  /** Unread messages, as long as chat itself is not there to count them. */
  waiting: number | undefined
}

const useCurrent = create<Current>()(() => ({ chat: null, wishes: 0, waiting: undefined }))
const nobodysChat = createStore<ChatState>(() => initialChat(''))

/** Hands the running chat to the pages. Returns a function that takes it back. */
export function provideChat(chat: Chat): () => void {
  useCurrent.setState({ chat })
  return () => useCurrent.setState((state) => (state.chat === chat ? { chat: null } : state))
}

/** Calls `wake` once a page needs chat, at once when one does already. Returns a function that stops. */
export function onChatWanted(wake: () => void): () => void {
  if (useCurrent.getState().wishes > 0) wake()
  return useCurrent.subscribe((now, before) => {
    if (now.wishes > before.wishes) wake()
  })
}

export function setWaiting(waiting: number | undefined): void {
  useCurrent.setState({ waiting })
}

/** The running chat; null while nobody is signed in or it is still on its way. Whoever asks makes it come. */
export function useChat(): Chat | null {
  useEffect(() => {
    useCurrent.setState(({ wishes }) => ({ wishes: wishes + 1 }))
    return () => useCurrent.setState(({ wishes }) => ({ wishes: wishes - 1 }))
  }, [])
  return useCurrent((state) => state.chat)
}

/** A part of the state of chat; that of an empty one while there is none. `select` must give parts, not make new things. */
export function useChatState<T>(select: (state: ChatState) => T): T {
  return useStore(useChat()?.store ?? nobodysChat, select)
}

/** How many messages the signed-in person has not read, over all chats; undefined until that is known. */
export function useUnreadMessages(): number | undefined {
  const { chat, waiting } = useCurrent()
  return useStore(chat?.store ?? nobodysChat, unreadOf) ?? waiting
}

const unreadOf = ({ lists, conversations }: ChatState): number | undefined =>
  lists.chats.status === 'ready'
    ? Object.values(conversations).reduce((sum, { unread, tab }) => sum + (tab === 'chats' ? unread : 0), 0)
    : undefined

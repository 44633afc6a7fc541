import { create } from 'zustand'

type NotificationsState = {
  /** Unread groups without requests, which have their own count. */
  unread: number
  setUnread(unread: number): void
}

/** The bell's count besides requests. Kept small: the shell renders it on every page. */
export const useNotificationsStore = create<NotificationsState>()((set) => ({
  unread: 0,
  setUnread: (unread) => set({ unread }),
}))

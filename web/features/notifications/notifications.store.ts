import { create } from 'zustand'

type NotificationsState = {
  /** Groups that were not looked at, without the requests, which have a count of their own. */
  unread: number
  setUnread(unread: number): void
}

/** What the bell counts besides requests. Kept small: the shell draws it on every page. */
export const useNotificationsStore = create<NotificationsState>()((set) => ({
  unread: 0,
  setUnread: (unread) => set({ unread }),
}))

import { create } from 'zustand'

/** The unread count in the tab title: "(3) Chat". 0 shows nothing. */
export const useTitleCount = create<{ count: number }>()(() => ({ count: 0 }))

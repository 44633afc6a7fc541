import { create } from 'zustand'

/** What waits for the person, as the title of the tab says it: "(3) Chat". 0 says nothing. */
export const useTitleCount = create<{ count: number }>()(() => ({ count: 0 }))

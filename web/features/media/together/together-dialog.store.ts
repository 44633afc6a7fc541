import { create } from 'zustand'
import type { NewTogetherItem } from '#contract/together.ts'

/** What is about to be played together: an item, or a link to one. */
export type Starting = NewTogetherItem | { link: string; side: NewTogetherItem['side'] }

/** Opens the choice of a conversation from any menu or card. The dialog itself loads with the first press. */
export const useTogetherDialog = create<{
  starting: Starting | null
  /** What waits in the queue behind it. */
  others: readonly NewTogetherItem[]
}>()(() => ({ starting: null, others: [] }))

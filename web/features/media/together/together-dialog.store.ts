import { create } from 'zustand'
import type { NewTogetherItem } from '#contract/together.ts'

/** The item, or a link to one, that the dialog will start a session with. */
export type Starting = NewTogetherItem | { link: string; side: NewTogetherItem['side'] }

/** Opens the choice of a conversation from any menu or card. The dialog itself loads with the first press. */
export const useTogetherDialog = create<{
  starting: Starting | null
  /** The queue after the item. */
  others: readonly NewTogetherItem[]
}>()(() => ({ starting: null, others: [] }))

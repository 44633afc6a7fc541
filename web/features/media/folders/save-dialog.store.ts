import { create } from 'zustand'
import type { LinkRecord } from '#contract/links/links.ts'

/** The item to save; null while the dialog is closed. */
type Saving = { link: LinkRecord; title: string }

/** Opens the choice of a folder from any menu or card. The dialog itself loads with the first press. */
export const useSaveDialog = create<{ saving: Saving | null; open: (saving: Saving) => void; close: () => void }>()((set) => ({
  saving: null,
  open: ({ link, title }) => set({ saving: { link, title } }),
  close: () => set({ saving: null }),
}))

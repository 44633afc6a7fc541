import { create } from 'zustand'

type PaletteField = {
  text: string
  /** Whether the temporary field receives the keys, because the palette is still opening. */
  isOpening: boolean
  /** The element that had the focus before. */
  returnTo: Element | null
  /** Shows the temporary field. Returns the element that had the focus before. */
  begin(): Element | null
  setText(text: string): void
  /** The palette's own field has the focus. */
  end(): void
}

/** The text of the palette. It outlives the temporary field, which appears before the palette's code is loaded. */
export const usePaletteField = create<PaletteField>()((set, get) => ({
  text: '',
  isOpening: false,
  returnTo: null,
  begin() {
    if (!get().isOpening) set({ isOpening: true, text: '', returnTo: document.activeElement })
    return get().returnTo
  },
  setText: (text) => set({ text }),
  end: () => set({ isOpening: false }),
}))

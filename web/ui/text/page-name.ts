import { create } from 'zustand'

/** The name of the open page, which the top bar of small screens shows. Null while the page loads. */
export const usePageName = create<{ name: string | null }>()(() => ({ name: null }))

import { create } from 'zustand'

/** Stored with the id of the conversation whose session plays in this tab, even after a reload. */
export const PLAYER_KEY = 'together.player.'

type OpenSession = {
  /** The conversation whose session plays in this tab. */
  chatId: string | null
  /** The reference of messages that are written in this conversation now; null outside of a session. */
  reference: (chatId: string) => string | null
  /** How many users are in the running sessions of the conversations that were opened in this tab. */
  here: Readonly<Record<string, number>>
}

/** Whether a shared session plays here. On every page, so it imports nothing from the feature. */
export const useOpenSession = create<OpenSession>()(() => ({ chatId: null, reference: () => null, here: {} }))

import { createContext, useContext } from 'react'
import type { Group } from '#contract/chat/groups.ts'
import type { PinActions } from '../pins/use-pins.ts'
import type { MessageRowData } from '../engine/rows.ts'

/** The actions on a message, for the rows of the open conversation. */
export type MessageActions = {
  me: string
  /** Name of the other user, or of the group. */
  name: string
  /** The name of a member by their uid: in a chat of two, of the other user. */
  nameOf: (uid: string) => string
  /** The group, once it is loaded; null in a chat of two. */
  group: Group | null
  /** Whether cards, pictures and references are allowed: only for buddies and accepted requests. */
  hasCards: boolean
  canWrite: boolean
  edited: string | null
  reply: (row: MessageRowData) => void
  edit: (row: MessageRowData) => void
  remove: (row: MessageRowData) => void
  react: (row: MessageRowData, emoji: string, on: boolean) => void
  report: (row: MessageRowData) => void
  jump: (seq: number) => void
  /** Plays the track or video of a link for all members of the conversation. */
  playTogether: (link: string) => void
  pins: PinActions
  forward: (row: MessageRowData) => void
  /** Copies the address of a message. */
  copyLink: (row: MessageRowData) => void
  /** The ids of the selected messages; null while none are being selected. */
  selected: ReadonlySet<string> | null
  select: (row: MessageRowData) => void
}

const Context = createContext<MessageActions | null>(null)

export const MessageActionsProvider = Context.Provider

/** The group of the open conversation; null in a chat of two. */
export const useMessageGroup = (): Group | null => useContext(Context)?.group ?? null

/** The pins of the open conversation; null outside of one. */
export const useMessagePins = (): PinActions | null => useContext(Context)?.pins ?? null

export function useMessageActions(): MessageActions {
  const actions = useContext(Context)
  if (!actions) throw new Error('useMessageActions needs a conversation around the message')
  return actions
}

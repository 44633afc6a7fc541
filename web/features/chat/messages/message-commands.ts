import { createContext, useContext } from 'react'
import type { MessageRowData } from '../engine/rows.ts'

/** What can be done with a message, for the rows of the open conversation. */
export type MessageActs = {
  me: string
  /** The other person. */
  name: string
  /** Cards, pictures and references are for buddies and accepted requests. */
  hasCards: boolean
  /** Whether anything can still be said here. */
  canWrite: boolean
  /** The message whose new wording is being written. */
  edited: string | null
  reply: (row: MessageRowData) => void
  edit: (row: MessageRowData) => void
  remove: (row: MessageRowData) => void
  react: (row: MessageRowData, emoji: string, on: boolean) => void
  report: (row: MessageRowData) => void
  jump: (seq: number) => void
}

const Context = createContext<MessageActs | null>(null)

export const MessageActsProvider = Context.Provider

export function useMessageActs(): MessageActs {
  const acts = useContext(Context)
  if (!acts) throw new Error('a message stands in no conversation')
  return acts
}

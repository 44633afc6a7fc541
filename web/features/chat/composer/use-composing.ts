import { useState } from 'react'
import type { MessageRowData } from '../engine/rows.ts'
import type { ChatMessage } from '../engine/types.ts'

/** What the composer is for: something new, an answer to a message, or the new wording of one's own. */
export type Composing = { kind: 'new' } | { kind: 'reply'; row: MessageRowData } | { kind: 'edit'; row: MessageRowData }

const NEW: Composing = { kind: 'new' }

/** What is being composed in a conversation of these messages. */
export function useComposing(items: readonly ChatMessage[]) {
  const [wanted, setComposing] = useState(NEW)
  return {
    composing: stillThere(wanted, items),
    reply: (row: MessageRowData) => setComposing({ kind: 'reply', row }),
    edit: (row: MessageRowData) => setComposing({ kind: 'edit', row }),
    done: () => setComposing(NEW),
  }
}

/** A message that was deleted meanwhile, perhaps on another device, is neither answered nor edited any more. */
export function stillThere(composing: Composing, items: readonly Pick<ChatMessage, 'id' | 'isDeleted'>[]): Composing {
  const isGone = composing.kind !== 'new' && items.some(({ id, isDeleted }) => isDeleted && id === composing.row.id)
  return isGone ? NEW : composing
}

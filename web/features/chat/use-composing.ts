import { useState } from 'react'
import type { MessageRowData } from './chat.rows.ts'

/** What the composer is for: something new, an answer to a message, or the new wording of one's own. */
export type Composing = { kind: 'new' } | { kind: 'reply'; row: MessageRowData } | { kind: 'edit'; row: MessageRowData }

export function useComposing() {
  const [composing, setComposing] = useState<Composing>({ kind: 'new' })
  return {
    composing,
    reply: (row: MessageRowData) => setComposing({ kind: 'reply', row }),
    edit: (row: MessageRowData) => setComposing({ kind: 'edit', row }),
    done: () => setComposing({ kind: 'new' }),
  }
}

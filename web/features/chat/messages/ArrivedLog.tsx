import { useState } from 'react'
import { useLingui } from '@lingui/react'
import { useChatState } from '../runtime/current-chat.ts'
import type { ChatMessage } from '../engine/types.ts'
import { previewWords } from '../engine/messages.ts'

/** So many stay in the log; what left it has been read out. */
const MAX_LOGGED = 5

type ArrivedLogProps = {
  items: readonly ChatMessage[]
  senderName: string
  /** The place of the newest message there is. */
  lastSeq: number
}

/**
 * Says politely, to those who hear the page, what the other person writes while the conversation is open. The list itself is no
 * live region: a page of older messages, or of newer ones on the way down, would be read out from beginning to end.
 */
export function ArrivedLog({ items, senderName, lastSeq }: ArrivedLogProps) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const [openedAt] = useState(lastSeq)
  const arrived = items.filter(({ seq, sender }) => seq > openedAt && sender !== me).slice(-MAX_LOGGED)
  return (
    <div role="log" aria-live="polite" className="wl-hidden">
      {arrived.map((message) => (
        <p key={message.id}>
          {i18n._({ id: 'chat.notice', message: '{name}: {text}', values: { name: senderName, text: previewWords(i18n, message) } })}
        </p>
      ))}
    </div>
  )
}

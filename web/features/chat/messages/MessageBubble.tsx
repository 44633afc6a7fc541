import { useLingui } from '@lingui/react'
import { isOnlyEmoji, wordsOfMessage } from '../engine/text.ts'
import type { MessageRowData } from '../engine/rows.ts'
import { previewWords } from '../engine/messages.ts'
import { useMessageActs } from './message-commands.ts'
import { partId } from './message-parts.ts'
import { MessageText } from './MessageText.tsx'

/** What was said, under what it answers. Nothing where the card or the picture says it all. */
export function MessageBubble({ row }: { row: MessageRowData }) {
  const { hasCards } = useMessageActs()
  const words = hasCards ? wordsOfMessage(row) : row.content
  if (words === '' && !row.reply) return null
  return (
    <div id={partId(row, 'words')} className="wl-bubble" data-emoji={(!row.reply && isOnlyEmoji(words)) || undefined}>
      {row.reply && <Quote row={row} reply={row.reply} />}
      {words !== '' && <MessageText text={words} />}
    </div>
  )
}

/** The answered message; pressing it leads there. */
function Quote({ row, reply }: { row: MessageRowData; reply: NonNullable<MessageRowData['reply']> }) {
  const { i18n } = useLingui()
  const { me, name, jump } = useMessageActs()
  const who = reply.from === me ? i18n._({ id: 'chat.you', message: 'You' }) : name
  return (
    <button type="button" className="wl-message-quote" data-from={row.isMine ? 'me' : 'them'} onClick={() => jump(reply.seq)}>
      <span className="wl-hidden">{i18n._({ id: 'chat.quote', message: 'In reply to' })} </span>
      <strong className="wl-line">{who}</strong>
      <span className="wl-line">{previewWords(i18n, reply)}</span>
    </button>
  )
}

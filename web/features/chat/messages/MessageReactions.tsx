import { useLingui } from '@lingui/react'
import type { MessageRowData } from '../engine/rows.ts'
import { useMessageActs } from './message-commands.ts'

/** Every emoji on a message with how many gave it; pressing one gives it, or takes one's own back. */
export function MessageReactions({ row }: { row: MessageRowData }) {
  const { i18n } = useLingui()
  const { me, name, canWrite, react } = useMessageActs()
  if (row.reactions.length === 0) return null
  return (
    <ul className="wl-reactions" aria-label={i18n._({ id: 'chat.reactions', message: 'Reactions' })}>
      {row.reactions.map(({ emoji, by }) => {
        const isMine = by.includes(me)
        const you = i18n._({ id: 'chat.you', message: 'You' })
        const who = by.map((uid) => (uid === me ? you : name)).join(', ')
        return (
          <li key={emoji}>
            <button
              type="button"
              className="wl-reaction"
              aria-pressed={isMine}
              aria-label={`${emoji} ${who}`}
              title={who}
              aria-disabled={!canWrite}
              onClick={() => canWrite && react(row, emoji, !isMine)}
            >
              <span className="wl-emoji">{emoji}</span>
              {by.length > 1 && <span>{by.length}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

import { useLingui } from '@lingui/react'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import { tasteCalls } from '#contract/taste.ts'
import { useCall } from '#web/platform/query.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useChatState } from './chat.current.ts'
import type { Conversation } from './chat.types.ts'

const MATCH_STALE_MS = 10 * 60_000

/** Whom one talks with, and why the two match. On phones also the way back to the list. */
export function ConversationHeader({ conversation }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const { person } = conversation
  return (
    <header className="wl-chat-head">
      <Link to="/chat" className="wl-chat-back" aria-label={i18n._({ id: 'chat.back', message: 'All conversations' })}>
        <IconArrowLeft size={20} stroke={1.8} aria-hidden />
      </Link>
      <Avatar person={person} size={38} />
      <div className="wl-chat-head-text">
        <h2 className="wl-line">
          <Link to={`/profile/${person.uid}`}>{person.name}</Link>
        </h2>
        <Standing conversation={conversation} />
      </div>
    </header>
  )
}

function Standing({ conversation: { chatId, person, canWrite } }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const isTyping = useChatState((state) => state.typing[chatId] !== undefined)
  const match = useCall(tasteCalls.getMatch, { params: { uid: person.uid } }, { staleMs: MATCH_STALE_MS, enabled: canWrite })
  const percent = match.data?.match.percent ?? null
  return (
    <p className="wl-chat-standing" aria-live="polite">
      {isTyping
        ? i18n._({ id: 'chat.typing', message: 'typing…' })
        : percent !== null && i18n._({ id: 'chat.match', message: '{percent}% match', values: { percent } })}
    </p>
  )
}

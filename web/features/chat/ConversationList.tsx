import { useMemo } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { useChat, useChatState } from './chat.current.ts'
import { shortAgo } from './chat.times.ts'
import type { ChatId, Conversation } from './chat.types.ts'
import { previewWords } from './chat.words.ts'
import { useNow } from './use-now.ts'
import './ConversationList.css'

/** Every conversation, latest first. */
export function ConversationList({ openChat }: { openChat: ChatId | null }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const status = useChatState((state) => state.list)
  const conversations = useConversations()
  const nowMs = useNow()
  if (status === 'failed') return <ErrorState kind="offline" onRetry={() => chat?.reloadList()} />
  if (status === 'loading') {
    return (
      <div className="wl-chats-loading">
        <LoadingLabel label={i18n._({ id: 'chat.list.loading', message: 'Loading conversations' })} />
        <ListSkeleton rows={4} />
      </div>
    )
  }
  if (conversations.length === 0) return <NoConversations />
  return (
    <ul className="wl-chats-list">
      {conversations.map((conversation) => (
        <ConversationLine key={conversation.chatId} conversation={conversation} isOpen={conversation.chatId === openChat} nowMs={nowMs} />
      ))}
    </ul>
  )
}

function useConversations(): Conversation[] {
  const conversations = useChatState((state) => state.conversations)
  return useMemo(() => {
    // A chat without messages was opened just now, so it stands first.
    const lastAt = ({ last }: Conversation) => (last ? Date.parse(last.sent_date) || 0 : Number.POSITIVE_INFINITY)
    return Object.values(conversations).toSorted((one, two) => lastAt(two) - lastAt(one) || one.chatId.localeCompare(two.chatId))
  }, [conversations])
}

type LineProps = { conversation: Conversation; isOpen: boolean; nowMs: number }

function ConversationLine({ conversation, isOpen, nowMs }: LineProps) {
  const { i18n } = useLingui()
  const { chatId, person, last, unread } = conversation
  return (
    <li>
      <Link
        to={`/chat/${chatId}`}
        className="wl-chats-line"
        aria-current={isOpen ? 'page' : undefined}
        data-unread={unread > 0 || undefined}
      >
        <Avatar person={person} size={42} />
        <span className="wl-chats-text">
          <span className="wl-chats-name wl-line">{person.name}</span>
          <Preview conversation={conversation} />
        </span>
        <span className="wl-chats-aside">
          {last?.sent_date && <time dateTime={last.sent_date}>{shortAgo(last.sent_date, i18n.locale, nowMs)}</time>}
          {unread > 0 && (
            <span className="wl-badge">
              <span aria-hidden>{unread > 99 ? '99+' : unread}</span>
              <span className="wl-hidden">
                {i18n._({
                  id: 'chat.unread',
                  message: '{count, plural, one {# unread message} other {# unread messages}}',
                  values: { count: unread },
                })}
              </span>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

/** What was said last: by whom is only told of oneself. */
function Preview({ conversation: { chatId, person, last } }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const me = useChatState((state) => state.me)
  const waiting = useChatState((state) => state.outbox.findLast(({ to }) => to === person.uid))
  const isTyping = useChatState((state) => state.typing[chatId] !== undefined)
  if (isTyping) return <span className="wl-chats-preview wl-chats-typing">{i18n._({ id: 'chat.typing', message: 'typing…' })}</span>
  const shown = waiting ?? last
  if (!shown) return <span className="wl-chats-preview">{i18n._({ id: 'chat.list.empty-chat', message: 'Say hello' })}</span>
  const text = previewWords(i18n, shown)
  const isMine = waiting !== undefined || last?.sender === me
  return (
    <span className="wl-chats-preview wl-line">
      {isMine ? i18n._({ id: 'chat.preview.you', message: 'You: {text}', values: { text } }) : text}
    </span>
  )
}

function NoConversations() {
  const { i18n } = useLingui()
  return (
    <EmptyState
      action={
        <Button component={Link} to="/find_buddies">
          {i18n._({ id: 'chat.list.none.action', message: 'Find buddies' })}
        </Button>
      }
    >
      {i18n._({ id: 'chat.list.none', message: 'No conversations yet. Connect with somebody on your wavelength and say hello.' })}
    </EmptyState>
  )
}

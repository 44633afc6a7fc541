import { useLingui } from '@lingui/react'
import { useParams, useSearchParams } from 'react-router'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { ConversationList } from './conversation-list/ConversationList.tsx'
import { ConversationView } from './ConversationView.tsx'
import { OpenChatWith } from './OpenChatWith.tsx'
import './ChatPage.css'

/**
 * `/chat/:chat_id?`: the conversations and the one that is open; side by side where there is room, else one after the other.
 * `/chat?uid=` opens or starts the chat with that person.
 */
export function ChatPage() {
  const { i18n } = useLingui()
  const { chat_id: chatId = null } = useParams()
  const [search] = useSearchParams()
  const uid = chatId === null ? search.get('uid') : null
  const title = i18n._({ id: 'chat.title', message: 'Chat' })
  return (
    <div className="wl-chat" data-open={chatId !== null || uid !== null || undefined}>
      <PageTitle title={title} />
      <h1 className="wl-hidden">{title}</h1>
      <nav className="wl-chat-side" aria-label={i18n._({ id: 'chat.list', message: 'Conversations' })}>
        <ConversationList openChat={chatId} />
      </nav>
      <section className="wl-chat-main" aria-label={i18n._({ id: 'chat.conversation', message: 'Conversation' })}>
        {chatId !== null && <ConversationView chatId={chatId} />}
        {uid !== null && <OpenChatWith key={uid} uid={uid} />}
        {chatId === null && uid === null && (
          <div className="wl-chat-none">
            <EmptyState>{i18n._({ id: 'chat.none-open', message: 'Pick a conversation to read and write.' })}</EmptyState>
          </div>
        )}
      </section>
    </div>
  )
}

import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { useChat, useChatState } from './chat.current.ts'
import type { ChatId, Conversation, Thread } from './chat.types.ts'
import { ConversationHeader } from './ConversationHeader.tsx'
import { MessageList } from './MessageList.tsx'
import { ReplyInput } from './ReplyInput.tsx'

/** One conversation: whom with, what was said, and the composer. */
export function ConversationView({ chatId }: { chatId: ChatId }) {
  const chat = useChat()
  const conversation = useChatState((state) => state.conversations[chatId])
  const thread = useChatState((state) => state.messages[chatId])
  const list = useChatState((state) => state.list)
  useEffect(() => {
    chat?.show(chatId)
    return () => chat?.show(null)
  }, [chat, chatId])

  // An address that the list does not know, of a chat nobody has written in yet: reading it has put it there.
  const isNews = !conversation && thread?.status === 'ready' && list === 'ready'
  useEffect(() => {
    if (isNews) chat?.reloadList()
  }, [chat, isNews])

  const retry = () => {
    chat?.reloadList()
    chat?.show(chatId)
  }

  if (thread?.status === 'missing') return <ErrorState kind="missing" />
  if (!conversation && (thread?.status === 'failed' || list === 'failed')) return <ErrorState kind="offline" onRetry={retry} />
  return (
    <>
      {conversation && <PageTitle title={conversation.person.name} />}
      {conversation ? <ConversationHeader conversation={conversation} /> : <div className="wl-chat-head" />}
      {conversation && thread && thread.status !== 'loading' ? (
        <MessageList key={chatId} conversation={conversation} thread={thread} onRetry={retry} />
      ) : (
        <MessagesSkeleton />
      )}
      {conversation && <Composer key={`reply ${chatId}`} conversation={conversation} thread={thread} />}
    </>
  )
}

function Composer({ conversation, thread }: { conversation: Conversation; thread: Thread | undefined }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId, person, canWrite } = conversation
  if (!canWrite) {
    return (
      <p className="wl-chat-closed">
        <span>{i18n._({ id: 'chat.closed', message: 'You can write once you are buddies.' })}</span>{' '}
        <Link to={`/view-connection/${person.uid}`} className="wl-link">
          {i18n._({ id: 'chat.closed.look', message: 'View connection' })}
        </Link>
      </p>
    )
  }
  return (
    <ReplyInput
      name={person.name}
      draftKey={chatId}
      staysClear
      onSend={(content) => chat?.write({ to: person.uid, chatId, content }) ?? false}
      onTyping={() => thread && chat?.typing(chatId)}
    />
  )
}

function MessagesSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-chat-loading">
      <LoadingLabel label={i18n._({ id: 'chat.messages.loading', message: 'Loading messages' })} />
      {[45, 30, 55].map((width, at) => (
        <div key={width} className="wl-chat-loading-row" data-mine={at === 1 || undefined} aria-hidden>
          <Skeleton shape="block" width={`${width}%`} height={42} />
        </div>
      ))}
    </div>
  )
}

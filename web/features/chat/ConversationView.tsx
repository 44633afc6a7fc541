import { useEffect } from 'react'
import { useLingui } from '@lingui/react'
import { useSearchParams } from 'react-router'
import { preloadLinkCard } from '#web/features/links/LinkCard.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { useChat, useChatState } from './runtime/current-chat.ts'
import type { ChatId } from './engine/types.ts'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ConversationRoom } from './ConversationRoom.tsx'
import { MissingConversation } from './MissingConversation.tsx'
import { ReadFailed } from './messages/ReadFailed.tsx'

/** Names the place of a message to be taken to. */
export const AT_PARAM = 'at'

/** One conversation: whom with, what was said, and the composer. */
export function ConversationView({ chatId }: { chatId: ChatId }) {
  const chat = useChat()
  const conversation = useChatState((state) => state.conversations[chatId])
  const thread = useChatState((state) => state.messages[chatId])
  const list = useChatState((state) => state.lists.chats.status)
  useShown(chatId)
  useEffect(preloadLinkCard, [])

  // An address that the list does not know: of a request, of an archived chat, or of one nobody has written in yet.
  const isNews = !conversation && thread?.status === 'ready'
  useEffect(() => {
    if (isNews) chat?.read(chatId)
  }, [chat, isNews, chatId])

  const retry = () => {
    chat?.reloadList()
    chat?.show(chatId)
  }

  if (thread?.status === 'missing') return <MissingConversation />
  if (!conversation && (thread?.status === 'failed' || list === 'failed')) return <ReadFailed onRetry={retry} />
  if (!conversation) {
    return (
      <>
        <div className="wl-chat-head" aria-hidden>
          <Skeleton shape="round" width={38} />
          <Skeleton width="min(180px, 50%)" />
        </div>
        <MessagesSkeleton />
      </>
    )
  }
  return (
    <>
      <PageTitle title={conversation.person.name} />
      <ConversationHeader conversation={conversation} />
      {thread && thread.status !== 'loading' ? (
        <ConversationRoom key={chatId} conversation={conversation} thread={thread} onRetry={retry} />
      ) : (
        <MessagesSkeleton />
      )}
    </>
  )
}

/** Says which chat is on screen; an address may name a message in it. */
function useShown(chatId: ChatId): void {
  const chat = useChat()
  const [search, setSearch] = useSearchParams()
  const at = Number(search.get(AT_PARAM)) || null
  useEffect(() => {
    chat?.show(chatId)
    return () => chat?.show(null)
  }, [chat, chatId])
  useEffect(() => {
    if (!chat || at === null) return
    chat.jump(chatId, at)
    // Said once: coming back to this page later opens it at its end again.
    setSearch(
      (now) => {
        now.delete(AT_PARAM)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [chat, chatId, at, setSearch])
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

import { useEffect, useMemo, useRef } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { ChatTab } from '#contract/chat.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ListSkeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { useChat, useChatState } from '../runtime/current-chat.ts'
import type { ChatId, Conversation } from '../engine/types.ts'
import { ConversationLine } from './ConversationLine.tsx'
import { ReadFailed } from '../messages/ReadFailed.tsx'
import { useNow } from '#web/ui/use-now.ts'

/** The conversations of one tab, latest first; more come as one scrolls. */
export function ConversationLines({ tab, openChat }: { tab: ChatTab; openChat: ChatId | null }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { status, cursor, isLoadingMore } = useChatState((state) => state.lists[tab])
  const conversations = useConversations(tab)
  const nowMs = useNow()
  useEffect(() => {
    if (tab !== 'chats') chat?.reloadList(tab)
  }, [chat, tab])
  if (status === 'failed' && conversations.length === 0) return <ReadFailed onRetry={() => chat?.reloadList(tab)} />
  if (status !== 'ready' && conversations.length === 0) {
    return (
      <div className="wl-chats-loading">
        <LoadingLabel label={i18n._({ id: 'chat.list.loading', message: 'Loading conversations' })} />
        <ListSkeleton rows={4} />
      </div>
    )
  }
  if (conversations.length === 0) return <Nobody tab={tab} />
  return (
    <>
      <ul className="wl-chats-list">
        {conversations.map((conversation) => (
          <ConversationLine key={conversation.chatId} conversation={conversation} isOpen={conversation.chatId === openChat} nowMs={nowMs} />
        ))}
      </ul>
      {cursor !== null && <More isLoading={isLoadingMore} onWanted={() => chat?.loadMore(tab)} />}
    </>
  )
}

function useConversations(tab: ChatTab): Conversation[] {
  const conversations = useChatState((state) => state.conversations)
  return useMemo(() => {
    // A chat without messages was opened just now, so it stands first.
    const lastAt = ({ last }: Conversation) => (last ? Date.parse(last.sent_date) || 0 : Number.POSITIVE_INFINITY)
    return Object.values(conversations)
      .filter((conversation) => conversation.tab === tab)
      .toSorted((one, two) => lastAt(two) - lastAt(one) || one.chatId.localeCompare(two.chatId))
  }, [conversations, tab])
}

/** Asks for the next page when it comes into sight, and by a press. */
function More({ isLoading, onWanted }: { isLoading: boolean; onWanted: () => void }) {
  const { i18n } = useLingui()
  const place = useRef<HTMLDivElement>(null)
  const wanted = useRef(onWanted)
  useEffect(() => {
    wanted.current = onWanted
  })
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && wanted.current())
    if (place.current) watcher.observe(place.current)
    return () => watcher.disconnect()
    // A page that left it in sight is no news to the watcher; a new one asks again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [isLoading])
  return (
    <div ref={place} className="wl-chats-more">
      <Button variant="subtle" loading={isLoading} onClick={onWanted}>
        {i18n._({ id: 'list.more', message: 'Show more' })}
      </Button>
    </div>
  )
}

function Nobody({ tab }: { tab: ChatTab }) {
  const { i18n } = useLingui()
  if (tab === 'requests') {
    return (
      <EmptyState>{i18n._({ id: 'chat.requests.none', message: 'No requests. When a stranger writes to you, it waits here.' })}</EmptyState>
    )
  }
  if (tab === 'archived') {
    return (
      <EmptyState>
        {i18n._({ id: 'chat.archived.none', message: 'Nothing archived. Conversations that you leave are kept here.' })}
      </EmptyState>
    )
  }
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

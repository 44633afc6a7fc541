import { useLingui } from '@lingui/react'
import { useParams, useSearchParams, useNavigate } from 'react-router'
import { prefetchBuddies } from '#web/features/discover/use-buddies.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { ConversationList, NoConversations } from './conversation-list/ConversationList.tsx'
import { NewMessage } from './conversation-list/lazy-new-message.ts'
import { ConversationSkeleton, InvitationSkeleton } from './ConversationSkeleton.tsx'
import { LazyConversation } from './lazy-conversation.ts'
import { Suspense, useEffect, useState } from 'react'
import type { Uid } from '#contract/base/ids.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { failureOf } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyPart, useIsLoaded, usePreload } from '#web/platform/lazy-component.ts'
import { useChat, useChatState } from './runtime/current-chat.ts'
import type { ChatId } from './engine/state.ts'
import { MissingConversation } from './MissingConversation.tsx'
import { MOMENT_PARAM } from './composer/use-attachments.ts'
import './ChatPage.css'

const StarredMessages = lazyPart(async () => (await import('./pins/StarredMessages.tsx')).StarredMessages)
const JoinGroup = lazyPart(async () => (await import('./groups/JoinGroup.tsx')).JoinGroup, <InvitationSkeleton />)

/**
 * `/chat/:chat_id?`: the conversation list and the open conversation, side by side if there is room. `/chat?uid=` opens or creates the
 * chat with that user; `/chat?join=` shows the group that a link invites to, and `/chat?starred` the starred messages.
 */
export function ChatPage() {
  const { i18n } = useLingui()
  useKeyboardRoom()
  usePreload(LazyConversation)
  const { chat_id: chatId = null } = useParams()
  const [search] = useSearchParams()
  const uid = chatId === null ? search.get('uid') : null
  const join = chatId === null ? search.get('join') : null
  const isStarred = chatId === null && search.has('starred')
  const isNoneOpen = chatId === null && uid === null && join === null && !isStarred
  const isEmpty = useChatState(({ lists, conversations }) => lists.chats.status === 'ready' && Object.keys(conversations).length === 0)
  const title = i18n._({ id: 'chat.title', message: 'Chat' })
  return (
    <div className="wl-chat" data-open={!isNoneOpen || undefined} data-empty={isEmpty || undefined}>
      <PageTitle title={title} />
      <h1 className="wl-hidden">{title}</h1>
      <nav className="wl-chat-side" aria-label={i18n._({ id: 'chat.list', message: 'Conversations' })}>
        <ConversationList openChat={chatId} />
      </nav>
      <section className="wl-chat-main" aria-label={i18n._({ id: 'chat.conversation', message: 'Conversation' })}>
        {chatId !== null && <Conversation chatId={chatId} />}
        {uid !== null && <OpenChatWith key={uid} uid={uid} />}
        {join !== null && <Invitation key={join} code={join} />}
        {isStarred && <StarredMessages />}
        {isNoneOpen && <div className="wl-chat-none">{isEmpty ? <NoConversations /> : <NoneOpen />}</div>}
      </section>
    </div>
  )
}

/** Beside the list, until a conversation is chosen. */
function NoneOpen() {
  const { i18n } = useLingui()
  const [isNew, setNew] = useState(false)
  return (
    <>
      <EmptyState
        title={i18n._({ id: 'chat.none-open.title', message: 'Your conversations' })}
        action={
          <Button variant="default" aria-haspopup="dialog" onPointerEnter={prefetchBuddies} onClick={() => setNew(true)}>
            {i18n._({ id: 'chat.new', message: 'New message' })}
          </Button>
        }
      >
        {i18n._({ id: 'chat.none-open', message: 'Choose a conversation to read and write.' })}
      </EmptyState>
      {isNew && <NewMessage onClose={() => setNew(false)} />}
    </>
  )
}

/** A conversation, or its outline while the code loads, in parallel with the messages. */
function Conversation({ chatId }: { chatId: ChatId }) {
  const chat = useChat()
  useEffect(() => chat?.prepare(chatId), [chat, chatId])
  if (!useIsLoaded(LazyConversation)) return <ConversationSkeleton />
  return (
    <Suspense fallback={<ConversationSkeleton />}>
      <LazyConversation chatId={chatId} />
    </Suspense>
  )
}

/** A group that a link invites to, or its outline while the code loads. */
const Invitation = ({ code }: { code: string }) => (useIsLoaded(JoinGroup) ? <JoinGroup code={code} /> : <InvitationSkeleton />)

/** Opens the chat with that user, and creates it if needed. A known chat opens without a network. */
function OpenChatWith({ uid }: { uid: Uid }) {
  const { failure, retry } = useOpening(uid)
  if (failure?.code === 'not_connected') return <NotBuddies uid={uid} />
  if (failure?.kind === 'missing' || failure?.code === 'invalid_input') return <MissingConversation />
  if (failure) {
    return (
      <div className="wl-chat-none">
        <ErrorState kind={failure.kind} onRetry={retry} />
      </div>
    )
  }
  return <ConversationSkeleton />
}

function useOpening(uid: Uid): { failure: ApiFailure | null; retry: () => void } {
  const chat = useChat()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const about = search.get(MOMENT_PARAM)
  const moment = about === null ? '' : `?${MOMENT_PARAM}=${encodeURIComponent(about)}`
  const [failure, setFailure] = useState<ApiFailure | null>(null)

  useEffect(() => {
    if (!chat || failure) return undefined
    let isCurrent = true
    const go = (chatId: string) => isCurrent && void navigate(`/chat/${chatId}${moment}`, { replace: true })
    const existing = Object.values(chat.store.getState().conversations).find(({ person, group }) => person.uid === uid && !group)
    if (existing) go(existing.chatId)
    else chat.openWith(uid).then(go, (error: unknown) => isCurrent && setFailure(failureOf(error)))
    return () => {
      isCurrent = false
    }
  }, [chat, uid, failure, navigate, moment])

  return { failure, retry: () => setFailure(null) }
}

function NotBuddies({ uid }: { uid: Uid }) {
  const { i18n } = useLingui()
  return (
    <div className="wl-chat-none">
      <EmptyState next={{ to: `/view-connection/${uid}`, label: i18n._({ id: 'chat.closed.look', message: 'View connection' }) }}>
        {i18n._({ id: 'chat.closed', message: 'You can write once you’re buddies.' })}
      </EmptyState>
    </div>
  )
}

/** A viewport that lost at least this much of its height shows a keyboard. The bars of browsers are lower. */
const MIN_KEYBOARD_PX = 120

/**
 * Says whether the touch keyboard is open: the focus alone doesn't, because Android's Back closes the keyboard and leaves the focus. Also
 * keeps the page clear of it in browsers that lay it over the page (Safari). Others shrink the page, as index.html requests with
 * `interactive-widget`.
 */
function useKeyboardRoom(): void {
  useEffect(() => {
    const viewport = globalThis.visualViewport
    if (!viewport) return undefined
    const root = document.documentElement
    let [width, fullHeight] = [0, 0]
    const update = () => {
      // Zooming also shrinks the viewport. While content is wider than the screen, as after a rotation, the page is larger than it.
      const height = (viewport.height / viewport.width) * innerWidth
      const covered = Math.round(innerHeight - height)
      root.style.setProperty('--wl-keyboard', `${covered}px`)
      // The browser moved the page up to show the field, which is now visible without that.
      if (covered > 0) scrollTo(0, 0)
      const isRotated = width !== innerWidth
      fullHeight = isRotated ? height : Math.max(fullHeight, height)
      // After rotating a phone, the full height changes and the keyboard stays open.
      if (!isRotated) root.toggleAttribute('data-touch-keyboard', height <= fullHeight - MIN_KEYBOARD_PX)
      width = innerWidth
    }
    update()
    viewport.addEventListener('resize', update)
    return () => {
      viewport.removeEventListener('resize', update)
      root.style.removeProperty('--wl-keyboard')
      root.removeAttribute('data-touch-keyboard')
    }
  }, [])
}

import { useEffect, Suspense, useMemo, useState } from 'react'
import { useLingui } from '@lingui/react'
import { useSearchParams, Link } from 'react-router'
import { preloadLinkCard } from '#web/features/links/LinkCard.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { LoadingLabel, Skeleton } from '#web/ui/Skeleton.tsx'
import { useChat, useChatState } from './runtime/current-chat.ts'
import type { ChatId, Conversation, Thread } from './engine/types.ts'
import { ConversationHeader } from './ConversationHeader.tsx'
import { LazyConfirmDialog, LazyReportDialog } from '#web/features/connections/lazy-dialogs.ts'
import { usePictures } from '#web/features/uploads/use-pictures.ts'
import type { MessageRowData } from './engine/rows.ts'
import { Composer } from './composer/Composer.tsx'
import { MessageActsProvider, type MessageActs } from './messages/message-commands.ts'
import { MessageList } from './messages/MessageList.tsx'
import { RequestBar } from './RequestBar.tsx'
import { useComposing } from './composer/use-composing.ts'
import { useEditLast } from './composer/use-edit-last.ts'
import { useMoment, usePictureDrop } from './composer/use-attachments.ts'
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

type RoomProps = { conversation: Conversation; thread: Thread; onRetry: () => void }

/** The messages and the composer, and what goes from one to the other: answers, edits, pictures dropped anywhere. */
function ConversationRoom({ conversation, thread, onRetry }: RoomProps) {
  const { i18n } = useLingui()
  const { composing, reply, edit, done } = useComposing(thread.items)
  const [removed, setRemoved] = useState<MessageRowData | null>(null)
  const [reported, setReported] = useState<MessageRowData | null>(null)
  const pictures = usePictures('chat')
  const moment = useMoment()
  // The new wording of a message takes no pictures.
  const takesPictures = conversation.canWrite && conversation.canAttach && composing.kind !== 'edit'
  const drop = usePictureDrop(takesPictures ? pictures.add : null)
  const edited = composing.kind === 'edit' ? composing.row.id : null
  const acts = useActs(conversation, edited, { reply, edit, remove: setRemoved, report: setReported })
  const editLast = useEditLast(conversation.chatId, edit)
  return (
    <MessageActsProvider value={acts}>
      <div className="wl-chat-room" {...drop.handlers}>
        <MessageList conversation={conversation} thread={thread} onRetry={onRetry} />
        {conversation.request === 'received' && <RequestBar conversation={conversation} />}
        {conversation.canWrite ? (
          <Composer
            conversation={conversation}
            composing={composing}
            pictures={pictures}
            moment={conversation.canAttach ? moment : null}
            onDone={done}
            onEditLast={editLast}
          />
        ) : (
          <Closed conversation={conversation} />
        )}
        {drop.isOver && <div className="wl-chat-drop">{i18n._({ id: 'chat.drop', message: 'Drop pictures here' })}</div>}
      </div>
      {removed && <ConfirmRemoval row={removed} chatId={conversation.chatId} onClose={() => back(removed, setRemoved)} />}
      {reported && (
        <Suspense>
          <LazyReportDialog kind="message" id={reported.id} onClose={() => back(reported, setReported)} />
        </Suspense>
      )}
    </MessageActsProvider>
  )
}

/** Ends a dialog about a message. The button that asked for it is gone with the message's tools; the message is still there. */
function back({ id }: MessageRowData, set: (row: null) => void): void {
  set(null)
  setTimeout(() => document.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus())
}

type RowActs = Pick<MessageActs, 'reply' | 'edit' | 'remove' | 'report'>

function useActs(
  { chatId, person, canWrite, canAttach }: Conversation,
  edited: string | null,
  { reply, edit, remove, report }: RowActs,
): MessageActs {
  const chat = useChat()
  const me = useChatState((state) => state.me)
  const [callbacks] = useState({ reply, edit, remove, report })
  return useMemo(
    () => ({
      ...callbacks,
      me,
      name: person.name,
      canWrite,
      edited,
      hasCards: canAttach,
      jump: (seq) => chat?.jump(chatId, seq),
      react: (row, emoji, on) => row.seq !== null && chat?.act(row.id, { kind: 'react', chatId, seq: row.seq, emoji, on }),
    }),
    [callbacks, chat, chatId, me, person.name, canWrite, canAttach, edited],
  )
}

function Closed({ conversation: { person, request } }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  if (request === 'sent') {
    return (
      <p className="wl-chat-closed">
        {i18n._({
          id: 'chat.request.sent',
          message: '{name} can read your message. You can write more once they accept.',
          values: { name: person.name },
        })}
      </p>
    )
  }
  return (
    <p className="wl-chat-closed">
      <span>{i18n._({ id: 'chat.closed', message: 'You can write once you’re buddies.' })}</span>{' '}
      <Link to={`/view-connection/${person.uid}`} className="wl-link">
        {i18n._({ id: 'chat.closed.look', message: 'View connection' })}
      </Link>
    </p>
  )
}

function ConfirmRemoval({ row, chatId, onClose }: { row: MessageRowData; chatId: string; onClose: () => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  return (
    <Suspense>
      <LazyConfirmDialog
        title={i18n._({ id: 'chat.delete.title', message: 'Delete this message?' })}
        confirm={i18n._({ id: 'chat.delete', message: 'Delete for everyone' })}
        onConfirm={() => row.seq !== null && chat?.act(row.id, { kind: 'delete', chatId, seq: row.seq })}
        onClose={onClose}
      >
        {i18n._({ id: 'chat.delete.what', message: 'Removed for both of you. “Message deleted” stays in its place.' })}
      </LazyConfirmDialog>
    </Suspense>
  )
}

import { useEffect, useMemo, useRef, useState } from 'react'
import { useLingui } from '@lingui/react'
import { useSearchParams, Link } from 'react-router'
import { preloadLinkCard } from '#web/features/links/LinkCard.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { useChat, useChatState } from './runtime/current-chat.ts'
import { isAccountDeleted } from './engine/conversations.ts'
import type { ChatId, Conversation, Thread } from './engine/state.ts'
import { BackToList } from './BackToList.tsx'
import { ConversationHeader } from './ConversationHeader.tsx'
import { ConversationSkeleton, InvitationSkeleton, MessagesSkeleton } from './ConversationSkeleton.tsx'
import { LazyConfirmDialog, LazyReportDialog } from '#web/features/connections/lazy-dialogs.ts'
import { pictureDrafts } from '#web/features/uploads/picture-drafts.ts'
import { usePictureDrop } from '#web/features/uploads/use-picture-drop.ts'
import { usePictures } from '#web/features/uploads/use-pictures.ts'
import type { MessageRowData } from './engine/rows.ts'
import { Composer } from './composer/Composer.tsx'
import { MessageActionsProvider, type MessageActions } from './messages/message-actions.ts'
import { MessageList } from './messages/MessageList.tsx'
import { useComposing } from './composer/use-composing.ts'
import { usePins, type PinActions } from './pins/use-pins.ts'
import { useSelection, type Selection } from './messages/use-selection.ts'
import { useEditLast } from './composer/use-composing.ts'
import { useMoment } from './composer/use-attachments.ts'
import type { Group } from '#contract/chat/groups.ts'
import { emptyGroup } from './groups/empty-group.ts'
import { useGroup } from './groups/use-group.ts'
import { useWriteLimit } from './groups/use-write-limit.ts'
import { MissingConversation } from './MissingConversation.tsx'
import { LoadFailed } from './messages/LoadFailed.tsx'
import { importWithRetry, lazyPart, useIsLoaded } from '#web/platform/lazy-component.ts'
import { ChatOpeners } from './composer/ChatOpeners.tsx'

const ReadOnlyNotice = lazyPart(async () => (await import('./groups/WriteLimits.tsx')).ReadOnlyNotice)
const GroupInvitation = lazyPart(async () => (await import('./groups/GroupInvitation.tsx')).GroupInvitation, <InvitationSkeleton />)
const RequestBar = lazyPart(async () => (await import('./RequestBar.tsx')).RequestBar)
const PinnedBar = lazyPart(async () => (await import('./pins/PinnedBar.tsx')).PinnedBar)
const ForwardDialog = lazyPart(async () => (await import('./forward/ForwardDialog.tsx')).ForwardDialog)
const SelectionBar = lazyPart(async () => (await import('./messages/SelectionBar.tsx')).SelectionBar)
const Together = lazyPart(async () => (await import('#web/features/together/Together.tsx')).Together)
const UnsentTexts = lazyPart(async () => (await import('./UnsentTexts.tsx')).UnsentTexts)
const loadTogether = () => importWithRetry(() => import('#web/features/together/together.store.ts'))

/** Query parameter: the seq of a message to scroll to. */
export const AT_PARAM = 'at'

/** One conversation: header, messages and composer. */
export function ConversationView({ chatId }: { chatId: ChatId }) {
  const chat = useChat()
  const conversation = useChatState((state) => state.conversations[chatId])
  const thread = useChatState((state) => state.messages[chatId])
  const list = useChatState((state) => state.lists.chats.status)
  useActiveChat(chatId)
  useEffect(preloadLinkCard, [])
  useClearedUnread(chatId, conversation?.confirmed === 'all')

  // The list may not contain this chat: a request, an archived chat, or an empty one. One that was shown and is gone needs no request.
  const [openedChatId, setOpenedChatId] = useState<ChatId | null>(null)
  if (conversation && openedChatId !== chatId) setOpenedChatId(chatId)
  // A chat whose messages are not visible may be an invitation to a group. The list has counted the invitations.
  const mayBeInvited = useChatState(({ lists, requests }) =>
    lists.chats.status === 'ready' ? requests > 0 : lists.chats.status === 'failed',
  )
  const isMissing = thread?.status === 'missing'
  const isUnknown = !conversation && openedChatId !== chatId && (thread?.status === 'ready' || (isMissing && mayBeInvited))
  useEffect(() => {
    if (isUnknown) chat?.read(chatId)
  }, [chat, isUnknown, chatId])

  const [starting, setStarting] = useState<ChatId | null>(null)
  const retry = () => {
    chat?.reloadList()
    chat?.show(chatId)
  }

  if (conversation?.group?.role === 'invited') {
    return (
      <>
        <PageTitle title={conversation.person.name} />
        <div className="wl-chat-head">
          <BackToList />
        </div>
        <Invitation key={chatId} conversation={conversation} />
      </>
    )
  }
  if (isMissing)
    return (
      <MissingConversation>
        <UnsentTexts chatId={chatId} />
      </MissingConversation>
    )
  if (!conversation && (thread?.status === 'failed' || list === 'failed'))
    return (
      <div className="wl-chat-none">
        <LoadFailed onRetry={retry} />
      </div>
    )
  if (!conversation) return <ConversationSkeleton />
  return (
    <>
      <PageTitle title={conversation.person.name} />
      <ConversationHeader
        conversation={conversation}
        isStarting={starting === chatId}
        onTogether={() => setStarting(starting === chatId ? null : chatId)}
      />
      {conversation.canAttach && (
        <Together
          // Another key than that of its sibling below: with the same one, React would leave it on the page.
          key={`together ${chatId}`}
          chatId={chatId}
          to={conversation.group ? null : conversation.person.uid}
          isStarting={starting === chatId}
          onStarted={() => setStarting(null)}
        />
      )}
      {thread && thread.status !== 'loading' ? (
        <OpenConversation key={chatId} conversation={conversation} thread={thread} onRetry={retry} />
      ) : (
        <MessagesSkeleton />
      )}
    </>
  )
}

/** An invitation to a group, or its outline while the code loads. */
const Invitation = ({ conversation }: { conversation: Conversation }) =>
  useIsLoaded(GroupInvitation) ? <GroupInvitation conversation={conversation} /> : <InvitationSkeleton />

/** Sets the chat on screen; the address may name a message to scroll to. */
function useActiveChat(chatId: ChatId): void {
  const chat = useChat()
  const [search, setSearch] = useSearchParams()
  const startSeq = Number(search.get(AT_PARAM)) || null
  // Messages load once the user has joined, here or on another device.
  const isInvited = useChatState(({ conversations }) => conversations[chatId]?.group?.role === 'invited')
  const wasInvited = useRef(false)
  useEffect(() => {
    wasInvited.current ||= isInvited
    // A user who declines is at another address at once, but may still see this page for a moment.
    const hasDeclined = wasInvited.current && !location.pathname.endsWith(chatId)
    if (isInvited || hasDeclined) return undefined
    chat?.show(chatId)
    return () => chat?.show(null)
  }, [chat, chatId, isInvited])
  useEffect(() => {
    if (!chat || startSeq === null) return
    chat.jump(chatId, startSeq)
    // Remove the parameter, so that a later visit opens at the end.
    setSearch(
      (now) => {
        now.delete(AT_PARAM)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  }, [chat, chatId, startSeq, setSearch])
}

/** Opening a conversation removes the mark that it is unread, once the server's answer says whether it has one. */
function useClearedUnread(chatId: ChatId, isConfirmed: boolean): void {
  const chat = useChat()
  useEffect(() => {
    if (!chat || !isConfirmed || !chat.store.getState().conversations[chatId]?.isMarkedUnread) return
    // The call has logged its error; the next visit tries again.
    chat.manage(chatId, { kind: 'clear_unread' }).catch(() => undefined)
  }, [chat, chatId, isConfirmed])
}

type OpenConversationProps = { conversation: Conversation; thread: Thread; onRetry: () => void }

/** The messages and the composer, with what they share: replies, edits and dropped pictures. */
function OpenConversation({ conversation, thread, onRetry }: OpenConversationProps) {
  const { i18n } = useLingui()
  const { composing, reply, edit, done } = useComposing(conversation.chatId, thread.items)
  const [toRemove, setToRemove] = useState<MessageRowData | null>(null)
  const [toReport, setToReport] = useState<MessageRowData | null>(null)
  const { chatId, canAttach } = conversation
  const drafts = useMemo(() => (canAttach ? pictureDrafts(`chat.${chatId}`) : null), [canAttach, chatId])
  const pictures = usePictures('chat', drafts)
  const moment = useMoment()
  // Edits can't add pictures.
  const takesPictures = conversation.canWrite && canAttach && composing.kind !== 'edit'
  const drop = usePictureDrop(takesPictures ? pictures.add : null)
  const edited = composing.kind === 'edit' ? composing.row.id : null
  const group = useGroup(conversation)
  const { limit, nowMs } = useLimit(conversation, thread, group)
  const { pins, actions: pinActions, change: pinChange } = usePins(chatId)
  const selection = useSelection(conversation, thread)
  const actions = useActions(
    conversation,
    thread,
    group,
    edited,
    { reply, edit, remove: setToRemove, report: setToReport },
    pinActions,
    selection,
  )
  const editLast = useEditLast(chatId, edit)
  return (
    <MessageActionsProvider value={actions}>
      <div className="wl-chat-room" {...drop.handlers}>
        {pins.length > 0 && (
          <PinnedBar pins={pins} onJump={actions.jump} onUnpin={pinActions.canPin ? (seq) => pinActions.pin(seq, false) : null} />
        )}
        <MessageList conversation={conversation} thread={thread} onRetry={onRetry} />
        {conversation.request === 'received' && <RequestBar conversation={conversation} />}
        {conversation.isSuspended && (
          <p className="wl-chat-closed">
            {i18n._({
              id: 'chat.suspended',
              message: 'This account is suspended. {name} can’t read messages for now.',
              values: { name: conversation.person.name },
            })}
          </p>
        )}
        <ChatOpeners conversation={conversation} thread={thread} />
        {selection.selected ? (
          <SelectionBar
            count={selection.selected.size}
            onCopy={selection.copy}
            onForward={selection.forwardSelected}
            onStar={() => selection.star(pinActions)}
            onCancel={selection.end}
          />
        ) : limit.kind === 'read-only' ? (
          <ReadOnlyNotice untilMs={limit.untilMs} nowMs={nowMs} />
        ) : conversation.canWrite ? (
          <Composer
            conversation={conversation}
            composing={composing}
            pictures={pictures}
            moment={canAttach ? moment : null}
            slow={limit.kind === 'slow' ? { ...limit, nowMs } : null}
            onDone={done}
            onEditLast={editLast}
          />
        ) : (
          <WritingClosed conversation={conversation} />
        )}
        {/* The mark at the message and the bar above show it. */}
        <output className="wl-hidden">
          <span key={pinChange.no}>{pinChange.text}</span>
        </output>
        {drop.isOver && <div className="wl-chat-drop">{i18n._({ id: 'chat.drop', message: 'Drop pictures here' })}</div>}
      </div>
      {toRemove && <ConfirmRemoval row={toRemove} conversation={conversation} onClose={() => closeDialog(toRemove, setToRemove)} />}
      {toReport && <LazyReportDialog kind="message" id={toReport.id} onClose={() => closeDialog(toReport, setToReport)} />}
      {selection.toForward && <ForwardDialog rows={selection.toForward} onClose={selection.endForward} />}
    </MessageActionsProvider>
  )
}

/** Whether the user may write in this group now. */
function useLimit({ chatId }: Conversation, { items }: Thread, group: Group | null) {
  const me = useChatState((state) => state.me)
  const outbox = useChatState((state) => state.outbox)
  return useWriteLimit(group, { me, items, waiting: outbox.filter((message) => message.chat_id === chatId) })
}

/** Closes a dialog about a message and returns the focus to the message, because its tools are gone. */
function closeDialog({ id }: MessageRowData, set: (row: null) => void): void {
  set(null)
  setTimeout(() => document.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus())
}

type RowActions = Pick<MessageActions, 'reply' | 'edit' | 'remove' | 'report'>

function useActions(
  { chatId, person, group: isGroup, canWrite, canAttach }: Conversation,
  { items }: Thread,
  group: Group | null,
  edited: string | null,
  { reply, edit, remove, report }: RowActions,
  pins: PinActions,
  { selected, select, forward, copyLink }: Selection,
): MessageActions {
  const chat = useChat()
  const me = useChatState((state) => state.me)
  const [callbacks] = useState({ reply, edit, remove, report })
  return useMemo(
    () => ({
      ...callbacks,
      me,
      name: person.name,
      group: isGroup ? (group ?? { ...emptyGroup, chat_id: chatId }) : null,
      nameOf: (uid) => {
        if (!isGroup) return person.name
        const member = group?.members.find((entry) => entry.person.uid === uid)
        return member?.person.name ?? items.find(({ sender }) => sender === uid)?.userName ?? '…'
      },
      canWrite,
      edited,
      hasCards: canAttach,
      pins,
      selected,
      select,
      forward,
      copyLink,
      jump: (seq) => chat?.jump(chatId, seq),
      playTogether: (link) => void loadTogether().then((together) => together.startOrAddLink(chatId, link)),
      react: (row, emoji, on) => row.seq !== null && chat?.changeMessage(row.id, { kind: 'react', chatId, seq: row.seq, emoji, on }),
    }),
    [
      callbacks,
      chat,
      chatId,
      me,
      person.name,
      isGroup,
      group,
      items,
      canWrite,
      canAttach,
      edited,
      pins,
      selected,
      select,
      forward,
      copyLink,
    ],
  )
}

function WritingClosed({ conversation }: { conversation: Conversation }) {
  const { i18n } = useLingui()
  const { person, request } = conversation
  if (isAccountDeleted(conversation)) {
    return <p className="wl-chat-closed">{i18n._({ id: 'chat.account-deleted', message: 'This account was deleted.' })}</p>
  }
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

function ConfirmRemoval({ row, conversation, onClose }: { row: MessageRowData; conversation: Conversation; onClose: () => void }) {
  const { i18n } = useLingui()
  const chat = useChat()
  const { chatId } = conversation
  const isGroup = Boolean(conversation.group)
  return (
    <LazyConfirmDialog
      title={i18n._({ id: 'chat.delete.title', message: 'Delete this message?' })}
      confirm={i18n._({ id: 'chat.delete', message: 'Delete for everyone' })}
      onConfirm={() => row.seq !== null && chat?.changeMessage(row.id, { kind: 'delete', chatId, seq: row.seq })}
      onClose={onClose}
    >
      {isGroup
        ? i18n._({ id: 'group.delete.what', message: 'Removed for everyone. “Message deleted” stays in its place.' })
        : i18n._({ id: 'chat.delete.what', message: 'Removed for both of you. “Message deleted” stays in its place.' })}
    </LazyConfirmDialog>
  )
}

import { Suspense, useMemo, useState } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { LazyConfirmDialog, LazyReportDialog } from '#web/features/connections/lazy-dialogs.ts'
import { usePictures } from '#web/features/uploads/use-pictures.ts'
import { useChat, useChatState } from './runtime/current-chat.ts'
import type { MessageRowData } from './engine/rows.ts'
import type { Conversation, Thread } from './engine/types.ts'
import { Composer } from './composer/Composer.tsx'
import { MessageActsProvider, type MessageActs } from './messages/message-commands.ts'
import { MessageList } from './messages/MessageList.tsx'
import { RequestBar } from './RequestBar.tsx'
import { useComposing } from './composer/use-composing.ts'
import { useEditLast } from './composer/use-edit-last.ts'
import { useMoment, usePictureDrop } from './composer/use-attachments.ts'

type RoomProps = { conversation: Conversation; thread: Thread; onRetry: () => void }

/** The messages and the composer, and what goes from one to the other: answers, edits, pictures dropped anywhere. */
export function ConversationRoom({ conversation, thread, onRetry }: RoomProps) {
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
          message: '{name} can read your message. You can go on once it is accepted.',
          values: { name: person.name },
        })}
      </p>
    )
  }
  return (
    <p className="wl-chat-closed">
      <span>{i18n._({ id: 'chat.closed', message: 'You can write once you are buddies.' })}</span>{' '}
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
        {i18n._({ id: 'chat.delete.what', message: 'It disappears for both of you. That it was there stays visible.' })}
      </LazyConfirmDialog>
    </Suspense>
  )
}

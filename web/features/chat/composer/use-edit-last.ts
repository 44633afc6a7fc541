import { useEffect, useState } from 'react'
import { useChatState } from '../runtime/current-chat.ts'
import { draftNow } from '../storage/drafts.ts'
import type { MessageRowData } from '../engine/rows.ts'
import type { ChatId, Thread } from '../engine/types.ts'

/**
 * Begins to edit one's own latest message. One that is still on its way has no place yet: then its turn comes as soon as it is
 * stored, instead of that of the message before it, unless something else was begun meanwhile.
 */
export function useEditLast(chatId: ChatId, edit: (row: MessageRowData) => void): () => void {
  const me = useChatState((state) => state.me)
  const thread = useChatState((state) => state.messages[chatId])
  const isSending = useChatState(({ outbox }) => outbox.some((it) => it.chat_id === chatId && it.failure === null))
  const [isWanted, setWanted] = useState(false)
  useEffect(() => {
    if (!isWanted || isSending) return
    // oxlint-disable-next-line react/set-state-in-effect -- when a message is stored is told from outside
    setWanted(false)
    const last = lastOwn(thread, me)
    if (last && draftNow(chatId) === '') edit(last)
  }, [isWanted, isSending, thread, me, chatId, edit])
  return () => {
    const last = lastOwn(thread, me)
    if (isSending) setWanted(true)
    else if (last) edit(last)
  }
}

/** One's own latest message that says something. */
function lastOwn(thread: Thread | undefined, me: string): MessageRowData | null {
  const item = thread?.items.findLast(({ sender, isDeleted, content }) => sender === me && !isDeleted && content !== '')
  return item ? { ...blankRow, id: item.id, seq: item.seq, type: item.type, content: item.content, pictures: item.pictures } : null
}

const blankRow: MessageRowData = {
  kind: 'message',
  id: '',
  seq: null,
  isMine: true,
  type: 'text',
  content: '',
  referenceItem: [],
  pictures: [],
  reply: null,
  reactions: [],
  isEdited: false,
  isDeleted: false,
  sentAtMs: null,
  delivery: null,
  failure: null,
  isLastSeen: false,
  startsGroup: false,
  endsGroup: false,
}

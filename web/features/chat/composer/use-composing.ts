import { useState, useEffect } from 'react'
import type { MessageRowData } from '../engine/rows.ts'
import type { ChatMessage, ChatId, Thread } from '../engine/state.ts'
import { useChatState } from '../runtime/current-chat.ts'
import { readDraft } from '../storage/drafts.ts'

/** The state of the composer: a new message, a reply, or an edit of the user's message. */
export type Composing = { kind: 'new' } | { kind: 'reply'; row: MessageRowData } | { kind: 'edit'; row: MessageRowData }

const NEW: Composing = { kind: 'new' }

export function useComposing(items: readonly ChatMessage[]) {
  const [requested, setComposing] = useState(NEW)
  return {
    composing: ignoreDeleted(requested, items),
    reply: (row: MessageRowData) => setComposing({ kind: 'reply', row }),
    edit: (row: MessageRowData) => setComposing({ kind: 'edit', row }),
    done: () => setComposing(NEW),
  }
}

/** Ends a reply to, or an edit of, a message that was deleted, perhaps on another device. */
export function ignoreDeleted(composing: Composing, items: readonly Pick<ChatMessage, 'id' | 'isDeleted'>[]): Composing {
  const isGone = composing.kind !== 'new' && items.some(({ id, isDeleted }) => isDeleted && id === composing.row.id)
  return isGone ? NEW : composing
}

/**
 * Starts an edit of the user's latest message. If it is still being sent, the edit starts once it is stored, unless a new draft was
 * started.
 */
export function useEditLast(chatId: ChatId, edit: (row: MessageRowData) => void): () => void {
  const me = useChatState((state) => state.me)
  const thread = useChatState((state) => state.messages[chatId])
  const isSending = useChatState(({ outbox }) => outbox.some((message) => message.chat_id === chatId && message.failure === null))
  const [isRequested, setRequested] = useState(false)
  useEffect(() => {
    if (!isRequested || isSending) return
    // oxlint-disable-next-line react/set-state-in-effect -- the store reports when a message is stored
    setRequested(false)
    const last = lastOwn(thread, me)
    if (last && readDraft(chatId) === '') edit(last)
  }, [isRequested, isSending, thread, me, chatId, edit])
  return () => {
    const last = lastOwn(thread, me)
    if (isSending) setRequested(true)
    else if (last) edit(last)
  }
}

/** The user's latest message with text. */
function lastOwn(thread: Thread | undefined, me: string): MessageRowData | null {
  const item = thread?.items.findLast(({ sender, isDeleted, content }) => sender === me && !isDeleted && content !== '')
  return item
    ? {
        ...blankRow,
        author: { ...blankRow.author, uid: me },
        id: item.id,
        seq: item.seq,
        type: item.type,
        content: item.content,
        pictures: item.pictures,
      }
    : null
}

const blankRow: MessageRowData = {
  kind: 'message',
  id: '',
  seq: null,
  isMine: true,
  author: { uid: '', name: '', avatar_url: null },
  type: 'text',
  content: '',
  referenceItem: [],
  pictures: [],
  voice: null,
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

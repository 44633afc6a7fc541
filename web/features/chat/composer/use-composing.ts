import { useState, useEffect } from 'react'
import type { MessageRowData } from '../engine/rows.ts'
import type { ChatMessage, ChatId, Thread } from '../engine/state.ts'
import { useChatState } from '../runtime/current-chat.ts'
import { readDraft } from '../storage/drafts.ts'
import { deleteEdit, deleteUnwrittenEdit, endEditOfDeleted, startEdit, useEdited, type Edited } from '../storage/edits.ts'
import { withCommands } from '../engine/changes.ts'

/** The state of the composer: a new message, a reply, or an edit of the user's message. */
export type Composing = { kind: 'new' } | { kind: 'reply'; row: MessageRowData } | { kind: 'edit'; row: Edited }

const NEW: Composing = { kind: 'new' }

/** An edit is stored, and open in all tabs of this browser until it is saved or canceled in one of them. */
export function useComposing(chatId: ChatId, items: readonly ChatMessage[]) {
  const [requested, setComposing] = useState(NEW)
  const edited = useEdited(chatId)
  const me = useChatState((state) => state.me)
  const commands = useChatState((state) => state.commands)
  const stored = edited && items.find(({ id }) => id === edited.id)
  const current = stored && withCommands(stored, commands, me)
  const isDeleted = current?.isDeleted === true
  useEffect(() => {
    if (isDeleted) endEditOfDeleted(chatId)
  }, [isDeleted, chatId])
  useEffect(() => () => deleteUnwrittenEdit(chatId), [chatId])

  function compose(next: Composing): void {
    deleteEdit(chatId)
    setComposing(next)
  }

  return {
    composing: edited && !isDeleted ? ({ kind: 'edit', row: withContent(edited, current) } as const) : ignoreDeleted(requested, items),
    reply: (row: MessageRowData) => compose({ kind: 'reply', row }),
    edit({ id, seq, content, pictures }: Edited) {
      setComposing(NEW)
      startEdit(chatId, { id, seq, content, pictures })
    },
    done: () => compose(NEW),
  }
}

/** Another device may have edited the message. */
const withContent = (edited: Edited, current: ChatMessage | undefined): Edited =>
  !current || current.content === edited.content ? edited : { ...edited, content: current.content }

/** Ends a reply to a message that was deleted, perhaps on another device. */
export function ignoreDeleted(composing: Composing, items: readonly Pick<ChatMessage, 'id' | 'isDeleted'>[]): Composing {
  const isGone = composing.kind !== 'new' && items.some(({ id, isDeleted }) => isDeleted && id === composing.row.id)
  return isGone ? NEW : composing
}

/**
 * Starts an edit of the user's latest message. If it is still being sent, the edit starts once it is stored, unless a new draft was
 * started.
 */
export function useEditLast(chatId: ChatId, edit: (row: Edited) => void): () => void {
  const me = useChatState((state) => state.me)
  const thread = useChatState((state) => state.messages[chatId])
  const isSending = useChatState(({ outbox }) => outbox.some((message) => message.chat_id === chatId && message.failure === null))
  const [isRequested, setRequested] = useState(false)
  useEffect(() => {
    if (!isRequested || isSending) return
    // oxlint-disable-next-line react/set-state-in-effect -- the store reports when a message is stored
    setRequested(false)
    const last = lastOwnMessage(thread, me)
    if (last && readDraft(chatId) === '') edit(last)
  }, [isRequested, isSending, thread, me, chatId, edit])
  return () => {
    const last = lastOwnMessage(thread, me)
    if (isSending) setRequested(true)
    else if (last) edit(last)
  }
}

/** The user's latest message with text. */
const lastOwnMessage = (thread: Thread | undefined, me: string): Edited | undefined =>
  thread?.items.findLast(({ sender, isDeleted, content }) => sender === me && !isDeleted && content !== '')

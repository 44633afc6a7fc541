/* The edit of a message that was not saved yet, one per conversation. Stored like the drafts. */
import type { MessageRowData } from '../engine/rows.ts'
import type { ChatId } from '../engine/state.ts'
import { addToDraft } from './drafts.ts'
import { createStoredRecord } from './stored-record.ts'

/** The message as it was when the edit began: it may not be loaded when the edit continues. */
export type Edited = Pick<MessageRowData, 'id' | 'seq' | 'content' | 'pictures'>
type StoredEdit = { message: Edited; text: string }

// Only the functions below write here.
const isEdit = (value: unknown): value is StoredEdit => typeof value === 'object' && value !== null && 'message' in value && 'text' in value
const isWritten = ({ message, text }: StoredEdit): boolean => text !== message.content
export const EDITS_KEY = 'edits'
const edits = createStoredRecord(EDITS_KEY, isEdit, isWritten)

/** The message being edited in that conversation. Its object stays the same while the user writes. */
export const useEdited = (chatId: ChatId): Edited | undefined => edits.use((all) => all[chatId]?.message)

/** The written text; undefined if nothing was changed. */
export const useEditedText = (chatId: ChatId): string | undefined =>
  edits.use(({ [chatId]: edit }) => (edit && isWritten(edit) ? edit.text : undefined))

export const startEdit = (chatId: ChatId, message: Edited): void => edits.set(chatId, { message, text: message.content })

/** Stores the written text, unless the edit has ended: a composer is emptied after it was saved. */
export function writeEdit(chatId: ChatId, message: Edited, text: string): void {
  if (edits.use.getState()[chatId]?.message.id === message.id) edits.set(chatId, { message, text })
}

export const deleteEdit = (chatId: ChatId): void => edits.set(chatId, undefined)

/** Ends the edit of a message that was deleted. What was written becomes a draft. */
export function endEditOfDeleted(chatId: ChatId): void {
  const edit = edits.use.getState()[chatId]
  if (edit && isWritten(edit)) addToDraft(chatId, edit.text)
  deleteEdit(chatId)
}

/** Ends an edit in which nothing was changed. */
export function deleteUnwrittenEdit(chatId: ChatId): void {
  const edit = edits.use.getState()[chatId]
  if (edit && !isWritten(edit)) deleteEdit(chatId)
}

import type { ChatId } from '../engine/state.ts'
import { saveDraft } from './drafts.ts'
import { deleteEdit } from './edits.ts'
import { deleteVoiceDraft } from './voice-drafts.ts'

/** Deletes the draft, the unsaved edit, and the unsent recording of a conversation. `keepsText`: the draft stays. */
export async function deleteDrafts(chatId: ChatId, keepsText = false): Promise<void> {
  if (!keepsText) saveDraft(chatId, '')
  deleteEdit(chatId)
  await deleteVoiceDraft(chatId)
}

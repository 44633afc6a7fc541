import type { ChatId } from '../engine/state.ts'
import { saveDraft } from './drafts.ts'
import { deleteVoiceDraft } from './voice-drafts.ts'

/** Deletes the draft and the unsent recording of a conversation. */
export async function deleteDrafts(chatId: ChatId): Promise<void> {
  saveDraft(chatId, '')
  await deleteVoiceDraft(chatId)
}

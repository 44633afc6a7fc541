import type { ChatId } from '../engine/state.ts'
import { saveDraft } from './drafts.ts'
import { deleteVoiceDraft } from './voice-drafts.ts'

/** Deletes the draft and the unsent recording of a conversation. `keepsText`: the recording alone. */
export async function deleteDrafts(chatId: ChatId, keepsText = false): Promise<void> {
  if (!keepsText) saveDraft(chatId, '')
  await deleteVoiceDraft(chatId)
}

/* Recordings that were not sent yet, one per conversation. Stored over reloads, known to the browser's tabs, and deleted on sign-out.
   Without a usable database they last until the page is closed, which asks first. */
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { setMemoryOnly } from '#web/platform/storage/memory-only.ts'
import { logger } from '#web/platform/log.ts'
import type { RecordedVoice } from '../voice/recorder.ts'
import type { ChatId } from '../engine/state.ts'
import { inChatDatabase } from './database.ts'
import { createStoredRecord } from './stored-record.ts'

type VoiceDraft = { chatId: ChatId; voice: RecordedVoice }

const STORE = 'voice_drafts'
const log = logger('chat')

/** The length of each recording in milliseconds. */
const lengths = createStoredRecord('voice-drafts', (value) => typeof value === 'number')
const inMemory = new Map<ChatId, RecordedVoice>()
const memoryOnlyName = (chatId: ChatId) => `voice-draft.${chatId}`
onUserLeft(() => {
  for (const chatId of inMemory.keys()) setMemoryOnly(memoryOnlyName(chatId), null)
  inMemory.clear()
})

/** The length of the conversation's recording in milliseconds; null if there is none. */
export function useVoiceDraft(chatId: ChatId): number | null {
  return lengths.use((all) => all[chatId]) ?? null
}

export async function saveVoiceDraft(chatId: ChatId, voice: RecordedVoice): Promise<void> {
  inMemory.set(chatId, voice)
  lengths.set(chatId, voice.durationMs)
  const key = await attempt(() => inChatDatabase(STORE, 'readwrite', (store) => store.put({ chatId, voice } satisfies VoiceDraft)))
  if (inMemory.has(chatId)) setMemoryOnly(memoryOnlyName(chatId), key === null ? '' : null)
}

/** Null if the recording was deleted: another tab sent it, or this browser could not store it. */
export async function loadVoiceDraft(chatId: ChatId): Promise<RecordedVoice | null> {
  const draft = inMemory.get(chatId)
  if (draft) return draft
  // Only `saveVoiceDraft` writes here.
  const found = (await attempt(() => inChatDatabase(STORE, 'readonly', (store) => store.get(chatId)))) as VoiceDraft | null | undefined
  return found?.voice ?? null
}

/** A recording that was just sent stays until the outbox has its message. */
export async function deleteVoiceDraft(chatId: ChatId): Promise<void> {
  inMemory.delete(chatId)
  setMemoryOnly(memoryOnlyName(chatId), null)
  lengths.set(chatId, undefined)
  await attempt(() => inChatDatabase(STORE, 'readwrite', (store) => store.delete(chatId), { after: ['outbox'] }))
}

/** Deletes all recordings, so that the next user of this browser does not find them. */
export async function deleteVoiceDrafts(): Promise<void> {
  await attempt(() => inChatDatabase(STORE, 'readwrite', (store) => store.clear()))
}

async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.warn('a voice draft could not be stored or loaded', { why: String(error) })
    return null
  }
}

/* Recordings that were not sent yet, one per conversation. Stored over reloads, known to the browser's tabs, and deleted on sign-out.
   Without a usable database they last until the page is closed. */
import { create } from 'zustand'
import { onUserLeft } from '#web/features/identity/auth.store.ts'
import { onStoredChange } from '#web/platform/browser-storage.ts'
import { logger } from '#web/platform/log.ts'
import type { RecordedVoice } from '../voice/recorder.ts'
import type { ChatId } from '../engine/state.ts'
import { inChatDatabase } from './database.ts'
import { readStoredRecord, writeStoredRecord } from './stored-record.ts'

/** The length of each recording in milliseconds. */
type Lengths = Readonly<Record<ChatId, number>>
type VoiceDraft = { chatId: ChatId; voice: RecordedVoice }

const NAME = 'voice-drafts'
const STORE = 'voice_drafts'
const log = logger('chat')

const useLengths = create<Lengths>()(() => read())
const inMemory = new Map<ChatId, RecordedVoice>()
onStoredChange(NAME, () => useLengths.setState(read(), true))
onUserLeft(() => {
  inMemory.clear()
  useLengths.setState({}, true)
})

/** The length of the conversation's recording in milliseconds; null if there is none. */
export function useVoiceDraft(chatId: ChatId): number | null {
  return useLengths((lengths) => lengths[chatId] ?? null)
}

export async function saveVoiceDraft(chatId: ChatId, voice: RecordedVoice): Promise<void> {
  inMemory.set(chatId, voice)
  writeLengths({ ...useLengths.getState(), [chatId]: voice.durationMs })
  await attempt(() => inChatDatabase(STORE, 'readwrite', (store) => store.put({ chatId, voice } satisfies VoiceDraft)))
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
  const { [chatId]: _, ...others } = useLengths.getState()
  writeLengths(others)
  await attempt(() => inChatDatabase(STORE, 'readwrite', (store) => store.delete(chatId), { after: ['outbox'] }))
}

/** Deletes all recordings, so that the next user of this browser does not find them. */
export async function deleteVoiceDrafts(): Promise<void> {
  await attempt(() => inChatDatabase(STORE, 'readwrite', (store) => store.clear()))
}

function writeLengths(lengths: Lengths): void {
  useLengths.setState(lengths, true)
  writeStoredRecord(NAME, lengths)
}

function read(): Lengths {
  return readStoredRecord(NAME, (value) => typeof value === 'number')
}

async function attempt<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.warn('a voice draft could not be stored or loaded', { why: String(error) })
    return null
  }
}

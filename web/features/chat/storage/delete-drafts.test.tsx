import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CHAT } from '../runtime/chat.test-server.ts'
import { deleteDrafts } from './delete-drafts.ts'
import { startEdit, useEditedText, writeEdit } from './edits.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { loadVoiceDraft, saveVoiceDraft, useVoiceDraft } from './voice-drafts.ts'

const message = { id: 'one', seq: 1, content: 'a', pictures: [] }

test('deletes the text, the edit and the recording of one conversation, and no others', async () => {
  for (const chatId of [CHAT, 'other']) {
    saveDraft(chatId, 'half a sentence')
    startEdit(chatId, message)
    writeEdit(chatId, message, 'b')
    await saveVoiceDraft(chatId, { file: new Blob(['sound']), durationMs: 1_000, waveform: [] })
  }
  await deleteDrafts(CHAT)
  const edit = (chatId: string) => renderHook(() => useEditedText(chatId)).result.current ?? null
  const drafts = (chatId: string) => [readDraft(chatId), edit(chatId), renderHook(() => useVoiceDraft(chatId)).result.current]
  expect([drafts(CHAT), drafts('other')]).toEqual([
    ['', null, null],
    ['half a sentence', 'b', 1_000],
  ])
  expect([await loadVoiceDraft(CHAT), await loadVoiceDraft('other')]).toMatchObject([null, { durationMs: 1_000 }])
})

import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CHAT } from '../runtime/chat.test-server.ts'
import { deleteDrafts } from './delete-drafts.ts'
import { readDraft, saveDraft } from './drafts.ts'
import { loadVoiceDraft, saveVoiceDraft, useVoiceDraft } from './voice-drafts.ts'

test('deletes the text and the recording of one conversation, and no others', async () => {
  for (const chatId of [CHAT, 'other']) {
    saveDraft(chatId, 'half a sentence')
    await saveVoiceDraft(chatId, { file: new Blob(['sound']), durationMs: 1_000, waveform: [] })
  }
  await deleteDrafts(CHAT)
  const drafts = (chatId: string) => [readDraft(chatId), renderHook(() => useVoiceDraft(chatId)).result.current]
  expect([drafts(CHAT), drafts('other')]).toEqual([
    ['', null],
    ['half a sentence', 1_000],
  ])
  expect([await loadVoiceDraft(CHAT), await loadVoiceDraft('other')]).toMatchObject([null, { durationMs: 1_000 }])
})

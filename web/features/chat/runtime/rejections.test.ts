import { afterEach, expect, test } from 'vitest'
import { readDraft, saveDraft } from '../storage/drafts.ts'
import { CHAT } from './chat.test-server.ts'
import { reportRejected } from './rejections.ts'

afterEach(() => saveDraft(CHAT, ''))

/** The notices of a rejected edit with that text; none for another rejected command. */
function rejected(content: string | null): string[] {
  const notices: string[] = []
  const edits = content === null ? [] : [{ id: 'm', chatId: CHAT, seq: 1, kind: 'edit' as const, content }]
  reportRejected('not_found', edits, (_kind, text) => void notices.push(text))
  return notices
}

test('the text of a rejected edit becomes the draft, below what was written meanwhile, and only once', () => {
  expect(rejected('See you at eight')).toEqual(['That message can’t be changed anymore. Your text is now a draft.'])
  expect(readDraft(CHAT)).toBe('See you at eight')
  rejected('See you at eight')
  saveDraft(CHAT, 'By the way')
  rejected('See you at nine')
  expect(readDraft(CHAT)).toBe('By the way\nSee you at nine')
})

test('another rejected change leaves no draft', () => {
  expect(rejected(null)).toEqual(['That can’t be changed anymore.'])
  expect(readDraft(CHAT)).toBe('')
})

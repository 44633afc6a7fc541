import { expect, test } from 'vitest'
import { readDraft, saveDraft } from '../storage/drafts.ts'
import { CHAT } from './chat.test-server.ts'
import { twoChatting } from './chat.test-world.ts'
import { deleteDraftsOfGone } from './gone-chats.ts'

/** The draft that is left after the conversation is gone, and where the notices lead. */
async function afterGone({
  keepsText,
  isShown = false,
  draft = 'half a sentence',
}: {
  keepsText: boolean
  isShown?: boolean
  draft?: string
}) {
  const { chat } = (await twoChatting()).alice
  chat.show(isShown ? CHAT : null)
  saveDraft(CHAT, draft)
  const opened: string[] = []
  const notify = (_kind: string, _message: string, { action }: { action?: { run: () => void } } = {}) => action?.run()
  deleteDraftsOfGone(CHAT, keepsText, { chat, notify, open: (path) => void opened.push(path) })
  return [readDraft(CHAT), opened]
}

test('a notice leads to the unsent text of a conversation that was taken from the user', async () => {
  expect(await afterGone({ keepsText: true })).toEqual(['half a sentence', [`/chat/${CHAT}`]])
})

test('no notice shows without a text, on the page that shows it, or when the user left', async () => {
  expect(await afterGone({ keepsText: true, draft: '' })).toEqual(['', []])
  expect(await afterGone({ keepsText: true, isShown: true })).toEqual(['half a sentence', []])
  expect(await afterGone({ keepsText: false })).toEqual(['', []])
})

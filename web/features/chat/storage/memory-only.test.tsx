import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryOnly } from '#web/platform/storage/memory-only.ts'
import { testDatabases } from '#web/platform/storage/test-database.ts'
import { CHAT, ALICE } from '../runtime/chat.test-server.ts'
import { waitingMessage } from '../runtime/chat.test-world.ts'
import { initialChat, type ChatState } from '../engine/state.ts'
import { inChatDatabase } from './database.ts'
import { deleteEdit, startEdit, writeEdit } from './edits.ts'
import { openChatCache } from './history-cache.ts'
import { openOutbox } from './outbox.ts'
import { deleteVoiceDraft, saveVoiceDraft } from './voice-drafts.ts'

let databases: ReturnType<typeof testDatabases>
beforeEach(() => {
  databases = testDatabases()
  databases.setFull(true)
})
afterEach(() => {
  databases.closeAll('onclose')
  vi.unstubAllGlobals()
})

const names = () => [...memoryOnly.keys()]
const timers = { set: setTimeout, clear: () => undefined }

test('a message that could not be stored counts as only in this tab until it is sent', async () => {
  const outbox = openOutbox()
  const message = waitingMessage('hello')
  await outbox.save(message)
  await vi.waitFor(() => expect(names()).toEqual([`message.${message.id}`]))
  await outbox.delete(message.id)
  await vi.waitFor(() => expect(names()).toEqual([]))
})

test('a message that was sent before its storage failed is not left in memory', async () => {
  const outbox = openOutbox()
  const message = waitingMessage('hello')
  await Promise.all([outbox.save(message), outbox.delete(message.id)])
  await vi.waitFor(() => expect(names()).toEqual([]))
  expect(await outbox.all()).toEqual([])
})

test('a message stays over a sign-out, as it would in the database', async () => {
  const message = waitingMessage('hello')
  await openOutbox().save(message)
  const next = openOutbox()
  expect((await next.all()).map(({ id }) => id)).toEqual([message.id])
  await next.delete(message.id)
})

test('a stored message is not only in this tab', async () => {
  databases.setFull(false)
  const outbox = openOutbox()
  await outbox.save(waitingMessage('hello'))
  expect(names()).toEqual([])
})

test('an edit that could not be stored counts as only in this tab until it is saved', async () => {
  const cache = openChatCache(timers)
  const before = initialChat(ALICE)
  const edit: ChatState['commands'][number] = { kind: 'edit', id: 'one', chatId: CHAT, seq: 1, content: 'better', isAnswered: false }
  cache.follow(before, { ...before, commands: [edit] })
  await vi.waitFor(() => expect(names()).toHaveLength(1))
  cache.follow({ ...before, commands: [edit] }, before)
  await vi.waitFor(() => expect(names()).toEqual([]))
})

test('a recording that could not be stored counts as only in this tab until it is deleted', async () => {
  await saveVoiceDraft(CHAT, { file: new Blob(['sound']), durationMs: 1_000, waveform: [] })
  await vi.waitFor(() => expect(names()).toEqual([`voice-draft.${CHAT}`]))
  await deleteVoiceDraft(CHAT)
  await vi.waitFor(() => expect(names()).toEqual([]))
})

test('an edit counts as only in this tab once something is written', async () => {
  vi.stubGlobal('localStorage', {})
  const message = { id: 'one', seq: 1, content: 'good', pictures: [] }
  startEdit(CHAT, message)
  await inChatDatabase('outbox', 'readonly', (store) => store.getAll()).catch(() => undefined)
  expect(names()).toEqual([])
  writeEdit(CHAT, message, 'better')
  await vi.waitFor(() => expect(names()).toEqual(['edits']))
  deleteEdit(CHAT)
  await vi.waitFor(() => expect(names()).toEqual([]))
})

import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { ALICE, BOB, CHAT } from '../runtime/chat.test-server.ts'
import { chatWorld, twoChatting } from '../runtime/chat.test-world.ts'

const waveform = Array.from({ length: limits.recording.bars }, () => 3)
const voice = { file: new Blob(['sound']), durationMs: 12_000, waveform }
const draft = { to: BOB, chatId: CHAT, content: '', voice }
const WAIT_MS = 30_000

test('a voice message is sent after its upload, before later messages', async () => {
  const { alice, server, clock } = await twoChatting()
  alice.chat.write(draft)
  alice.say('and a text')
  await clock.pass(WAIT_MS)
  expect(server.messages.slice(1).map(({ type, content, media }) => [type, content, media.length])).toEqual([
    ['voice', '', 1],
    ['text', 'and a text', 0],
  ])
  expect(alice.state().messages[CHAT]?.items[1]?.voice).toMatchObject({ durationMs: 12_000, waveform })
  expect([alice.waiting(), await alice.outbox.all()]).toEqual([[], []])
})

test('a recording that was made without a network is uploaded and sent after the reconnect', async () => {
  const { alice, server, clock } = await twoChatting()
  server.reachable(false)
  await clock.pass(10)
  alice.chat.write(draft)
  await clock.pass(WAIT_MS)
  expect(alice.state().outbox.map((message) => [message.type, message.voice?.file.size, message.failure])).toEqual([['voice', 5, null]])
  server.reachable(true)
  await clock.pass(WAIT_MS)
  expect(server.messages.slice(1).map(({ type }) => type)).toEqual(['voice'])
})

test('an interrupted upload is continued, even after a reload', async () => {
  const { alice, server, clock, openTab } = await twoChatting()
  server.uploadError = 'unavailable'
  alice.chat.write(draft)
  await clock.pass(WAIT_MS)
  const [first, second] = server.resumedUploads
  expect([first, second]).toEqual([null, expect.any(String)])
  alice.close()
  server.uploadError = null
  server.resumedUploads.length = 0
  openTab(ALICE, alice.outbox)
  await clock.pass(WAIT_MS)
  expect(server.resumedUploads).toEqual([second])
  expect(server.messages.slice(1).map(({ type }) => type)).toEqual(['voice'])
})

test('a rejected recording fails and can be deleted; nothing is sent', async () => {
  const { alice, server, clock } = await twoChatting()
  server.uploadError = 'quota_exceeded'
  alice.chat.write(draft)
  await clock.pass(WAIT_MS)
  expect(alice.state().outbox.map(({ failure }) => failure)).toEqual(['quota_exceeded'])
  alice.chat.discard(alice.state().outbox[0]?.id ?? '')
  await clock.pass(10)
  expect([alice.waiting(), server.messages.length]).toEqual([[], 1])
})

test('a message that is deleted during its upload is not sent', async () => {
  const world = chatWorld()
  world.server.storeMessage(BOB, 'hello')
  const alice = world.openTab(ALICE)
  await world.clock.pass(10)
  alice.chat.write(draft)
  alice.chat.discard(alice.state().outbox[0]?.id ?? '')
  await world.clock.pass(WAIT_MS)
  expect(world.server.messages).toHaveLength(1)
})

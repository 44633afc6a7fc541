import { describe, expect, test } from 'vitest'
import { platformFrames } from '#contract/socket.ts'
import { settle } from '#web/platform/test-clock.ts'
import { ALICE, BOB, CHAT } from './chat.test-server.ts'
import { chatWorld, twoChatting } from './chat.test-world.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1))
const numbered = (texts: readonly string[]) => texts.map((text, index) => `${index + 1} ${text}`)

describe('writing', () => {
  test('a message is shown at once, then stored, then seen by the receiver', async () => {
    const { alice, bob, clock } = await twoChatting()
    alice.say('  Not yet! Send it over  ')
    expect(alice.waiting()).toEqual([])
    expect(alice.said()).toEqual(['1 Do you know the new live session?', '2 Not yet! Send it over'])
    await clock.pass(1)
    expect(bob.said()).toEqual(alice.said())
    expect(alice.conversation()).toMatchObject({ lastSeq: 2, theirReadSeq: 0, last: { content: 'Not yet! Send it over' } })
    bob.seen()
    expect(alice.conversation()).toMatchObject({ theirReadSeq: 2 })
  })

  test.each([
    ['blank', ' \n\t '],
    ['too long', 'x'.repeat(4_001)],
  ])('%s text is rejected before anything happens', async (_, content) => {
    const { alice } = await twoChatting()
    expect(alice.say(content)).toBe(false)
    expect([alice.waiting(), alice.wire.last().sent.filter(({ event }) => event === 'sendMessage')]).toEqual([[], []])
  })

  test('a link alone has type link, a video from the preview has type video', async () => {
    const { alice, server } = await twoChatting()
    alice.say('https://youtu.be/dQw4w9WgXcQ')
    alice.say('see https://youtu.be/dQw4w9WgXcQ')
    alice.chat.write({ to: BOB, chatId: null, content: 'That bassline', type: 'youtube video', referenceItem: ['dQw4w9WgXcQ'] })
    expect(server.messages.slice(1).map(({ type, referenceItem }) => [type, referenceItem])).toEqual([
      ['link', []],
      ['text', []],
      ['youtube video', ['dQw4w9WgXcQ']],
    ])
  })

  test('a first message without a chat id finds the chat and lists it', async () => {
    const { clock, server, openTab } = chatWorld()
    const alice = openTab(ALICE)
    await clock.pass(10)
    alice.chat.write({ to: BOB, chatId: null, content: 'hello' })
    await clock.pass(10)
    expect([server.messages.length, alice.conversation()]).toMatchObject([1, { last: { content: 'hello' }, lastSeq: 1 }])
  })

  test('a NUL of a pasted text is left out: the server can’t store it', async () => {
    const { alice, server } = await twoChatting()
    alice.say('one\0 line')
    expect([server.messages.at(-1)?.content, alice.waiting()]).toEqual(['one line', []])
  })

  test('a final error stays with the message, which can be retried or discarded', async () => {
    const { alice, server } = await twoChatting()
    server.faults.push('not_connected', 'store', 'not_connected')
    alice.say('one')
    alice.say('two')
    alice.say('three')
    expect([alice.waiting(), alice.said().slice(1)]).toEqual([['one (not_connected)', 'three (not_connected)'], ['2 two']])
    const [first, third] = alice.state().outbox
    alice.chat.retry(first?.id ?? '')
    alice.chat.discard(third?.id ?? '')
    expect([alice.waiting(), alice.said().slice(1), await alice.outbox.all()]).toEqual([[], ['2 two', '3 one'], []])
  })

  test('the recording of a conversation is deleted when it is gone, and nothing when it is archived', async () => {
    const { alice, server, clock } = await twoChatting()
    server.leaveList('archived')
    await clock.pass(1_000)
    expect(alice.deletedDrafts).toEqual([])
    server.leaveList('hidden')
    await clock.pass(1_000)
    expect(alice.deletedDrafts).toEqual([`recording of ${CHAT}`])
  })

  test('a user who left the chat or was removed from it loses it without asking for it', async () => {
    const { alice, server, clock } = await twoChatting()
    const before = server.chatReads
    server.remove()
    await clock.pass(1_000)
    expect([alice.state().conversations, alice.deletedDrafts, server.chatReads]).toEqual([{}, [`recording of ${CHAT}`], before])
  })

  test('a user who leaves a group loses what they wrote in it', async () => {
    const { alice } = await twoChatting()
    alice.chat.left(CHAT)
    expect(alice.deletedDrafts).toEqual([CHAT])
  })

  test('too_many_strangers is final: not retried automatically, and later messages are sent', async () => {
    const { alice, server, clock } = await twoChatting()
    server.faults.push('too_many_strangers')
    alice.say('one')
    alice.say('two')
    await clock.pass(60_000)
    expect([alice.waiting(), alice.said().slice(1), server.faults]).toEqual([['one (too_many_strangers)'], ['2 two'], []])
  })

  test.each([
    ['rate_limited', 1_000],
    ['unavailable', 2_000],
    ['storage_full', 5_000],
  ] as const)('%s asks for patience and keeps the order', async (code, ms) => {
    const { alice, server, clock } = await twoChatting()
    server.faults.push(code)
    for (const text of ['one', 'two', 'three']) alice.say(text)
    expect([alice.waiting(), server.messages.length, alice.temporaryError()]).toEqual([['one', 'two', 'three'], 1, code])
    await clock.pass(ms)
    expect(alice.temporaryError()).toBeNull()
    expect(server.messages.slice(1).map(({ content }) => content)).toEqual(['one', 'two', 'three'])
  })
})

describe('offline', () => {
  test('writing opens a socket at once, shows a notice, and loses nothing', async () => {
    const { alice, bob, clock, server } = await twoChatting()
    server.cutSockets(ALICE)
    alice.say('one')
    expect([alice.notices, alice.waiting()]).toEqual([['failed to send message'], ['one']])
    await clock.pass(10)
    expect([alice.waiting(), alice.wire.sockets.length, bob.said().at(-1)]).toEqual([[], 2, '2 one'])
  })

  test('200 messages written offline arrive once, in order', async () => {
    const { alice, bob, clock, server } = await twoChatting()
    server.reachable(false)
    for (const text of numbers(200)) alice.say(text)
    await clock.pass(60_000)
    expect(alice.waiting()).toHaveLength(200)
    server.reachable(true)
    await clock.pass(10_000)
    expect([alice.waiting(), bob.said().slice(1)]).toEqual([[], numbered(['', ...numbers(200)]).slice(1)])
    expect(alice.said()).toEqual(bob.said())
  })

  test('messages written offline survive a reload of the page', async () => {
    const { alice, bob, clock, server, openTab } = await twoChatting()
    server.reachable(false)
    alice.say('one')
    alice.say('two')
    await clock.pass(10)
    alice.close()
    const repeated = openTab(ALICE, alice.outbox)
    await clock.pass(10)
    expect([repeated.waiting(), repeated.state().lists.chats.status]).toEqual([['one', 'two'], 'failed'])
    server.reachable(true)
    await clock.pass(6_000)
    expect([repeated.waiting(), repeated.state().lists.chats.status, bob.said()]).toEqual([
      [],
      'ready',
      ['1 Do you know the new live session?', '2 one', '3 two'],
    ])
    expect(await repeated.outbox.all()).toEqual([])
  })

  test('messages of others arrive after a reconnect', async () => {
    const { alice, clock, server } = await twoChatting()
    server.cutSockets(ALICE)
    for (const text of numbers(450)) server.storeMessage(BOB, text)
    await clock.pass(5_010)
    const frames = alice.said()
    expect(frames.at(-1)).toBe('451 450')
    // Too many to catch up: the chat reloads its newest page.
    expect(frames).toHaveLength(50)
    expect(alice.conversation()).toMatchObject({ lastSeq: 451, unread: 451 })
    server.cutSockets(ALICE)
    for (const text of numbers(300)) server.storeMessage(BOB, text)
    await clock.pass(5_010)
    expect(alice.said()).toHaveLength(350)
  })

  test('a message that was stored although its answer was lost is not stored twice', async () => {
    const { alice, bob, clock, server } = await twoChatting()
    server.faults.push('store_and_cut')
    alice.say('one')
    expect(alice.waiting()).toEqual(['one'])
    await clock.pass(5_010)
    expect([alice.waiting(), alice.said(), bob.said()]).toEqual([
      [],
      ['1 Do you know the new live session?', '2 one'],
      ['1 Do you know the new live session?', '2 one'],
    ])
  })

  test('a socket that never answers is replaced, with a notice that the message was not sent', async () => {
    const { alice, clock, server } = await twoChatting()
    server.faults.push('lose_ack')
    alice.say('one')
    alice.say('two')
    await clock.pass(9_999)
    expect([alice.waiting(), alice.wire.sockets.length, alice.notices]).toEqual([['one', 'two'], 1, []])
    await clock.pass(1)
    expect(alice.notices).toEqual(['failed to send message'])
    await clock.pass(5_009)
    expect([alice.waiting(), alice.wire.sockets.length, alice.said().slice(1)]).toEqual([[], 2, ['2 one', '3 two']])
  })

  test('a socket that is lost before its answer shows a notice that the message was not sent', async () => {
    const { alice, bob, clock, server } = await twoChatting()
    server.faults.push('lose_ack')
    alice.say('one')
    await clock.pass(5_000)
    expect(alice.notices).toEqual([])
    server.cutSockets(ALICE)
    expect([alice.notices, alice.waiting()]).toEqual([['failed to send message'], ['one']])
    await clock.pass(7_500)
    expect([alice.waiting(), bob.said().slice(1)]).toEqual([[], ['2 one']])
  })

  test('read receipts for messages read offline are sent later', async () => {
    const { alice, bob, clock, server } = await twoChatting()
    server.cutSockets(ALICE)
    alice.seen()
    expect([alice.conversation()?.unread, bob.conversation()?.theirReadSeq]).toEqual([0, 0])
    await clock.pass(5_010)
    expect([alice.conversation()?.unread, bob.conversation()?.theirReadSeq]).toEqual([0, 1])
  })
})

describe('received messages', () => {
  test('a repeated message is shown once', async () => {
    const { alice, server } = await twoChatting()
    for (const message of server.messages) server.deliver(message)
    expect(alice.said()).toEqual(['1 Do you know the new live session?'])
    expect(alice.conversation()).toMatchObject({ unread: 1, lastSeq: 1 })
  })

  test('a gap before a message is filled', async () => {
    const { alice, clock, server } = await twoChatting()
    const [, , , late] = numbers(4).map((text) => server.storeMessage(BOB, text))
    if (late) server.deliver(late)
    expect(alice.said()).toEqual(['1 Do you know the new live session?', '5 4'])
    await clock.pass(1)
    expect(alice.said()).toEqual(['1 Do you know the new live session?', '2 1', '3 2', '4 3', '5 4'])
  })

  test('count as unread until they are seen on any device', async () => {
    const { alice, bob, clock, openTab } = await twoChatting()
    const phone = openTab(ALICE)
    await clock.pass(10)
    alice.seen()
    bob.say('1')
    bob.say('2')
    expect([alice.conversation()?.unread, phone.conversation()?.unread]).toEqual([2, 2])
    phone.seen()
    expect([alice.conversation()?.unread, phone.conversation()?.unread, bob.conversation()?.theirReadSeq]).toEqual([0, 0, 3])
  })

  test('older messages are loaded on demand, back to the first', async () => {
    const { alice, clock, server } = await twoChatting()
    server.cutSockets(ALICE)
    for (const text of numbers(500)) server.storeMessage(BOB, text)
    await clock.pass(5_010)
    const sizes: number[] = []
    for (let round = 0; round < 11; round++) {
      alice.chat.loadOlder(CHAT)
      alice.chat.loadOlder(CHAT)
      await settle()
      sizes.push(alice.said().length)
    }
    expect(sizes).toEqual([100, 150, 200, 250, 300, 350, 400, 450, 500, 501, 501])
    expect(alice.said()[0]).toBe('1 Do you know the new live session?')
  })

  test('a missing chat is reported, and a failed one loads again after the reconnect', async () => {
    const { alice, clock, server } = await twoChatting()
    alice.chat.show('0199a1c2-0000-7000-8000-0000000000ff')
    await settle()
    expect(alice.state().messages['0199a1c2-0000-7000-8000-0000000000ff']).toMatchObject({ status: 'missing' })
    const fresh = chatWorld()
    fresh.server.storeMessage(BOB, 'hi')
    fresh.server.reachable(false)
    const tab = fresh.openTab(ALICE)
    tab.chat.show(CHAT)
    await fresh.clock.pass(10)
    expect(tab.state().messages[CHAT]?.status).toBe('failed')
    fresh.server.reachable(true)
    await fresh.clock.pass(6_000)
    expect(tab.said()).toEqual(['1 hi'])
    expect([server.messages.length, clock.nowMs() > 0]).toEqual([1, true])
  })

  test('a failed read of a chat is repeated while online', async () => {
    const { server, clock, openTab } = chatWorld()
    server.storeMessage(BOB, 'hi')
    const { apiFor } = server
    let requests = 0
    server.apiFor = (uid) => ({
      ...apiFor(uid),
      chats: async () => ({ chats: [], next_cursor: null, requests: 0 }),
      chat: async (chatId) => (++requests === 1 ? 'failed' : apiFor(uid).chat(chatId)),
    })
    const alice = openTab(ALICE)
    await clock.pass(10)
    for (const message of server.messages) server.deliver(message)
    await clock.pass(4_990)
    expect([requests, alice.conversation()?.lastSeq]).toEqual([1, undefined])
    await clock.pass(10)
    expect([requests, alice.conversation()?.lastSeq]).toEqual([2, 1])
    await clock.pass(60_000)
    expect(requests).toBe(2)
  })

  test('the typing indicator shows for five seconds, and ends with a message', async () => {
    const { alice, bob, clock } = await twoChatting()
    const isTyping = () => alice.state().typing[CHAT] !== undefined
    alice.wire.last().sendText(JSON.stringify({ event: 'is_typing', data: { chat_id: CHAT, by: BOB } }))
    expect(isTyping()).toBe(true)
    bob.say('done')
    expect(isTyping()).toBe(false)
    alice.wire.last().sendText(JSON.stringify({ event: 'is_typing', data: { chat_id: CHAT, by: BOB } }))
    await clock.pass(4_999)
    expect(isTyping()).toBe(true)
    await clock.pass(1)
    expect(isTyping()).toBe(false)
  })

  test('own typing is sent at most every three seconds', async () => {
    const { alice, clock } = await twoChatting()
    const sentCount = () => alice.wire.last().sent.filter(({ event }) => event === 'typing').length
    for (let keystroke = 0; keystroke < 10; keystroke++) alice.chat.typing(CHAT)
    expect(sentCount()).toBe(1)
    await clock.pass(3_000)
    alice.chat.typing(CHAT)
    expect(sentCount()).toBe(2)
  })

  test('an error about an unknown message changes nothing', async () => {
    const { alice } = await twoChatting()
    const before = alice.state()
    alice.wire.last().send(platformFrames.error, { message: 'x', code: 'internal' })
    alice.wire.last().send(platformFrames.error, { message: 'x', code: 'not_found', id: 'something else' })
    expect(alice.state()).toEqual({ ...before, revision: expect.any(Number) })
  })
})

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { createMemoryBus } from '#server/platform/bus/memory-bus.ts'
import { chatSocket } from './chat.socket.ts'
import { aMessage, chatWorld, database, world, setUpChat } from './chat.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpChat()

let anna: Uid
let ben: Uid
let eve: Uid
beforeEach(async () => {
  ;[anna, ben] = await world.buddies('Anna', 'Ben')
  eve = await world.stranger('Eve')
})

const sendText = (from: Uid, to: Uid, content: string, change = {}) => world.chat.send(from, to, aMessage(from, to, { content, ...change }))
const takeFrames = () =>
  world.hub.takeFrames().map(({ uid, event, data }) => ({ to: uid === anna ? 'anna' : uid === ben ? 'ben' : 'eve', event, data }))
/** The contents of the new messages sent to a user's sockets, in order. */
const delivered = (uid: Uid) =>
  world.hub.takeFrames().flatMap((frame) => {
    const parsed = chatFrames.new_message.data.safeParse(frame.data)
    return frame.uid === uid && parsed.success ? [parsed.data.message.content] : []
  })
const contentsOf = async (viewer: Uid, chatId: string) =>
  (await world.chat.history(viewer, chatId, {})).map(({ seq, content }) => `${seq} ${content}`)

test('an empty chat opened by the other member is listed after it is opened by its address', async () => {
  const { chat_id: chatId } = await world.chat.open(anna, ben)
  const listed = async () => (await world.chat.list(ben)).chats.map((row) => row.chat_id)
  expect(await listed()).toEqual([])
  expect(await world.chat.history(ben, chatId, {})).toEqual([])
  expect(await listed()).toEqual([chatId])
})

describe('send', () => {
  test('stores, then delivers the whole message to the receiver and to the sender’s other devices', async () => {
    const message = aMessage(anna, ben, { content: '  Not yet! Send it over  ' })
    const sent = await world.chat.send(anna, ben, message)
    expect(sent).toEqual({ id: message.id, chatId: sent.chatId, seq: 1, sentAt: world.clock.now(), duplicate: false })
    const wire = {
      id: message.id,
      chat_id: sent.chatId,
      to: ben,
      from: anna,
      type: 'text',
      content: 'Not yet! Send it over',
      sent_date: world.clock.now().toISOString(),
      referenceItem: [],
      media: [],
      seq: 1,
      userName: 'Anna',
      avatar: null,
    }
    expect(takeFrames()).toEqual([
      { to: 'ben', event: 'new_message', data: { message: wire } },
      { to: 'anna', event: 'new_message', data: { message: wire } },
    ])
    expect(await world.chat.history(ben, sent.chatId, {})).toEqual([wire])
  })

  test('finds the chat with a null chat_id and with the right one', async () => {
    const { chatId } = await sendText(anna, ben, 'one')
    expect([await sendText(ben, anna, 'two'), await sendText(anna, ben, 'three', { chat_id: chatId })]).toMatchObject([
      { chatId, seq: 2 },
      { chatId, seq: 3 },
    ])
  })

  test('keeps the order of a sender’s messages, although checks take different times', async () => {
    const many = Array.from({ length: 30 }, (_, index) => String(index))
    const results = await Promise.all(many.map((content) => sendText(anna, ben, content)))
    expect(results.map(({ seq }) => seq)).toEqual(many.map((_, index) => index + 1))
    expect(delivered(ben)).toEqual(many)
  })

  test('clock changes affect neither order nor sequence numbers', async () => {
    const { chatId } = await sendText(anna, ben, 'one')
    world.clock.pass(-3_600_000)
    await sendText(ben, anna, 'two')
    world.clock.pass(7_200_000)
    await sendText(anna, ben, 'three')
    world.clock.pass(-3_600_000)
    expect(await contentsOf(ben, chatId)).toEqual(['3 three', '2 two', '1 one'])
  })

  test('accepts a video with its id; a link with other text becomes text', async () => {
    const { chatId } = await sendText(anna, ben, 'That bassline', { type: 'youtube video', referenceItem: ['dQw4w9WgXcQ'] })
    await sendText(anna, ben, 'https://youtu.be/dQw4w9WgXcQ', { type: 'link' })
    await sendText(anna, ben, 'look: https://youtu.be/dQw4w9WgXcQ', { type: 'link' })
    expect((await world.chat.history(anna, chatId, {})).map(({ type, referenceItem }) => [type, referenceItem])).toEqual([
      ['text', []],
      ['link', []],
      ['youtube video', ['dQw4w9WgXcQ']],
    ])
  })

  test('a message can refer to the session that it announces, and to a position of an item', async () => {
    const referenceItem = [`together:${randomUUID()}`, 'at:video:-:dQw4w9WgXcQ:151']
    const { chatId } = await sendText(anna, ben, 'wait for it', { referenceItem })
    expect((await world.chat.history(ben, chatId, {})).map((message) => message.referenceItem)).toEqual([referenceItem])
    for (const wrong of ['at:video:-:dQw4w9WgXcQ:x', 'together:dQw4w9WgXcQ'])
      expect(await errorCode(sendText(anna, ben, 'no', { referenceItem: [wrong] }))).toBe('not_found')
    const twice = [referenceItem[1] ?? '', 'at:video:-:dQw4w9WgXcQ:152']
    expect(await errorCode(sendText(anna, ben, 'no', { referenceItem: twice }))).toBe('invalid_input')
  })

  test('a track or a video can quote a recent play of its recipient', async () => {
    const play = `play:${randomUUID()}`
    const { chatId } = await sendText(anna, ben, '🔥', { type: 'spotify track', referenceItem: ['4uLU6hMCjMI75M1A2tKUQC', play] })
    expect((await world.chat.history(ben, chatId, {})).map(({ content, referenceItem }) => [content, referenceItem])).toEqual([
      ['🔥', ['4uLU6hMCjMI75M1A2tKUQC', play]],
    ])
    for (const change of [
      { referenceItem: [play] },
      { type: 'spotify track' as const, referenceItem: [play] },
      { type: 'spotify track' as const, referenceItem: ['4uLU6hMCjMI75M1A2tKUQC', play, `play:${randomUUID()}`] },
    ])
      expect(await errorCode(sendText(anna, ben, '🔥', change))).toBe('invalid_input')
  })

  test.each([
    ['blank after trimming', { content: ' \n\t\u00a0 ' }, 'blank_content'],
    ['invisible', { content: '\u3164\u200b\u{e0065}' }, 'blank_content'],
    ['a character no store can hold', { content: 'a\0b' }, 'invalid_input'],
    ['a video without an id', { type: 'youtube video' as const }, 'invalid_input'],
    ['a video whose id is none (A25)', { type: 'youtube video' as const, referenceItem: ['"><script>'] }, 'invalid_input'],
  ])('rejects %s', async (_, change, code) => {
    expect(await errorCode(world.chat.send(anna, ben, aMessage(anna, ben, change)))).toBe(code)
    expect(takeFrames()).toEqual([])
  })

  test('stores a message with a lone surrogate', async () => {
    const { chatId } = await sendText(anna, ben, 'x\ud83cy')
    expect(await contentsOf(ben, chatId)).toEqual(['1 x\ufffdy'])
  })

  test('limits a sender to 60 at once and 20 per second', async () => {
    const slow = chatWorld(database.db, { rate: { perSecond: 20, burst: 60 } })
    const outcomes = await Promise.all(Array.from({ length: 70 }, () => errorCode(slow.chat.send(anna, ben, aMessage(anna, ben)))))
    expect([
      outcomes.filter((outcome) => outcome === 'resolved').length,
      outcomes.filter((outcome) => outcome === 'rate_limited').length,
    ]).toEqual([60, 10])
    slow.clock.pass(1_000)
    expect(await errorCode(slow.chat.send(anna, ben, aMessage(anna, ben)))).toBe('resolved')
  })
})

describe('a resend', () => {
  test('is stored and delivered once with equal acknowledgements; it sends the chat’s positions', async () => {
    const message = aMessage(anna, ben)
    const first = await world.chat.send(anna, ben, message)
    takeFrames()
    expect(await world.chat.send(anna, ben, message)).toEqual(first)
    const frames: ReturnType<typeof takeFrames> = []
    await expect.poll(() => frames.push(...takeFrames())).toBe(2)
    const data = expect.objectContaining({ chat_id: first.chatId, last_seq: first.seq })
    expect(frames.toSorted((a, b) => a.to.localeCompare(b.to))).toEqual([
      { to: 'anna', event: 'chat_moved', data },
      { to: 'ben', event: 'chat_moved', data },
    ])
    expect(await contentsOf(anna, first.chatId)).toHaveLength(1)
  })

  test('50 times at once stores one message with 50 equal results (F6)', async () => {
    const message = aMessage(anna, ben)
    const results = await Promise.all(Array.from({ length: 50 }, () => world.chat.send(anna, ben, message)))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await contentsOf(ben, results[0]?.chatId ?? '')).toHaveLength(1)
  })

  test('A22: with a different body keeps the first one and returns `duplicate`', async () => {
    const message = aMessage(anna, ben, { content: 'first' })
    const first = await world.chat.send(anna, ben, message)
    takeFrames()
    expect(await world.chat.send(anna, ben, { ...message, content: 'second' })).toEqual({ ...first, duplicate: true })
    expect(delivered(ben)).toEqual([])
    expect(await contentsOf(ben, first.chatId)).toEqual(['1 first'])
  })

  test('with an uppercase id counts as the same message', async () => {
    const message = aMessage(anna, ben)
    const first = await world.chat.send(anna, ben, message)
    expect(await world.chat.send(anna, ben, { ...message, id: message.id.toUpperCase() })).toEqual(first)
  })

  test('returns the first result even after the connection has ended', async () => {
    const message = aMessage(anna, ben)
    const first = await world.chat.send(anna, ben, message)
    await world.connections.unfriend(ben, anna)
    await world.settle()
    takeFrames()
    expect(await world.chat.send(anna, ben, message)).toEqual(first)
    expect(takeFrames()).toEqual([])
    expect(await errorCode(sendText(anna, ben, 'another'))).toBe('not_connected')
  })
})

describe('attacks', () => {
  test('A1: other people’s chats get the same 404 as unknown ones', async () => {
    const { chatId } = await sendText(anna, ben, 'secret')
    const rejected = await Promise.all([
      errorCode(world.chat.history(eve, chatId, {})),
      errorCode(world.chat.history(eve, randomUUID(), {})),
      errorCode(world.chat.read(eve, chatId, 1)),
      errorCode(world.chat.typing(eve, chatId)),
    ])
    expect(rejected).toEqual(['not_found', 'not_found', 'not_found', 'not_found'])
    expect((await world.chat.list(eve)).chats).toEqual([])
  })

  test('A2: another user’s chat_id, or one with another receiver, stores and delivers nothing', async () => {
    const { chatId } = await sendText(anna, ben, 'ours')
    await world.befriend(anna, eve)
    const withEve = await sendText(anna, eve, 'hello')
    takeFrames()
    expect(await errorCode(sendText(eve, anna, 'intruding', { chat_id: chatId }))).toBe('not_found')
    expect(await errorCode(sendText(anna, ben, 'wrong room', { chat_id: withEve.chatId }))).toBe('not_found')
    expect(await errorCode(sendText(anna, ben, 'no room', { chat_id: randomUUID() }))).toBe('not_found')
    expect(await errorCode(world.chat.send(anna, eve, aMessage(anna, ben)))).toBe('invalid_input')
    expect([takeFrames(), await contentsOf(anna, chatId), await contentsOf(anna, withEve.chatId)]).toEqual([[], ['1 ours'], ['1 hello']])
  })

  test('A3: a forged sender is rejected and never stored', async () => {
    expect(await errorCode(world.chat.send(eve, ben, aMessage(anna, ben)))).toBe('invalid_input')
    expect(await errorCode(world.chat.send(anna, ben, aMessage(ben, anna)))).toBe('invalid_input')
    expect([takeFrames(), (await world.chat.list(ben)).chats]).toEqual([[], []])
  })

  test('A4: blocks and unknown users get the same error, and so do all strangers of users who accept only buddies', async () => {
    await world.privacy.change(anna, { messages: 'buddies' })
    expect(await errorCode(sendText(eve, anna, 'hi'))).toBe('not_connected')
    expect(await errorCode(world.chat.open(eve, anna))).toBe('not_connected')
    await world.connections.block(anna, eve)
    expect(await errorCode(sendText(eve, anna, 'hi'))).toBe('not_found')
    expect(await errorCode(sendText(anna, eve, 'hi'))).toBe('not_found')
    expect(await errorCode(sendText(eve, randomUUID(), 'hi'))).toBe('not_found')
    expect(await errorCode(sendText(eve, eve, 'hi'))).toBe('invalid_input')
    expect(await Promise.all([anna, randomUUID()].map((to) => errorCode(world.chat.open(eve, to))))).toEqual(['not_found', 'not_found'])
    expect(await errorCode(world.chat.open(eve, eve))).toBe('not_found')
  })

  test('A5: private content of other users can’t be attached or referenced', async () => {
    await world.befriend(ben, eve)
    const theirs = await sendText(eve, ben, 'between us')
    const [picture, own] = [await world.picture(ben), await world.picture(anna)]
    const moment = randomUUID()
    world.moments.set(moment, new Set([ben]))
    takeFrames()
    for (const change of [
      { media: [picture] },
      { media: [own, picture] },
      { media: ['../../etc/passwd'] },
      { referenceItem: [picture] },
      { referenceItem: [`message:${theirs.id}`] },
      { referenceItem: [`message:${randomUUID()}`] },
      { referenceItem: [`moment:${moment}`] },
      { referenceItem: [`moment:${randomUUID()}`] },
    ]) {
      expect(await errorCode(sendText(anna, ben, 'look', change))).toBe('not_found')
    }
    expect(takeFrames()).toEqual([])
  })

  test('a block on another server during an outage of the bus ends writing after the reconnect', async () => {
    let rejoined: (since: Date) => void = () => undefined
    const bus = { ...createMemoryBus({ log: world.log }), onReconnected: (listener: typeof rejoined) => void (rejoined = listener) }
    const cutOff = chatWorld(database.db, { bus })
    await cutOff.chat.send(anna, ben, aMessage(anna, ben))
    await world.connections.block(ben, anna)
    await cutOff.chat.send(anna, ben, aMessage(anna, ben))
    rejoined(new Date())
    expect(await errorCode(cutOff.chat.send(anna, ben, aMessage(anna, ben)))).toBe('not_found')
  })

  test('A46: a block hides the chat from both and ends writing at once; an unblock shows the history again', async () => {
    const { chatId } = await sendText(anna, ben, 'before')
    await world.connections.block(ben, anna)
    await world.settle()
    takeFrames()
    for (const [first, second] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      expect(await errorCode(sendText(first, second, 'x', { chat_id: chatId }))).toBe('not_found')
      expect(await errorCode(world.chat.history(first, chatId, {}))).toBe('not_found')
      expect(await errorCode(world.chat.read(first, chatId, 1))).toBe('not_found')
      expect((await world.chat.list(first)).chats).toEqual([])
    }
    expect(takeFrames()).toEqual([])
    await world.connections.unblock(ben, anna)
    expect(await contentsOf(anna, chatId)).toEqual(['1 before'])
  })
})

describe('open', () => {
  test('creates an empty chat with a buddy, listed only for the user who opened it', async () => {
    const row = await world.chat.open(anna, ben)
    const cards = await world.people.cards([ben])
    expect(row).toEqual({
      chat_id: row.chat_id,
      person: cards.get(ben),
      last: null,
      last_seq: 0,
      change_seq: 0,
      read_seq: 0,
      their_delivered_seq: 0,
      their_read_seq: 0,
      unread: 0,
      can_write: true,
      can_attach: true,
      tab: 'chats',
      request: 'none',
      muted_until: null,
    })
    expect(await world.chat.list(anna)).toEqual({ chats: [row], next_cursor: null, requests: 0 })
    expect((await world.chat.list(ben)).chats).toEqual([])
    expect((await world.chat.open(ben, anna)).chat_id).toBe(row.chat_id)
  })

  test('keeps the history but allows no writing after the connection has ended', async () => {
    const { chatId } = await sendText(anna, ben, 'before')
    await world.connections.unfriend(anna, ben)
    expect(await world.chat.open(ben, anna)).toMatchObject({ chat_id: chatId, can_write: false, unread: 1 })
    expect(await contentsOf(ben, chatId)).toEqual(['1 before'])
    expect(await errorCode(sendText(ben, anna, 'after'))).toBe('not_connected')
  })
})

/** A fake socket of a user that records the frames sent to it. */
function aPeer(uid: Uid) {
  const got: { event: string; data: unknown }[] = []
  const peer = { id: randomUUID(), uid, send: (frame: { event: string }, data: unknown) => void got.push({ event: frame.event, data }) }
  return { peer, got }
}
const socketRoute = (event: string) => {
  const found = chatSocket(world.chat, world.log).find(({ frame }) => frame.event === event)
  if (!found) throw new Error(`no handler for ${event}`)
  return found
}

describe('the socket', () => {
  test('acknowledges a message after it is stored', async () => {
    const { peer, got } = aPeer(anna)
    const message = aMessage(anna, ben)
    expect(socketRoute('sendMessage').handle({ message, to: ben }, peer)).toBeUndefined()
    expect(got).toEqual([])
    await world.chat.idle()
    const [row] = (await world.chat.list(anna)).chats
    expect(got).toEqual([
      { event: 'message_stored', data: { id: message.id, chat_id: row?.chat_id, seq: 1, sent_date: world.clock.now().toISOString() } },
    ])
  })

  test('sends an error with the id of the message', async () => {
    await world.privacy.change(ben, { messages: 'buddies' })
    const { peer, got } = aPeer(eve)
    const message = aMessage(eve, ben)
    void socketRoute('sendMessage').handle({ message, to: ben }, peer)
    await world.chat.idle()
    expect(got).toEqual([
      { event: 'error', data: { message: 'You can do this once you’re buddies.', code: 'not_connected', id: message.id } },
    ])
  })

  test('accepts blank text in the contract, so that the service rejects it with its own code', () => {
    const data = { message: aMessage(anna, ben, { content: '   ', id: newUuidv7(0) }), to: ben }
    expect(socketRoute('sendMessage').frame.data.safeParse(data).success).toBe(true)
    expect(socketRoute('sendMessage').frame.data.safeParse({ ...data, to: 'everyone' }).success).toBe(false)
  })
})

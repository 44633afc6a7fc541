import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { aMessage, world, setUpChat } from './chat.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpChat()

let anna: Uid
let ben: Uid
beforeEach(async () => {
  ;[anna, ben] = await world.buddies('Anna', 'Ben')
})

const sendText = (from: Uid, to: Uid, content: string) => world.chat.send(from, to, aMessage(from, to, { content }))
const takeFrames = () => world.hub.takeFrames().map(({ uid, event, data }) => ({ to: uid === anna ? 'anna' : 'ben', event, data }))
const receiptsOf = async (viewer: Uid) => {
  const [row] = (await world.chat.list(viewer)).chats
  return row && [row.unread, row.read_seq, row.their_delivered_seq, row.their_read_seq]
}

describe('receipts', () => {
  test('read positions only move forward and are sent to the other member and to the reader’s other devices', async () => {
    const { chatId } = await sendText(anna, ben, '1')
    await sendText(anna, ben, '2')
    takeFrames()
    await world.chat.read(ben, chatId, 2)
    const readFrame = { event: 'chat_read', data: { chat_id: chatId, by: ben, seq: 2 } }
    expect(takeFrames()).toEqual([
      { to: 'ben', ...readFrame },
      { to: 'anna', ...readFrame },
    ])
    expect(world.events.at(-1)).toEqual({ kind: 'chat.read', by: ben, chatId })
    await world.chat.read(ben, chatId, 1)
    expect(takeFrames()).toEqual([])
    expect([await receiptsOf(ben), await receiptsOf(anna)]).toEqual([
      [0, 2, 0, 0],
      [0, 0, 2, 2],
    ])
  })

  test('a delivery is sent to the sender and doesn’t count as read', async () => {
    const { chatId } = await sendText(anna, ben, '1')
    takeFrames()
    await world.chat.delivered(ben, chatId, 1)
    await world.chat.delivered(ben, chatId, 1)
    expect(takeFrames()).toEqual([{ to: 'anna', event: 'chat_delivered', data: { chat_id: chatId, by: ben, seq: 1 } }])
    expect([await receiptsOf(ben), await receiptsOf(anna)]).toEqual([
      [1, 0, 0, 0],
      [0, 0, 1, 0],
    ])
  })

  test('never go beyond the newest message; concurrent updates end at the highest', async () => {
    const { chatId } = await sendText(anna, ben, '1')
    await Promise.all([3, 99, 1, 2].map((seq) => world.chat.read(ben, chatId, seq)))
    expect(await receiptsOf(ben)).toEqual([0, 1, 0, 0])
  })

  test.each(['anna', 'ben'])('with receipts off for %s neither sees the other’s positions, and no frame is sent', async (name) => {
    await world.privacy.change(name === 'anna' ? anna : ben, { receipts: false })
    const { chatId } = await sendText(anna, ben, '1')
    takeFrames()
    await world.chat.delivered(ben, chatId, 1)
    await world.chat.read(ben, chatId, 1)
    expect(takeFrames()).toEqual([{ to: 'ben', event: 'chat_read', data: { chat_id: chatId, by: ben, seq: 1 } }])
    expect([await receiptsOf(anna), (await world.chat.resume(anna, [])).chats]).toMatchObject([
      [0, 0, 0, 0],
      [{ their_delivered_seq: 0, their_read_seq: 0 }],
    ])
  })

  test.each(['anna', 'ben'])(
    'positions that moved while %s had receipts off stay hidden after they are on; later ones are shared',
    async (name) => {
      const switching = name === 'anna' ? anna : ben
      const { chatId } = await sendText(anna, ben, '1')
      await world.chat.read(ben, chatId, 1)
      await world.privacy.change(switching, { receipts: false })
      await sendText(anna, ben, '2')
      await world.chat.delivered(ben, chatId, 2)
      await sendText(anna, ben, '3')
      await world.chat.read(ben, chatId, 3)
      await world.privacy.change(switching, { receipts: true })
      const resumed = async () => (await world.chat.resume(anna, [])).chats.map((chat) => [chat.their_delivered_seq, chat.their_read_seq])
      expect([await receiptsOf(anna), await resumed(), await receiptsOf(ben)]).toEqual([[0, 0, 1, 1], [[1, 1]], [0, 3, 0, 0]])
      await sendText(anna, ben, '4')
      await world.chat.delivered(ben, chatId, 4)
      expect([await receiptsOf(anna), await resumed()]).toEqual([[0, 0, 4, 1], [[4, 1]]])
      await world.chat.read(ben, chatId, 4)
      expect([await receiptsOf(anna), await resumed()]).toEqual([[0, 0, 4, 4], [[4, 4]]])
    },
  )
})

describe('typing', () => {
  test('is sent to the other member while both may write', async () => {
    const { chatId } = await sendText(anna, ben, '1')
    takeFrames()
    await world.chat.typing(anna, chatId)
    expect(takeFrames()).toEqual([{ to: 'ben', event: 'is_typing', data: { chat_id: chatId, by: anna } }])
    await world.connections.unfriend(anna, ben)
    takeFrames()
    await world.chat.typing(anna, chatId)
    expect(takeFrames()).toEqual([])
  })

  test.each(['anna', 'ben'])('is not sent with typing indicators off for %s', async (name) => {
    const { chatId } = await sendText(anna, ben, '1')
    await world.privacy.change(name === 'anna' ? anna : ben, { typing: false })
    takeFrames()
    await world.chat.typing(anna, chatId)
    expect(takeFrames()).toEqual([])
  })

  test('is not sent to a user who has not accepted the request', async () => {
    const eve = await world.stranger('Eve')
    const { chatId } = await sendText(eve, anna, 'hi')
    takeFrames()
    await world.chat.typing(eve, chatId)
    expect(takeFrames()).toEqual([])
  })
})

describe('resume', () => {
  const cachedPosition = (chatId: string, seq: number, id: string | null, changeSeq = 0) => [{ chatId, seq, id, changeSeq }]

  test('returns the positions of all chats, including uncached ones', async () => {
    const cleo = await world.stranger('Cleo')
    await world.befriend(anna, cleo)
    const first = await sendText(anna, ben, '1')
    world.clock.pass(1_000)
    const second = await sendText(cleo, anna, '2')
    const { chats, reset } = await world.chat.resume(anna, cachedPosition(first.chatId, 1, first.id))
    expect([chats.map((chat) => [chat.chat_id, chat.last_seq, chat.change_seq]), reset]).toEqual([
      [
        [second.chatId, 1, 0],
        [first.chatId, 1, 0],
      ],
      [],
    ])
  })

  test('answers concurrent queries, each by its own cached positions', async () => {
    const { chatId, id } = await sendText(anna, ben, '1')
    const eve = await world.stranger('Eve')
    const results = await Promise.all([
      world.chat.resume(anna, cachedPosition(chatId, 1, id)),
      world.chat.resume(anna, cachedPosition(chatId, 2, id)),
      world.chat.resume(ben, []),
      world.chat.resume(eve, cachedPosition(chatId, 1, id)),
    ])
    expect(results.map(({ chats, reset }) => [chats.map((chat) => chat.chat_id), reset])).toEqual([
      [[chatId], []],
      [[chatId], [chatId]],
      [[chatId], []],
      [[], [chatId]],
    ])
  })

  test('F16: a device that is ahead of the store, or has a different history, gets a reset', async () => {
    const sent = await sendText(anna, ben, '1')
    const { chatId } = sent
    const resets = async (...given: Parameters<typeof cachedPosition>) => (await world.chat.resume(anna, cachedPosition(...given))).reset
    expect(await resets(chatId, 1, sent.id)).toEqual([])
    expect(await resets(chatId, 0, null)).toEqual([])
    expect(await resets(chatId, 2, newUuidv7(0))).toEqual([chatId])
    expect(await resets(chatId, 1, newUuidv7(0))).toEqual([chatId])
    expect(await resets(chatId, 1, sent.id, 5)).toEqual([chatId])
    const unknown = randomUUID()
    expect(await resets(unknown, 1, sent.id)).toEqual([unknown])
  })

  test('A46: a chat hidden by a block looks like an unknown one, for both', async () => {
    const { chatId, id } = await sendText(anna, ben, '1')
    await world.connections.block(anna, ben)
    for (const user of [anna, ben])
      expect(await world.chat.resume(user, cachedPosition(chatId, 1, id))).toEqual({ chats: [], reset: [chatId] })
    await world.connections.unblock(anna, ben)
    expect((await world.chat.resume(ben, cachedPosition(chatId, 1, id))).chats.map((chat) => chat.chat_id)).toEqual([chatId])
  })

  test('A1: other people’s chats look like unknown ones', async () => {
    const { chatId, id } = await sendText(anna, ben, '1')
    const eve = await world.stranger('Eve')
    expect(await world.chat.resume(eve, cachedPosition(chatId, 1, id))).toEqual({ chats: [], reset: [chatId] })
    expect(await errorCode(world.chat.read(eve, chatId, 1))).toBe('not_found')
    expect(await errorCode(world.chat.delivered(eve, chatId, 1))).toBe('not_found')
    expect(await errorCode(world.chat.typing(eve, chatId))).toBe('not_found')
  })
})

describe('search', () => {
  const found = async (q: string, change = {}) =>
    (await world.chat.search(anna, { q, ...change })).found.map(({ message }) => message.content)

  test('finds text only in the viewer’s conversations, newest first, with the other person', async () => {
    const cleo = await world.stranger('Cleo')
    await world.befriend(anna, cleo)
    await world.befriend(ben, cleo)
    await sendText(anna, ben, 'The Basement tapes')
    world.clock.pass(1_000)
    const { chatId } = await sendText(cleo, anna, 'that basement again')
    await sendText(ben, cleo, 'basement, between us')
    expect(await found('BASEMENT')).toEqual(['that basement again', 'The Basement tapes'])
    expect(await found('basement', { chat_id: chatId })).toEqual(['that basement again'])
    expect((await world.chat.search(anna, { q: 'tapes' })).found[0]?.person.name).toBe('Ben')
  })

  test('pages without losing results, and escapes SQL wildcards', async () => {
    for (let index = 0; index < 5; index++) await sendText(anna, ben, `page ${index} 100%_\\`)
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await world.chat.search(anna, { q: '%_\\', limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...page.found.map(({ message }) => message.content.slice(0, 6)))
      cursor = page.next_cursor
    } while (cursor)
    expect(seen).toEqual(['page 4', 'page 3', 'page 2', 'page 1', 'page 0'])
    expect(await found('%%')).toEqual([])
  })

  test('does not find deleted or overwritten text, messages of hidden people, or other people’s chats', async () => {
    const gone = await sendText(anna, ben, 'needle one')
    const edited = await sendText(anna, ben, 'needle two')
    await sendText(anna, ben, 'needle three')
    const which = (message: { id: string; seq: number; chatId: string }) => ({ id: message.id, seq: message.seq, chat_id: message.chatId })
    await world.chat.remove(anna, which(gone))
    await world.chat.edit(anna, which(edited), 'haystack')
    expect(await found('needle')).toEqual(['needle three'])
    await world.connections.block(ben, anna)
    expect(await found('needle')).toEqual([])
    expect(await errorCode(world.chat.search(anna, { q: 'needle', chat_id: gone.chatId }))).toBe('not_found')
  })
})

import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { newUuidv7 } from '#contract/base/uuidv7.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { classifyFailure } from './chat.failure.ts'
import { createReceiptStore } from './chat.receipts.store.ts'
import { createMessageStore, type MessagePage } from './chat.messages.store.ts'
import { createChatStore, type ChatStore } from './chat.store.ts'
import type { NewMessage } from './chat.types.ts'
import { writeMessages } from './chat.write.store.ts'
import { createChatWriter } from './chat.writer.ts'
import { database, setUpPeople, world } from '#tests/kit/people-world.ts'

const log = createLogs({ filter: 'off', pretty: false })('chat')
const noon = new Date('2026-11-20T12:00:00.000Z')

setUpPeople()
let store: ChatStore
let reader: ReturnType<typeof createMessageStore>
beforeAll(async () => {
  store = createChatStore(database.db)
  reader = createMessageStore(database.db)
})

let anna: Uid
let ben: Uid
let chatId: string
beforeEach(async () => {
  anna = await world.stranger()
  ben = await world.stranger()
  chatId = await pairChat(anna, ben)
})

const newMessage = (sender: Uid, content: string, change: Partial<NewMessage> = {}): NewMessage => ({
  chatId,
  id: newUuidv7(noon.getTime()),
  sender,
  type: 'text',
  content,
  referenceItem: [],
  media: [],
  sentAt: noon,
  ...change,
})
/** The fields of an unchanged message. */
const unchanged = { editedAt: null, deletedAt: null, changeSeq: null }
const write = (...messages: NewMessage[]) => writeMessages(database.db, messages)
const stored = async (id = chatId) => (await reader.page(id, { after: 0, limit: 2_000 })).toReversed()
const pairChat = async (a: Uid, b: Uid) => {
  const [made] = await store.pairChats([{ pair: [a, b], id: randomUUID() }], noon)
  if (!made) throw new Error('One of the users does not exist.')
  return made.id
}
const contents = async (id = chatId) => (await stored(id)).map(({ seq, content }) => `${seq} ${content}`)
const seqs = async (page: MessagePage) => (await reader.page(chatId, page)).map(({ seq }) => seq)
const kindOf = (message: NewMessage) => write(message).then(() => 'stored', classifyFailure)
const aWriter = () => createChatWriter({ commit: (messages) => write(...messages), log })
const remove = (uid: Uid) => sql`delete from people where uid = ${uid}`.execute(database.db)

describe('pairChats', () => {
  test('returns the same chat for both orders, and creates it once for concurrent calls', async () => {
    const cleo = await world.stranger()
    const made = await Promise.all([anna, cleo].flatMap((user, index) => [0, 1, 2].map(() => pairChat(user, [cleo, anna][index] ?? cleo))))
    expect(new Set(made).size).toBe(1)
    expect(await store.findPairChat(cleo, anna)).toBe(made[0])
    expect(await database.query('select uid from chat_members where chat_id = $1 order by uid', [made[0]])).toEqual(
      [anna, cleo].toSorted().map((uid) => ({ uid })),
    )
  })

  test('creates many chats in one commit, without pairs with unknown users', async () => {
    const cleo = await world.stranger()
    const id = randomUUID()
    const pairs = [[cleo, anna] as const, [ben, randomUUID()] as const, [anna, ben] as const]
    const made = await store.pairChats(
      pairs.map((pair, index) => ({ pair, id: index === 0 ? id : randomUUID() })),
      noon,
    )
    expect(made.map(({ id: one }) => one).toSorted()).toEqual([id, chatId].toSorted())
    expect(await store.findPairChat(anna, cleo)).toBe(id)
  })

  test('lists the two users as companions, each once', async () => {
    const [cleo, dora] = [await world.stranger(), await world.stranger()]
    await pairChat(cleo, dora)
    expect([await store.listCompanions(cleo), await store.listCompanions(await world.stranger())]).toEqual([[dora], []])
  })

  test('finds no chat for two users without one', async () => {
    expect(await store.findPairChat(anna, await world.stranger())).toBeUndefined()
  })
})

describe('writeMessages', () => {
  test('continues the sequence and returns the stored messages', async () => {
    const first = newMessage(anna, 'one', { referenceItem: ['dQw4w9WgXcQ'], type: 'youtube video' })
    expect(await write(first)).toEqual([{ repeated: false, message: { ...first, ...unchanged, seq: 1 } }])
    const [second, third] = [newMessage(ben, 'two'), newMessage(anna, 'three', { sentAt: new Date('2026-11-20T12:00:01.250Z') })]
    expect(await write(second, third)).toEqual([
      { repeated: false, message: { ...second, ...unchanged, seq: 2 } },
      { repeated: false, message: { ...third, ...unchanged, seq: 3 } },
    ])
    expect(await stored()).toEqual([
      { ...first, ...unchanged, seq: 1 },
      { ...second, ...unchanged, seq: 2 },
      { ...third, ...unchanged, seq: 3 },
    ])
  })

  test('numbers each chat of a batch separately', async () => {
    const other = await pairChat(anna, await world.stranger())
    await write(
      newMessage(anna, 'a'),
      newMessage(anna, 'x', { chatId: other }),
      newMessage(ben, 'b'),
      newMessage(anna, 'y', { chatId: other }),
    )
    expect([await contents(), await contents(other)]).toEqual([
      ['1 a', '2 b'],
      ['1 x', '2 y'],
    ])
  })

  test('stores a repeat once without a gap and returns the first message', async () => {
    const first = newMessage(anna, 'first')
    await write(first)
    const results = await write(newMessage(ben, 'between'), { ...first, content: 'something else' }, newMessage(ben, 'after'))
    expect(results[1]).toEqual({ repeated: true, message: { ...first, ...unchanged, seq: 1 } })
    expect(await contents()).toEqual(['1 first', '2 between', '3 after'])
  })

  test('stores new messages and returns earlier ones in one batch, even for changed or deleted chats', async () => {
    const carl = await world.stranger()
    const gone = await pairChat(anna, carl)
    const [here, there] = [newMessage(anna, 'here'), newMessage(anna, 'there', { chatId: gone })]
    await write(here, there)
    await remove(carl)
    const next = newMessage(ben, 'next', { media: ['picture'] })
    const results = await write(there, newMessage(anna, 'nobody there', { chatId: gone }), here, next)
    expect(results).toEqual([
      { repeated: true, message: { ...there, ...unchanged, seq: 1 } },
      undefined,
      { repeated: true, message: { ...here, ...unchanged, seq: 1 } },
      { repeated: false, message: { ...next, ...unchanged, seq: 2 } },
    ])
    expect((await stored()).map(({ content, media }) => [content, media])).toEqual([
      ['here', []],
      ['next', ['picture']],
    ])
  })

  test('stores the same id from a different sender as a different message', async () => {
    const first = newMessage(anna, 'mine')
    await write(first, newMessage(ben, 'also mine', { id: first.id }))
    expect(await contents()).toEqual(['1 mine', '2 also mine'])
  })

  test('returns any text unchanged', async () => {
    const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }).map((entry) => entry.replaceAll('\0', '').toWellFormed())
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), fc.array(text, { maxLength: 3 }), async (texts, references) => {
        const results = await write(...texts.map((content) => newMessage(anna, content, { referenceItem: references })))
        expect(results.map((result) => result?.message.content)).toEqual(texts)
        expect(results.map((result) => result?.message.referenceItem)).toEqual(texts.map(() => references))
      }),
      { numRuns: 40 },
    )
  })

  test('stores nothing in a deleted chat', async () => {
    expect(await write(newMessage(anna, 'x', { chatId: randomUUID() }), newMessage(anna, 'y'))).toMatchObject([
      undefined,
      { message: { seq: 1 } },
    ])
  })

  test('stores nothing after a member is deleted; the other keeps the history', async () => {
    await write(newMessage(anna, 'bye'), newMessage(ben, 'wait'))
    await remove(anna)
    expect(await write(newMessage(ben, 'are you there?'))).toEqual([undefined])
    await expect(write(newMessage(anna, 'back'))).resolves.toEqual([undefined])
    expect((await stored()).map(({ sender, content }) => [sender, content])).toEqual([
      [null, 'bye'],
      [ben, 'wait'],
    ])
    expect(await store.chatOf(ben, chatId)).toMatchObject({ other: null, lastSeq: 2 })
  })

  test('stores no message of a sender who is not a member', async () => {
    expect(await write(newMessage(await world.stranger(), 'x'))).toEqual([undefined])
    expect(await write(newMessage(randomUUID(), 'x'))).toEqual([undefined])
    expect(await contents()).toEqual([])
  })

  test('clears the sender of a deleted account', async () => {
    const writing = Array.from({ length: 40 }, (_, index) => write(newMessage(anna, `while leaving ${index}`)))
    await remove(anna)
    const writtenSeqs = (await Promise.all(writing)).flatMap(([it]) => (it ? [it.message.seq] : []))
    expect((await stored()).map(({ seq, sender }) => [seq, sender])).toEqual(
      writtenSeqs.toSorted((a, b) => a - b).map((seq) => [seq, null]),
    )
  })

  test('a deleted chat deletes its own messages only', async () => {
    const other = await pairChat(anna, await world.stranger())
    await write(newMessage(anna, 'goes'), newMessage(anna, 'stays', { chatId: other }))
    await sql`delete from chats where id = ${chatId}`.execute(database.db)
    expect([await contents(), await contents(other)]).toEqual([[], ['1 stays']])
  })

  test('classifies a NUL character as `data`', async () => {
    expect(await kindOf(newMessage(anna, 'a\0b'))).toBe('data')
  })
})

describe('the writer on a database', () => {
  test('stores 500 concurrent messages of two users without gaps, each in order', async () => {
    const writer = aWriter()
    const sent = Array.from({ length: 500 }, (_, index) => newMessage(index % 2 ? anna : ben, String(index)))
    const results = await Promise.all(sent.map((message) => writer.write(message)))
    expect(results.map(({ message }) => message.seq)).toEqual(sent.map((_, index) => index + 1))
    expect((await stored()).map(({ seq, content }) => [seq, content])).toEqual(sent.map((_, index) => [index + 1, String(index)]))
  })

  test('two servers that write the same messages store each once without gaps', async () => {
    const writers = [aWriter(), aWriter()]
    const sent = Array.from({ length: 200 }, (_, index) => newMessage(index % 2 ? anna : ben, String(index)))
    const results = await Promise.all(sent.flatMap((message) => writers.map((writer) => writer.write(message))))
    const places = await stored()
    expect(places.map(({ seq }) => seq)).toEqual(sent.map((_, index) => index + 1))
    expect(new Set(places.map(({ id }) => id)).size).toBe(200)
    for (const [index, { message }] of results.entries())
      expect(message).toEqual(places.find(({ id }) => id === sent[Math.floor(index / 2)]?.id))
  })

  test('any resends in any batches result in sequences from 1 to n', async () => {
    const other = await pairChat(anna, await world.stranger())
    const plan = fc.array(fc.record({ key: fc.nat(15), chat: fc.constantFrom(0, 1), sender: fc.constantFrom(0, 1), turn: fc.boolean() }), {
      minLength: 1,
      maxLength: 60,
    })
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        const writer = aWriter()
        const ids = Array.from({ length: 16 }, () => newUuidv7(noon.getTime()))
        const writing: Promise<unknown>[] = []
        for (const { key, chat, sender, turn } of steps) {
          writing.push(
            writer.write(newMessage(sender && !chat ? ben : anna, `${key}`, { id: ids[key] ?? '', chatId: chat ? other : chatId })),
          )
          if (turn) await Promise.all(writing)
        }
        await Promise.all(writing)
        for (const id of [chatId, other])
          expect((await stored(id)).map(({ seq }) => seq)).toEqual((await stored(id)).map((_, index) => index + 1))
      }),
      { numRuns: 25 },
    )
    const all = [...(await stored()), ...(await stored(other))]
    expect(new Set(all.map(({ sender, id }) => `${sender}/${id}`)).size).toBe(all.length)
  })

  test('rejects only the message with a NUL character', async () => {
    const writer = aWriter()
    const outcomes = await Promise.allSettled(['1', 'a\0b', '2'].map((content) => writer.write(newMessage(anna, content))))
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await contents()).toEqual(['1 1', '2 2'])
  })
})

describe('read', () => {
  test('pages from the newest, before and after a message, newest first', async () => {
    await write(...Array.from({ length: 7 }, (_, index) => newMessage(anna, String(index))))
    expect(await seqs({ limit: 3 })).toEqual([7, 6, 5])
    expect(await seqs({ limit: 3, before: 5 })).toEqual([4, 3, 2])
    expect(await seqs({ limit: 3, before: 1 })).toEqual([])
    expect(await seqs({ limit: 3, after: 2 })).toEqual([5, 4, 3])
    expect(await seqs({ limit: 3, after: 7 })).toEqual([])
    expect(await seqs({ limit: 4, around: 4 })).toEqual([6, 5, 4, 3])
    expect(await seqs({ limit: 4, around: 7 })).toEqual([7, 6])
  })

  test('read positions only move forward, never past the newest message', async () => {
    await write(...['1', '2', '3'].map((content) => newMessage(anna, content)))
    const read = async (uid: Uid, seq: number) => {
      const [moved] = await createReceiptStore(database.db).advance([{ chatId, uid, read: seq, delivered: 0, isShared: true }], new Date())
      return moved && [moved.readSeq, moved.readMoved, moved.deliveredSeq]
    }
    expect(await read(ben, 2)).toEqual([2, true, 2])
    expect(await read(ben, 1)).toEqual([2, false, 2])
    expect(await read(ben, 99)).toEqual([3, true, 3])
    expect(await read(ben, 99)).toEqual([3, false, 3])
    expect(await read(await world.stranger(), 1)).toBeUndefined()
  })

  test('lists chats with messages and opened empty ones, latest first, with unread counts', async () => {
    const [cleo, dan] = [await world.stranger(), await world.stranger()]
    const withCleo = await pairChat(anna, cleo)
    const withDan = await pairChat(anna, dan)
    await write(newMessage(ben, 'hi'), newMessage(ben, 'there'), newMessage(anna, 'hello'), newMessage(ben, 'well'))
    await write(newMessage(cleo, 'later', { chatId: withCleo, sentAt: new Date('2026-11-20T12:05:00.000Z') }))
    await createReceiptStore(database.db).advance([{ chatId, uid: anna, read: 1, delivered: 0, isShared: true }], new Date())
    await store.markOpened(withDan, dan, noon)
    const listed = (await store.chatsOf(anna, 'chats', null, 10)).map((chat) => [
      chat.other,
      chat.lastSeq,
      chat.readSeq,
      chat.theirReadSeq,
      chat.unread,
      chat.last?.content,
    ])
    expect(listed).toEqual([
      [cleo, 1, 0, 0, 1, 'later'],
      [ben, 4, 1, 0, 2, 'well'],
    ])
    expect((await store.chatsOf(dan, 'chats', null, 10)).map((chat) => [chat.other, chat.lastSeq, chat.last])).toEqual([[anna, 0, null]])
  })
})

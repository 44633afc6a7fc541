import { beforeEach, expect, test } from 'vitest'
import { chatFrames } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { FORWARDED_REFERENCE } from '#contract/chat/message-link.ts'
import { chatPersonalData } from '../chat.personal.store.ts'
import { aMessage, database, world, setUpChat } from '../chat.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpChat()

let anna: Uid
let ben: Uid
let cleo: Uid
let chatId: string
beforeEach(async () => {
  ;[anna, ben, cleo] = await world.buddies('Anna', 'Ben', 'Cleo')
  chatId = (await world.chat.open(anna, ben)).chat_id
  world.clock.pass(3_600_000)
})

const send = (from: Uid, to: Uid, content: string, change = {}) => world.chat.send(from, to, aMessage(from, to, { content, ...change }))
const pinned = async (viewer: Uid, id = chatId) => (await world.chat.pins.get(viewer, id)).pins.map(({ message }) => message.content)
const starred = async (viewer: Uid) => (await world.chat.pins.starred(viewer, {})).found.map(({ message }) => message.content)
const changedFor = () => world.hub.takeFrames().flatMap(({ uid, event }) => (event === chatFrames.chat_changed.event ? [uid] : []))

const aGroup = () => world.aGroup(anna, [ben, cleo])
const sendText = (from: Uid, id: string, content: string) => world.chat.send(from, id, aMessage(from, id, { content, chat_id: id }))

test('either user of a chat of two pins a message for both, the latest pin first, and both are notified', async () => {
  const first = await send(anna, ben, 'the address')
  const second = await send(ben, anna, 'the time')
  await world.chat.pins.pin(anna, chatId, first.seq, true)
  world.clock.pass(1_000)
  world.hub.takeFrames()
  await world.chat.pins.pin(ben, chatId, second.seq, true)
  expect(changedFor().toSorted()).toEqual([anna, ben].toSorted())
  expect(await pinned(anna)).toEqual(['the time', 'the address'])
  expect((await world.chat.pins.get(anna, chatId)).pins.map(({ by }) => by?.name)).toEqual(['Ben', 'Anna'])
  await world.chat.pins.pin(anna, chatId, second.seq, false)
  expect(await pinned(ben)).toEqual(['the address'])
})

test('strangers and blocked users can access neither pins nor stars', async () => {
  const { seq } = await send(anna, ben, 'ours')
  await world.chat.pins.pin(anna, chatId, seq, true)
  await world.chat.pins.star(anna, chatId, [seq], true)
  const codesOf = (viewer: Uid) =>
    Promise.all(
      [
        world.chat.pins.get(viewer, chatId),
        world.chat.pins.pin(viewer, chatId, seq, false),
        world.chat.pins.star(viewer, chatId, [seq], true),
      ].map(errorCode),
    )
  const hidden = ['not_found', 'not_found', 'not_found']
  expect(await codesOf(cleo)).toEqual(hidden)
  await world.block(ben, anna)
  expect([await codesOf(anna), await codesOf(ben)]).toEqual([hidden, hidden])
  expect(await starred(anna)).toEqual([])
})

test('after the connection has ended no one can pin, but both still see the pins', async () => {
  const { seq } = await send(anna, ben, 'ours')
  await world.chat.pins.pin(anna, chatId, seq, true)
  await world.connections.unfriend(anna, ben)
  await world.chat.disconnected(anna, ben)
  expect(await errorCode(world.chat.pins.pin(ben, chatId, seq, false))).toBe('forbidden')
  expect(await pinned(ben)).toEqual(['ours'])
  expect((await world.chat.pins.get(ben, chatId)).can_pin).toBe(false)
})

test('in a group the owner and admins pin, others see it, and a hidden author’s message is left out', async () => {
  const id = await aGroup()
  await sendText(ben, id, 'from Ben')
  expect(await errorCode(world.chat.pins.pin(ben, id, 1, true))).toBe('forbidden')
  await world.chat.pins.pin(anna, id, 1, true)
  expect(await pinned(cleo, id)).toEqual(['from Ben'])
  await world.chat.pins.star(cleo, id, [1], true)
  await world.block(ben, cleo)
  expect(await pinned(cleo, id)).toEqual([])
  expect(await starred(cleo)).toEqual([])
  expect(await pinned(anna, id)).toEqual(['from Ben'])
  await sendText(ben, id, 'again')
  await world.block(ben, anna)
  expect(await errorCode(world.chat.pins.pin(anna, id, 2, true))).toBe('not_found')
  expect((await world.chat.pins.star(anna, id, [2], true)).starred).toEqual([])
  expect(await database.query('select seq from pinned_messages where chat_id = $1', [id])).toEqual([{ seq: 1 }])
})

test('a deleted message is removed from pins and stars, and an unknown one can’t be pinned', async () => {
  const { seq, id } = await send(anna, ben, 'wrong')
  await world.chat.pins.pin(anna, chatId, seq, true)
  await world.chat.pins.star(ben, chatId, [seq], true)
  await world.chat.remove(anna, { chat_id: chatId, seq, id })
  expect(await pinned(ben)).toEqual([])
  expect((await world.chat.pins.get(ben, chatId)).starred).toEqual([])
  expect(await errorCode(world.chat.pins.pin(anna, chatId, seq, true))).toBe('not_found')
  expect(await errorCode(world.chat.pins.pin(anna, chatId, 99, true))).toBe('not_found')
})

test('a conversation has at most `limits.pins` pins; pinning one of them again is no error', async () => {
  for (let seq = 1; seq <= limits.pins.max + 1; seq++) {
    await send(anna, ben, `message ${seq}`)
    const call = errorCode(world.chat.pins.pin(anna, chatId, seq, true))
    expect(await call).toBe(seq > limits.pins.max ? 'wrong_state' : 'resolved')
  }
  expect(await errorCode(world.chat.pins.pin(ben, chatId, 1, true))).toBe('resolved')
})

test('stars are private, can be set on several messages at once, are listed page by page across all conversations, and are deleted with the membership', async () => {
  await send(ben, anna, 'first')
  await send(ben, anna, 'second')
  await world.chat.pins.star(anna, chatId, [1, 2, 77], true)
  const id = await aGroup()
  await sendText(cleo, id, 'in the group')
  world.clock.pass(1_000)
  await world.chat.pins.star(anna, id, [1], true)
  expect(await starred(anna)).toEqual(['in the group', 'second', 'first'])
  expect(await starred(ben)).toEqual([])
  expect((await world.chat.pins.get(ben, chatId)).starred).toEqual([])
  const page = await world.chat.pins.starred(anna, { limit: 2 })
  expect(page.found.map(({ message }) => message.content)).toEqual(['in the group', 'second'])
  const rest = await world.chat.pins.starred(anna, { limit: 2, cursor: page.next ?? '' })
  expect([rest.found.map(({ message }) => message.content), rest.next]).toEqual([['first'], null])
  await world.chat.pins.star(anna, chatId, [1], false)
  await world.chat.groups.leave(anna, id)
  expect(await starred(anna)).toEqual(['second'])
})

test('a conversation is marked as unread only for this user, counts as one message, and can be unmarked', async () => {
  await send(ben, anna, 'hello')
  await world.chat.read(anna, chatId, 1)
  const row = await world.chat.markUnread(anna, chatId, true)
  expect([row.marked_unread, row.unread]).toEqual([true, 0])
  expect((await world.chat.list(anna)).chats[0]?.marked_unread).toBe(true)
  expect((await world.chat.list(ben)).chats[0]?.marked_unread).toBeUndefined()
  expect(await world.chat.unread(anna)).toBe(1)
  world.hub.takeFrames()
  expect((await world.chat.markUnread(anna, chatId, false)).marked_unread).toBeUndefined()
  expect(changedFor()).toEqual([anna])
  expect(await world.chat.unread(anna)).toBe(0)
  expect(await errorCode(world.chat.markUnread(cleo, chatId, true))).toBe('not_found')
})

test('a forwarded message keeps its mark, and a moment only if the sender may see it', async () => {
  const moment = '00000000-0000-4000-8000-0000000000aa'
  await send(anna, ben, 'listen to this', { referenceItem: [FORWARDED_REFERENCE] })
  const [message] = await world.chat.history(ben, chatId, {})
  expect(message?.referenceItem).toEqual([FORWARDED_REFERENCE])
  const forward = { referenceItem: [FORWARDED_REFERENCE, `moment:${moment}`] }
  expect(await errorCode(send(anna, ben, 'a moment', forward))).toBe('not_found')
  world.moments.set(moment, new Set([anna]))
  expect(await errorCode(send(anna, ben, 'a moment', forward))).toBe('resolved')
  expect(await errorCode(send(anna, ben, 'twice', { referenceItem: [FORWARDED_REFERENCE, FORWARDED_REFERENCE] }))).toBe('invalid_input')
})

test('the export has pins, stars and marks, which are deleted with the account', async () => {
  const { seq } = await send(anna, ben, 'ours')
  await world.chat.pins.pin(ben, chatId, seq, true)
  await world.chat.pins.star(ben, chatId, [seq], true)
  await world.chat.markUnread(ben, chatId, true)
  const data = chatPersonalData({ db: database.db, clock: world.clock, chat: world.chat, events: { publish: () => undefined } })
  const files: string[] = []
  for await (const { path, bytes } of data.collect(ben, new Set())) files.push(`${path} ${Buffer.from(await bytes()).toString()}`)
  const file = files.find((text) => text.startsWith('chats/pins and stars.json'))
  const parts: unknown = JSON.parse(file?.slice(file.indexOf('{')) ?? '{}')
  expect(parts).toMatchObject({
    starred: [{ chat: chatId, seq }],
    pinned: [{ chat: chatId, seq }],
    marked_unread: [{ chat: chatId }],
  })
  await database.query('delete from people where uid = $1', [ben])
  const left = await database.query(
    'select uid::text from starred_messages where uid = $1 union all select pinned_by::text from pinned_messages where pinned_by = $1',
    [ben],
  )
  expect(left).toEqual([])
})

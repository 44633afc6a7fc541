import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ChatRow, ChatTab } from '#contract/chat/chat.ts'
import type { Uid } from '#contract/base/ids.ts'
import { REQUESTS_PER_HOUR } from './chat.send-permission.ts'
import { aMessage, database, world, setUpChat } from './chat.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpChat()

let anna: Uid
let eve: Uid
beforeEach(async () => {
  anna = await world.stranger('Anna')
  eve = await world.stranger('Eve')
})

const sendText = (from: Uid, to: Uid, content = 'hi', change = {}) => world.chat.send(from, to, aMessage(from, to, { content, ...change }))
const tab = async (viewer: Uid, name: ChatTab): Promise<ChatRow[]> => (await world.chat.list(viewer, { tab: name })).chats
const about = (row: ChatRow | undefined) => row && [row.tab, row.request, row.can_write, row.can_attach]
const frames = () => world.hub.takeFrames().map(({ uid, event }) => `${uid === anna ? 'anna' : 'eve'} ${event}`)

describe('a request', () => {
  test('is a first message to a stranger, pending for the sender and in the requests tab of the receiver', async () => {
    const { chatId } = await sendText(eve, anna)
    expect([about((await tab(eve, 'chats'))[0]), about((await tab(anna, 'requests'))[0])]).toEqual([
      ['chats', 'sent', false, false],
      ['requests', 'received', true, false],
    ])
    expect([await tab(anna, 'chats'), await tab(eve, 'requests'), (await world.chat.list(anna)).requests]).toEqual([[], [], 1])
    expect(world.events.at(-1)).toMatchObject({ kind: 'message.stored', from: eve, to: anna, chatId, isRequest: true, isQuiet: false })
  })

  test('is one message, even if several are sent at once; a resend is acknowledged', async () => {
    const first = aMessage(eve, anna)
    const outcomes = await Promise.all([first, first, aMessage(eve, anna)].map((message) => errorCode(world.chat.send(eve, anna, message))))
    expect(outcomes).toEqual(['resolved', 'resolved', 'request_waiting'])
  })

  test('is text only, without cards, pictures and references', async () => {
    const moment = randomUUID()
    world.moments.set(moment, new Set([eve]))
    for (const change of [
      { type: 'youtube video' as const, referenceItem: ['dQw4w9WgXcQ'] },
      { type: 'picture' as const, media: [await world.picture(eve)] },
      { referenceItem: [`moment:${moment}`] },
    ]) {
      expect(await errorCode(sendText(eve, anna, 'look', change))).toBe('request_text_only')
    }
    expect(await errorCode(sendText(eve, anna, 'words'))).toBe('resolved')
  })

  test('can’t be edited until it is accepted, and after a decline the receiver gets nothing', async () => {
    const { id, seq, chatId } = await sendText(eve, anna, 'first')
    const message = { id, seq, chat_id: chatId }
    const outcomes = async () => [
      await errorCode(world.chat.edit(eve, message, 'and another text')),
      await errorCode(world.chat.react(eve, message, '👋', true)),
      await errorCode(world.chat.react(eve, message, '👋', false)),
    ]
    frames()
    expect(await outcomes()).toEqual(['request_waiting', 'request_waiting', 'request_waiting'])
    await world.chat.decline(anna, chatId)
    frames()
    expect(await outcomes()).toEqual(['request_waiting', 'request_waiting', 'request_waiting'])
    expect([frames(), (await world.chat.history(anna, chatId, {})).map(({ content }) => content)]).toEqual([[], ['first']])
    await world.chat.accept(anna, chatId)
    expect(await outcomes()).toEqual(['resolved', 'resolved', 'resolved'])
  })

  test('can be deleted; the receiver is notified once, even if it is repeated', async () => {
    const { id, seq, chatId } = await sendText(eve, anna, 'first')
    await world.chat.decline(anna, chatId)
    frames()
    for (let times = 0; times < 2; times++) await world.chat.remove(eve, { id, seq, chat_id: chatId })
    expect(frames()).toEqual(['eve message_deleted', 'anna message_deleted', 'eve message_deleted'])
    expect((await world.chat.history(anna, chatId, {})).map(({ content }) => content)).toEqual([''])
  })

  test('is rejected if only buddies may write', async () => {
    await world.privacy.change(anna, { messages: 'buddies' })
    expect(await errorCode(sendText(eve, anna))).toBe('not_connected')
  })

  test(`is limited to ${REQUESTS_PER_HOUR} people an hour`, async () => {
    for (let index = 0; index < REQUESTS_PER_HOUR; index++) await sendText(eve, await world.stranger('P'))
    expect(await errorCode(sendText(eve, anna))).toBe('too_many_strangers')
    world.clock.pass(3_600_001)
    expect(await errorCode(sendText(eve, anna))).toBe('resolved')
  })

  test('from both at once opens the chat and notifies both', async () => {
    frames()
    await Promise.all([sendText(eve, anna), sendText(anna, eve)])
    expect(frames().filter((frame) => frame.endsWith('chat_changed'))).toHaveLength(2)
    expect(new Set(world.events.slice(-2).map((event) => event.kind === 'message.stored' && event.isRequest))).toEqual(
      new Set([true, false]),
    )
    expect([about((await tab(eve, 'chats'))[0]), about((await tab(anna, 'chats'))[0])]).toEqual([
      ['chats', 'none', true, true],
      ['chats', 'none', true, true],
    ])
  })
})

describe('the receiver of a request', () => {
  test('accepts it, and both can use the whole chat', async () => {
    const { chatId } = await sendText(eve, anna)
    frames()
    expect(about(await world.chat.accept(anna, chatId))).toEqual(['chats', 'none', true, true])
    expect(frames()).toEqual(['anna chat_changed', 'eve chat_changed'])
    expect(await errorCode(sendText(eve, anna, 'a song', { type: 'spotify track', referenceItem: ['4uLU6hMCjMI75M1A2tKUQC'] }))).toBe(
      'resolved',
    )
    expect(await errorCode(sendText(anna, eve))).toBe('resolved')
  })

  test('accepts it with a reply', async () => {
    const { chatId } = await sendText(eve, anna)
    await sendText(anna, eve, 'hello')
    expect(about(await world.chat.get(eve, chatId))).toEqual(['chats', 'none', true, true])
    expect(await errorCode(sendText(eve, anna, 'more'))).toBe('resolved')
  })

  test('declines it, and the sender doesn’t notice', async () => {
    const { chatId } = await sendText(eve, anna)
    const before = await world.chat.get(eve, chatId)
    frames()
    await world.chat.decline(anna, chatId)
    expect(frames()).toEqual(['anna chat_changed'])
    expect(await world.chat.get(eve, chatId)).toEqual(before)
    expect(await errorCode(sendText(eve, anna, 'please'))).toBe('request_waiting')
    expect([await tab(anna, 'requests'), await tab(anna, 'chats'), (await world.chat.list(anna)).requests]).toEqual([[], [], 0])
  })

  test('reads it on all devices, which the sender sees only after it is accepted', async () => {
    const { chatId } = await sendText(eve, anna)
    frames()
    await world.chat.delivered(anna, chatId, 1)
    await world.chat.read(anna, chatId, 1)
    expect([frames(), (await tab(anna, 'requests')).map((chat) => [chat.unread, chat.read_seq])]).toEqual([['anna chat_read'], [[0, 1]]])
    const seenByEve = async () => [await world.chat.get(eve, chatId), ...(await world.chat.resume(eve, [])).chats]
    const unknown = { their_delivered_seq: 0, their_read_seq: 0 }
    expect(await seenByEve()).toMatchObject([unknown, unknown])
    await world.chat.decline(anna, chatId)
    expect(await seenByEve()).toMatchObject([unknown, unknown])
    await world.chat.accept(anna, chatId)
    expect(await seenByEve()).toMatchObject([{ their_read_seq: 1 }, { their_read_seq: 1 }])
  })

  test('is the only user who can answer, and only while the request is open', async () => {
    const { chatId } = await sendText(eve, anna)
    const mallory = await world.stranger('Mallory')
    expect(await errorCode(world.chat.accept(eve, chatId))).toBe('wrong_state')
    expect(await errorCode(world.chat.decline(eve, chatId))).toBe('wrong_state')
    expect(await errorCode(world.chat.accept(mallory, chatId))).toBe('not_found')
    await world.chat.accept(anna, chatId)
    expect(await errorCode(world.chat.accept(anna, chatId))).toBe('resolved')
    expect(await errorCode(world.chat.decline(anna, chatId))).toBe('wrong_state')
  })

  test('has nothing to answer after the two users have become buddies', async () => {
    await sendText(eve, anna)
    await world.befriend(eve, anna)
    await world.settle()
    expect([about((await tab(anna, 'chats'))[0]), await tab(anna, 'requests')]).toEqual([['chats', 'none', true, true], []])
  })

  /** Whether both may write and send cards: the flags of their chat rows and the actual results. */
  const openness = async () => {
    const link = { type: 'spotify track' as const, referenceItem: ['4uLU6hMCjMI75M1A2tKUQC'] }
    const [forEve, forAnna] = [(await tab(eve, 'chats'))[0], (await tab(anna, 'chats'))[0]]
    const canWrite = [forEve?.can_write, forEve?.can_attach, forAnna?.can_write, forAnna?.can_attach]
    return [canWrite, await errorCode(sendText(eve, anna, 'a song', link)), await errorCode(sendText(anna, eve, 'another', link))]
  }
  const open = [[true, true, true, true], 'resolved', 'resolved']
  const over = [[false, false, false, false], 'not_connected', 'not_connected']

  test('can’t be written to after the connection that answered it has ended', async () => {
    await sendText(eve, anna)
    await world.befriend(eve, anna)
    await world.settle()
    expect(await openness()).toEqual(open)
    await world.connections.unfriend(anna, eve)
    await world.settle()
    expect(await openness()).toEqual(over)
  })

  test('can’t be written to after a later connection has ended', async () => {
    const { chatId } = await sendText(eve, anna)
    await world.chat.accept(anna, chatId)
    expect(await openness()).toEqual(open)
    await world.befriend(eve, anna)
    await world.settle()
    await world.connections.unfriend(eve, anna)
    await world.settle()
    expect(await openness()).toEqual(over)
  })

  test('can’t be written to after the connection has ended, although the request was accepted during it', async () => {
    const { chatId } = await sendText(eve, anna)
    await world.befriend(eve, anna)
    // Earlier versions stored this state; a crash between the two writes leaves it too.
    await world.chat.accept(anna, chatId)
    await world.connections.block(anna, eve)
    await world.connections.unblock(anna, eve)
    world.events.splice(0, world.events.length, ...world.events.filter(({ kind }) => kind === 'connection.ended'))
    frames()
    await world.settle()
    expect([await openness(), frames()]).toEqual([over, ['anna chat_changed', 'eve chat_changed']])
  })

  test('can still be written to after a connection request is declined or withdrawn', async () => {
    const { chatId } = await sendText(eve, anna)
    await world.chat.accept(anna, chatId)
    await world.connections.request(eve, anna, '')
    await world.connections.decline(anna, eve)
    await world.settle()
    expect(await openness()).toEqual(open)
    await world.connections.withdraw(eve, anna)
    await world.settle()
    expect(await openness()).toEqual(open)
  })

  test('declines it, and no tab lists the chat: `tab` is null', async () => {
    const { chatId } = await sendText(eve, anna)
    await world.chat.decline(anna, chatId)
    expect(about(await world.chat.get(anna, chatId))).toEqual([null, 'received', true, false])
    expect(await Promise.all((['chats', 'requests', 'archived'] as const).map((name) => tab(anna, name)))).toEqual([[], [], []])
    expect(about(await world.chat.get(eve, chatId))).toEqual(['chats', 'sent', false, false])
  })

  test('blocks the sender, and the request disappears for both', async () => {
    const { chatId } = await sendText(eve, anna)
    await world.connections.block(anna, eve)
    await world.settle()
    expect([await tab(anna, 'requests'), await tab(eve, 'chats')]).toEqual([[], []])
    expect((await world.chat.list(anna, {})).requests).toBe(0)
    expect(await errorCode(world.chat.accept(anna, chatId))).toBe('not_found')
  })
})

test('a request of a deleted account is neither listed nor counted', async () => {
  await sendText(eve, anna)
  expect((await world.chat.list(anna, {})).requests).toBe(1)
  await database.query('delete from people where uid = $1', [eve])
  expect([await tab(anna, 'requests'), (await world.chat.list(anna, {})).requests]).toEqual([[], 0])
})

describe('archive and mute', () => {
  beforeEach(() => world.befriend(anna, eve))

  test('an archived chat is in the archive of one member, even after new messages, and causes no notification', async () => {
    const { chatId } = await sendText(eve, anna)
    frames()
    expect((await world.chat.archive(anna, chatId, true)).tab).toBe('archived')
    expect(frames()).toEqual(['anna chat_changed'])
    await sendText(eve, anna, 'are you there?')
    expect(world.events.at(-1)).toMatchObject({ kind: 'message.stored', to: anna, isQuiet: true })
    expect([await tab(anna, 'chats'), (await tab(anna, 'archived')).length, (await tab(eve, 'chats')).length]).toEqual([[], 1, 1])
  })

  test('a new message of the member unarchives it', async () => {
    const { chatId } = await sendText(eve, anna)
    await world.chat.archive(anna, chatId, true)
    await sendText(anna, eve, 'back again')
    expect((await world.chat.get(anna, chatId)).tab).toBe('chats')
  })

  test('a muted chat causes no notification until its time is over', async () => {
    const { chatId } = await sendText(eve, anna)
    const until = new Date(world.clock.now().getTime() + 3_600_000)
    expect((await world.chat.mute(anna, chatId, 3_600)).muted_until).toBe(until.toISOString())
    await sendText(eve, anna, 'quiet')
    expect(world.events.at(-1)).toMatchObject({ isQuiet: true })
    world.clock.pass(3_600_001)
    await sendText(eve, anna, 'loud')
    expect(world.events.at(-1)).toMatchObject({ isQuiet: false })
    expect((await world.chat.mute(anna, chatId, null)).muted_until).toBeNull()
  })

  test('a chat muted forever stays muted', async () => {
    const { chatId } = await sendText(eve, anna)
    expect(Date.parse((await world.chat.mute(anna, chatId, 'forever')).muted_until ?? '')).toBeGreaterThan(Date.parse('9999-01-01'))
    world.clock.pass(366 * 86_400_000)
    await sendText(eve, anna, 'quiet')
    expect(world.events.at(-1)).toMatchObject({ isQuiet: true })
  })

  test('other users can do neither', async () => {
    const { chatId } = await sendText(eve, anna)
    const mallory = await world.stranger('Mallory')
    expect(await errorCode(world.chat.archive(mallory, chatId, true))).toBe('not_found')
    expect(await errorCode(world.chat.mute(mallory, chatId, 'forever'))).toBe('not_found')
    expect(await errorCode(world.chat.get(mallory, chatId))).toBe('not_found')
  })
})

test('the list is paged, latest first, and rejects an invalid cursor', async () => {
  const names: string[] = []
  for (let index = 0; index < 7; index++) {
    const friend = await world.stranger(`Friend ${index}`)
    await world.befriend(anna, friend)
    await sendText(friend, anna)
    names.unshift(`Friend ${index}`)
    // Two with the same time, so that a page can end between them.
    if (index % 2) world.clock.pass(1_000)
  }
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page = await world.chat.list(anna, { limit: 2, ...(cursor ? { cursor } : {}) })
    seen.push(...page.chats.map(({ person }) => person.name))
    cursor = page.next_cursor
  } while (cursor)
  expect(seen.toSorted()).toEqual(names.toSorted())
  expect([seen[0], new Set(seen.slice(1, 3))]).toEqual(['Friend 6', new Set(['Friend 5', 'Friend 4'])])
  expect(await errorCode(world.chat.list(anna, { cursor: 'nonsense' }))).toBe('invalid_input')
})

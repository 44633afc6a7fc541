import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import type { MessageRef } from './chat.changes.ts'
import { aMessage, database, world, setUpChat } from './chat.test-world.ts'
import type { SendResult } from './chat.types.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpChat()

let anna: Uid
let ben: Uid
let eve: Uid
let chatId: string
beforeEach(async () => {
  ;[anna, ben] = await world.buddies('Anna', 'Ben')
  eve = await world.stranger('Eve')
})

const sendText = async (from: Uid, to: Uid, content: string, change = {}): Promise<SendResult> => {
  const sent = await world.chat.send(from, to, aMessage(from, to, { content, ...change }))
  chatId = sent.chatId
  return sent
}
const which = ({ id, seq }: SendResult): MessageRef => ({ chat_id: chatId, id, seq })
const takeFrames = () => world.hub.takeFrames().map(({ uid, event, data }) => ({ to: uid === anna ? 'anna' : 'ben', event, data }))
const shown = async (viewer: Uid) => (await world.chat.history(viewer, chatId, {})).toReversed()

describe('edit', () => {
  test('changes the text for both, sets the edit time, and notifies all devices of both', async () => {
    const sent = await sendText(anna, ben, 'helo')
    takeFrames()
    world.clock.pass(60_000)
    await world.chat.edit(anna, which(sent), ' hello ')
    const [message] = await shown(ben)
    expect(message).toMatchObject({ content: 'hello', seq: 1, edited_date: world.clock.now().toISOString(), change_seq: 1 })
    expect(takeFrames()).toEqual([
      { to: 'anna', event: 'message_edited', data: { message } },
      { to: 'ben', event: 'message_edited', data: { message } },
    ])
  })

  test('acknowledges an edit without a change, and stores nothing', async () => {
    const sent = await sendText(anna, ben, 'helo')
    await world.chat.edit(anna, which(sent), 'hello')
    takeFrames()
    await world.chat.edit(anna, which(sent), 'hello')
    expect(takeFrames().map(({ event }) => event)).toEqual(['message_edited', 'message_edited'])
    expect((await shown(ben))[0]).toMatchObject({ change_seq: 1 })
  })

  test('turns text into a link and a link into text; a video stays a video', async () => {
    const [link, video] = [
      await sendText(anna, ben, 'x'),
      await sendText(anna, ben, 'x', { type: 'youtube video', referenceItem: ['dQw4w9WgXcQ'] }),
    ]
    await world.chat.edit(anna, which(link), 'https://youtu.be/dQw4w9WgXcQ')
    await world.chat.edit(anna, which(video), 'this one')
    expect((await shown(anna)).map(({ type, content }) => [type, content])).toEqual([
      ['link', 'https://youtu.be/dQw4w9WgXcQ'],
      ['youtube video', 'this one'],
    ])
  })

  test('rejects other users’ messages, blank text, and edits after the connection has ended', async () => {
    const sent = await sendText(anna, ben, 'mine')
    expect(await errorCode(world.chat.edit(ben, which(sent), 'theirs'))).toBe('not_found')
    expect(await errorCode(world.chat.edit(eve, which(sent), 'theirs'))).toBe('not_found')
    expect(await errorCode(world.chat.edit(anna, { ...which(sent), id: randomUUID() }, 'x'))).toBe('not_found')
    expect(await errorCode(world.chat.edit(anna, which(sent), '  '))).toBe('blank_content')
    await world.connections.unfriend(ben, anna)
    expect(await errorCode(world.chat.edit(anna, which(sent), 'afterthought'))).toBe('not_connected')
    expect((await shown(ben)).map(({ content }) => content)).toEqual(['mine'])
  })

  test('acknowledges a resend of the original text as the same message', async () => {
    const message = aMessage(anna, ben, { content: 'helo' })
    const sent = await world.chat.send(anna, ben, message)
    chatId = sent.chatId
    await world.chat.edit(anna, which(sent), 'hello')
    expect(await world.chat.send(anna, ben, message)).toEqual(sent)
    expect((await shown(ben)).map(({ content }) => content)).toEqual(['hello'])
  })
})

describe('delete for everyone', () => {
  test('keeps the sequence number and deletes the content from the store', async () => {
    const sent = await sendText(anna, ben, 'a secret', { referenceItem: [], type: 'text' })
    await world.chat.react(ben, which(sent), '👍', true)
    await sendText(ben, anna, 'what?', { referenceItem: [`message:${sent.id}`] })
    takeFrames()
    await world.chat.remove(anna, which(sent))
    const data = { ...which(sent), change_seq: 2 }
    expect(takeFrames()).toEqual([
      { to: 'anna', event: 'message_deleted', data },
      { to: 'ben', event: 'message_deleted', data },
    ])
    const [stub, answer] = await shown(ben)
    expect(stub).toMatchObject({ seq: 1, from: anna, content: '', deleted: true, media: [], referenceItem: [] })
    expect(stub?.reactions).toBeUndefined()
    expect(answer?.reply).toEqual({ id: sent.id, seq: 1, from: anna, userName: 'Anna', type: 'text', content: '', deleted: true })
    const rows = await database.query('select row_to_json(messages)::text as row from messages where chat_id = $1 and seq = 1', [chatId])
    expect(JSON.stringify(rows)).not.toContain('secret')
    expect(await database.query('select 1 from message_reactions where chat_id = $1', [chatId])).toEqual([])
    expect(world.events.at(-1)).toEqual({ kind: 'content.removed', of: 'message', id: sent.id })
  })

  test('can be repeated; a deleted message accepts no edits, reactions or replies', async () => {
    const sent = await sendText(anna, ben, 'x')
    await world.chat.remove(anna, which(sent))
    await world.chat.remove(anna, which(sent))
    expect((await shown(ben))[0]).toMatchObject({ deleted: true, change_seq: 1 })
    expect(await errorCode(world.chat.edit(anna, which(sent), 'y'))).toBe('not_found')
    expect(await errorCode(world.chat.react(ben, which(sent), '👍', true))).toBe('not_found')
    expect(await errorCode(sendText(ben, anna, 'to that', { referenceItem: [`message:${sent.id}`] }))).toBe('not_found')
  })

  test('works only for the user’s own messages, even after the connection has ended', async () => {
    const sent = await sendText(anna, ben, 'x')
    expect(await errorCode(world.chat.remove(ben, which(sent)))).toBe('not_found')
    await world.connections.unfriend(ben, anna)
    expect(await errorCode(world.chat.remove(anna, which(sent)))).toBe('resolved')
  })

  test('deletes the pictures of the message', async () => {
    const picture = await world.picture(anna)
    const sent = await sendText(anna, ben, '', { type: 'picture', media: [picture] })
    expect(await world.pictures.ownedBy(anna, picture)).toBe(true)
    await world.chat.remove(anna, which(sent))
    expect(await world.pictures.ownedBy(anna, picture)).toBe(false)
  })
})

describe('react', () => {
  test('groups reactions by emoji in order, and removes a withdrawn one', async () => {
    const sent = await sendText(anna, ben, 'listen')
    await world.chat.react(ben, which(sent), '🔥', true)
    await world.chat.react(anna, which(sent), '🔥', true)
    world.clock.pass(1)
    await world.chat.react(ben, which(sent), '👨‍👩‍👧', true)
    const reactions = [
      { emoji: '🔥', by: [anna, ben].toSorted() },
      { emoji: '👨‍👩‍👧', by: [ben] },
    ]
    expect((await shown(anna))[0]).toMatchObject({ reactions, change_seq: 3 })
    expect(takeFrames().at(-1)).toEqual({ to: 'anna', event: 'message_reacted', data: { ...which(sent), change_seq: 3, reactions } })
    await world.chat.react(ben, which(sent), '🔥', false)
    await world.chat.react(ben, which(sent), '🔥', false)
    expect((await shown(anna))[0]).toMatchObject({ reactions: [{ emoji: '🔥', by: [anna] }, reactions[1]], change_seq: 4 })
  })

  test('accepts exactly one emoji, and at most ten different ones', async () => {
    const sent = await sendText(anna, ben, 'listen')
    for (const emoji of ['', 'ok', '👍👍', '<b>', '1']) {
      expect(await errorCode(world.chat.react(ben, which(sent), emoji, true))).toBe('invalid_input')
    }
    for (const emoji of '😀😃😄😁😆😅😂🙂🙃😉😊') await world.chat.react(ben, which(sent), emoji, true)
    expect((await shown(ben))[0]?.reactions).toHaveLength(10)
  })

  test('works only for the members of the chat', async () => {
    const sent = await sendText(anna, ben, 'listen')
    expect(await errorCode(world.chat.react(eve, which(sent), '👍', true))).toBe('not_found')
    await world.connections.unfriend(anna, ben)
    expect(await errorCode(world.chat.react(ben, which(sent), '👍', true))).toBe('not_connected')
  })
})

describe('changes', () => {
  test('returns each changed message once in its current state, in the order of the latest changes', async () => {
    const sent = [await sendText(anna, ben, 'one'), await sendText(anna, ben, 'two'), await sendText(ben, anna, 'three')]
    const [one, second, third] = sent.map(which) as [MessageRef, MessageRef, MessageRef]
    await world.chat.edit(anna, one, 'uno')
    await world.chat.react(anna, third, '👍', true)
    await world.chat.remove(anna, second)
    await world.chat.edit(anna, one, 'eins')
    const all = await world.chat.changes(ben, chatId, 0)
    expect([all.change_seq, all.messages.map(({ seq, change_seq, content }) => [seq, change_seq, content])]).toEqual([
      4,
      [
        [3, 2, 'three'],
        [2, 3, ''],
        [1, 4, 'eins'],
      ],
    ])
    expect((await world.chat.changes(ben, chatId, 3)).messages.map(({ seq }) => seq)).toEqual([1])
    const first = await world.chat.changes(ben, chatId, 0, 2)
    expect([first.change_seq, first.messages.map(({ seq }) => seq)]).toEqual([3, [3, 2]])
    expect(await world.chat.changes(ben, chatId, 4)).toEqual({ messages: [], change_seq: 4 })
    expect(await errorCode(world.chat.changes(eve, chatId, 0))).toBe('not_found')
  })

  test('numbers concurrent changes without gaps', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, (_, index) => sendText(anna, ben, String(index))))
    await Promise.all(
      sent.map((message, index) =>
        index % 2 ? world.chat.edit(anna, which(message), `${index}!`) : world.chat.react(ben, which(message), '👍', true),
      ),
    )
    const { messages } = await world.chat.changes(anna, chatId, 0)
    expect(messages.map((message) => message.change_seq)).toEqual(sent.map((_, index) => index + 1))
  })
})

describe('a reply', () => {
  test('shows a shortened preview of the current original', async () => {
    const first = await sendText(anna, ben, 'é'.repeat(300))
    takeFrames()
    await sendText(ben, anna, 'quite so', { referenceItem: [`message:${first.id}`] })
    const reply = { id: first.id, seq: 1, from: anna, userName: 'Anna', type: 'text', content: 'é'.repeat(200) }
    expect(takeFrames()[0]).toMatchObject({
      to: 'anna',
      event: 'new_message',
      data: { message: { reply, referenceItem: [`message:${first.id}`] } },
    })
    await world.chat.edit(anna, which(first), 'shorter')
    expect((await shown(anna))[1]?.reply).toEqual({ ...reply, content: 'shorter' })
    expect((await world.chat.get(anna, chatId)).last?.reply).toEqual({ ...reply, content: 'shorter' })
  })

  test('refers to one message and can include a video and a moment', async () => {
    const moment = randomUUID()
    world.moments.set(moment, new Set([ben]))
    const first = await sendText(anna, ben, 'x')
    const referenceItem = ['dQw4w9WgXcQ', `message:${first.id}`, `moment:${moment}`]
    expect(await errorCode(sendText(ben, anna, 'y', { type: 'youtube video', referenceItem }))).toBe('resolved')
    expect(await errorCode(sendText(ben, anna, 'y', { referenceItem: [`message:${first.id}`, `message:${first.id}`] }))).toBe(
      'invalid_input',
    )
    expect((await shown(anna))[1]?.referenceItem).toEqual(referenceItem)
  })
})

describe('pictures', () => {
  test('are delivered in order with their alternative texts, even without a text', async () => {
    const media = [await world.picture(anna), await world.picture(anna)].toSorted().toReversed()
    await sendText(anna, ben, '', { type: 'picture', media, mediaAlt: ['the stage', ''] })
    const data = takeFrames()[0]?.data as { message: { pictures: { id: string; alt: string }[] } }
    expect(data.message.pictures.map(({ id, alt }) => [id, alt])).toEqual([
      [media[0], 'the stage'],
      [media[1], ''],
    ])
    expect((await shown(ben))[0]?.pictures).toEqual(data.message.pictures)
  })

  test('are visible only to the members of the chat', async () => {
    const picture = await world.picture(anna)
    await sendText(anna, ben, 'look', { media: [picture] })
    expect(await errorCode(world.pictures.read(ben, picture))).toBe('resolved')
    expect(await errorCode(world.pictures.read(eve, picture))).toBe('not_found')
    await world.connections.block(anna, ben)
    expect(await errorCode(world.pictures.read(ben, picture))).toBe('not_found')
  })

  test('A22: a resend with different pictures keeps the first ones', async () => {
    const [first, second] = [await world.picture(anna), await world.picture(anna)]
    const message = aMessage(anna, ben, { media: [first] })
    chatId = (await world.chat.send(anna, ben, message)).chatId
    expect(await world.chat.send(anna, ben, { ...message, media: [second] })).toMatchObject({ duplicate: true })
    expect((await shown(ben))[0]?.pictures?.map(({ id }) => id)).toEqual([first])
  })

  test('belong to their own message even if another user’s message has the same id', async () => {
    const [mine, theirs] = [await world.picture(anna), await world.picture(ben)]
    const message = aMessage(anna, ben, { media: [mine] })
    await world.chat.send(anna, ben, message)
    chatId = (await world.chat.send(ben, anna, { ...aMessage(ben, anna, { media: [theirs] }), id: message.id })).chatId
    expect((await shown(ben)).map((entry) => entry.pictures?.map(({ id }) => id))).toEqual([[mine], [theirs]])
  })
})

describe('evidence of a report', () => {
  test('contains a received message, but none that the reporter can’t see or has written', async () => {
    const sent = await sendText(anna, ben, 'rude')
    expect(await world.chat.evidence(ben, sent.id)).toEqual({ author: anna, text: 'rude', pictures: [] })
    expect([await world.chat.evidence(anna, sent.id), await world.chat.evidence(eve, sent.id)]).toEqual([null, null])
    expect(await world.chat.evidence(ben, randomUUID())).toBeNull()
  })
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Which } from './chat.changes.ts'
import { aMessage, chatWorld, refusal } from './chat.test-world.ts'
import type { Sent } from './chat.types.ts'

let database: Database
let world: ReturnType<typeof chatWorld>
let count = 0
beforeAll(async () => {
  database = await testDatabase()
  world = chatWorld(database.db)
})
afterAll(() => database.close())

let anna: Uid
let ben: Uid
let eve: Uid
let chatId: string
beforeEach(async () => {
  count++
  anna = await world.person(`anna${count}`, 'Anna')
  ben = await world.person(`ben${count}`, 'Ben')
  eve = await world.person(`eve${count}`, 'Eve')
  await world.befriend(anna, ben)
})

const say = async (from: Uid, to: Uid, content: string, change = {}): Promise<Sent> => {
  const sent = await world.chat.send(from, to, aMessage(from, to, { content, ...change }))
  chatId = sent.chatId
  return sent
}
const which = ({ id, seq }: Sent): Which => ({ chat_id: chatId, id, seq })
const heard = () => world.hub.takeHeard().map(({ uid, event, data }) => ({ to: uid === anna ? 'anna' : 'ben', event, data }))
const shown = async (viewer: Uid) => (await world.chat.history(viewer, chatId, {})).toReversed()

describe('editing', () => {
  test('changes the words for both, says when, and tells every device of both', async () => {
    const sent = await say(anna, ben, 'helo')
    heard()
    world.clock.pass(60_000)
    await world.chat.edit(anna, which(sent), ' hello ')
    const [message] = await shown(ben)
    expect(message).toMatchObject({ content: 'hello', seq: 1, edited_date: world.clock.now().toISOString(), change_seq: 1 })
    expect(heard()).toEqual([
      { to: 'anna', event: 'message_edited', data: { message } },
      { to: 'ben', event: 'message_edited', data: { message } },
    ])
  })

  test('to the same words again changes nothing and is answered all the same', async () => {
    const sent = await say(anna, ben, 'helo')
    await world.chat.edit(anna, which(sent), 'hello')
    heard()
    await world.chat.edit(anna, which(sent), 'hello')
    expect(heard().map(({ event }) => event)).toEqual(['message_edited', 'message_edited'])
    expect((await shown(ben))[0]).toMatchObject({ change_seq: 1 })
  })

  test('words become a link and a link becomes words; a video stays one', async () => {
    const [link, video] = [await say(anna, ben, 'x'), await say(anna, ben, 'x', { type: 'youtube video', referenceItem: ['dQw4w9WgXcQ'] })]
    await world.chat.edit(anna, which(link), 'https://youtu.be/dQw4w9WgXcQ')
    await world.chat.edit(anna, which(video), 'this one')
    expect((await shown(anna)).map(({ type, content }) => [type, content])).toEqual([
      ['link', 'https://youtu.be/dQw4w9WgXcQ'],
      ['youtube video', 'this one'],
    ])
  })

  test('is for one’s own messages, with words in them, as long as writing goes on', async () => {
    const sent = await say(anna, ben, 'mine')
    expect(await refusal(world.chat.edit(ben, which(sent), 'theirs'))).toBe('not_found')
    expect(await refusal(world.chat.edit(eve, which(sent), 'theirs'))).toBe('not_found')
    expect(await refusal(world.chat.edit(anna, { ...which(sent), id: randomUUID() }, 'x'))).toBe('not_found')
    expect(await refusal(world.chat.edit(anna, which(sent), '  '))).toBe('blank_content')
    await world.connections.unfriend(ben, anna)
    expect(await refusal(world.chat.edit(anna, which(sent), 'afterthought'))).toBe('not_connected')
    expect((await shown(ben)).map(({ content }) => content)).toEqual(['mine'])
  })

  test('a resend of the first words is answered as stored, not as another message', async () => {
    const message = aMessage(anna, ben, { content: 'helo' })
    const sent = await world.chat.send(anna, ben, message)
    chatId = sent.chatId
    await world.chat.edit(anna, which(sent), 'hello')
    expect(await world.chat.send(anna, ben, message)).toEqual(sent)
    expect((await shown(ben)).map(({ content }) => content)).toEqual(['hello'])
  })
})

describe('deleting for everyone', () => {
  test('leaves a mark in its place, and nothing of it in the store', async () => {
    const sent = await say(anna, ben, 'a secret', { referenceItem: [], type: 'text' })
    await world.chat.react(ben, which(sent), '👍', true)
    await say(ben, anna, 'what?', { referenceItem: [`message:${sent.id}`] })
    heard()
    await world.chat.remove(anna, which(sent))
    const data = { ...which(sent), change_seq: 2 }
    expect(heard()).toEqual([
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
    expect(world.facts.at(-1)).toEqual({ kind: 'content.removed', of: 'message', id: sent.id })
  })

  test('again is harmless; a deleted message can be neither edited nor reacted to, and is answered to no more', async () => {
    const sent = await say(anna, ben, 'x')
    await world.chat.remove(anna, which(sent))
    await world.chat.remove(anna, which(sent))
    expect((await shown(ben))[0]).toMatchObject({ deleted: true, change_seq: 1 })
    expect(await refusal(world.chat.edit(anna, which(sent), 'y'))).toBe('not_found')
    expect(await refusal(world.chat.react(ben, which(sent), '👍', true))).toBe('not_found')
    expect(await refusal(say(ben, anna, 'to that', { referenceItem: [`message:${sent.id}`] }))).toBe('not_found')
  })

  test('is for one’s own only, and goes on after the connection has ended', async () => {
    const sent = await say(anna, ben, 'x')
    expect(await refusal(world.chat.remove(ben, which(sent)))).toBe('not_found')
    await world.connections.unfriend(ben, anna)
    expect(await refusal(world.chat.remove(anna, which(sent)))).toBe('went through')
  })

  test('takes its pictures along', async () => {
    const picture = await world.picture(anna)
    const sent = await say(anna, ben, '', { type: 'picture', media: [picture] })
    expect(await world.pictures.ownedBy(anna, picture)).toBe(true)
    await world.chat.remove(anna, which(sent))
    expect(await world.pictures.ownedBy(anna, picture)).toBe(false)
  })
})

describe('reacting', () => {
  test('groups who gave what, the first giver first, and taking it back takes it away', async () => {
    const sent = await say(anna, ben, 'listen')
    await world.chat.react(ben, which(sent), '🔥', true)
    await world.chat.react(anna, which(sent), '🔥', true)
    world.clock.pass(1)
    await world.chat.react(ben, which(sent), '👨‍👩‍👧', true)
    const reactions = [
      { emoji: '🔥', by: [anna, ben].toSorted() },
      { emoji: '👨‍👩‍👧', by: [ben] },
    ]
    expect((await shown(anna))[0]).toMatchObject({ reactions, change_seq: 3 })
    expect(heard().at(-1)).toEqual({ to: 'anna', event: 'message_reacted', data: { ...which(sent), change_seq: 3, reactions } })
    await world.chat.react(ben, which(sent), '🔥', false)
    await world.chat.react(ben, which(sent), '🔥', false)
    expect((await shown(anna))[0]).toMatchObject({ reactions: [{ emoji: '🔥', by: [anna] }, reactions[1]], change_seq: 4 })
  })

  test('takes one emoji and nothing else, ten different ones at most', async () => {
    const sent = await say(anna, ben, 'listen')
    for (const emoji of ['', 'ok', '👍👍', '<b>', '1']) {
      expect(await refusal(world.chat.react(ben, which(sent), emoji, true))).toBe('invalid_input')
    }
    for (const emoji of '😀😃😄😁😆😅😂🙂🙃😉😊') await world.chat.react(ben, which(sent), emoji, true)
    expect((await shown(ben))[0]?.reactions).toHaveLength(10)
  })

  test('is for the two of the chat', async () => {
    const sent = await say(anna, ben, 'listen')
    expect(await refusal(world.chat.react(eve, which(sent), '👍', true))).toBe('not_found')
    await world.connections.unfriend(anna, ben)
    expect(await refusal(world.chat.react(ben, which(sent), '👍', true))).toBe('not_connected')
  })
})

describe('who was away', () => {
  test('asks for what changed and gets each message once, as it is now, in the order of the latest changes', async () => {
    const sent = [await say(anna, ben, 'one'), await say(anna, ben, 'two'), await say(ben, anna, 'three')]
    const [one, two, three] = sent.map(which) as [Which, Which, Which]
    await world.chat.edit(anna, one, 'uno')
    await world.chat.react(anna, three, '👍', true)
    await world.chat.remove(anna, two)
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
    expect(await refusal(world.chat.changes(eve, chatId, 0))).toBe('not_found')
  })

  test('changes at the same time are counted one by one, without a hole', async () => {
    const sent = await Promise.all(Array.from({ length: 12 }, (_, at) => say(anna, ben, String(at))))
    await Promise.all(
      sent.map((it, at) => (at % 2 ? world.chat.edit(anna, which(it), `${at}!`) : world.chat.react(ben, which(it), '👍', true))),
    )
    const { messages } = await world.chat.changes(anna, chatId, 0)
    expect(messages.map((it) => it.change_seq)).toEqual(sent.map((_, at) => at + 1))
  })
})

describe('a reply', () => {
  test('shows what it answers, cut short, as it stands now', async () => {
    const first = await say(anna, ben, 'é'.repeat(300))
    heard()
    await say(ben, anna, 'quite so', { referenceItem: [`message:${first.id}`] })
    const reply = { id: first.id, seq: 1, from: anna, userName: 'Anna', type: 'text', content: 'é'.repeat(200) }
    expect(heard()[0]).toMatchObject({
      to: 'anna',
      event: 'new_message',
      data: { message: { reply, referenceItem: [`message:${first.id}`] } },
    })
    await world.chat.edit(anna, which(first), 'shorter')
    expect((await shown(anna))[1]?.reply).toEqual({ ...reply, content: 'shorter' })
    expect((await world.chat.get(anna, chatId)).last?.reply).toEqual({ ...reply, content: 'shorter' })
  })

  test('answers one message and may come with a video and a moment', async () => {
    const moment = randomUUID()
    world.moments.set(moment, new Set([ben]))
    const first = await say(anna, ben, 'x')
    const referenceItem = ['dQw4w9WgXcQ', `message:${first.id}`, `moment:${moment}`]
    expect(await refusal(say(ben, anna, 'y', { type: 'youtube video', referenceItem }))).toBe('went through')
    expect(await refusal(say(ben, anna, 'y', { referenceItem: [`message:${first.id}`, `message:${first.id}`] }))).toBe('invalid_input')
    expect((await shown(anna))[1]?.referenceItem).toEqual(referenceItem)
  })
})

describe('pictures', () => {
  test('are delivered in their order with what is said about them, and words are not needed', async () => {
    const media = [await world.picture(anna), await world.picture(anna)].toSorted().toReversed()
    await say(anna, ben, '', { type: 'picture', media, mediaAlt: ['the stage', ''] })
    const told = heard()[0]?.data as { message: { pictures: { id: string; alt: string }[] } }
    expect(told.message.pictures.map(({ id, alt }) => [id, alt])).toEqual([
      [media[0], 'the stage'],
      [media[1], ''],
    ])
    expect((await shown(ben))[0]?.pictures).toEqual(told.message.pictures)
  })

  test('can be seen by the two of the chat, and by nobody else', async () => {
    const picture = await world.picture(anna)
    await say(anna, ben, 'look', { media: [picture] })
    expect(await refusal(world.pictures.read(ben, picture))).toBe('went through')
    expect(await refusal(world.pictures.read(eve, picture))).toBe('not_found')
    await world.connections.block(anna, ben)
    expect(await refusal(world.pictures.read(ben, picture))).toBe('not_found')
  })

  test('A22: a resend with other pictures leaves those of the first', async () => {
    const [first, second] = [await world.picture(anna), await world.picture(anna)]
    const message = aMessage(anna, ben, { media: [first] })
    chatId = (await world.chat.send(anna, ben, message)).chatId
    expect(await world.chat.send(anna, ben, { ...message, media: [second] })).toMatchObject({ duplicate: true })
    expect((await shown(ben))[0]?.pictures?.map(({ id }) => id)).toEqual([first])
  })

  test('under an id that another person’s message has are nobody else’s', async () => {
    const [mine, theirs] = [await world.picture(anna), await world.picture(ben)]
    const message = aMessage(anna, ben, { media: [mine] })
    await world.chat.send(anna, ben, message)
    chatId = (await world.chat.send(ben, anna, { ...aMessage(ben, anna, { media: [theirs] }), id: message.id })).chatId
    expect((await shown(ben)).map((it) => it.pictures?.map(({ id }) => id))).toEqual([[mine], [theirs]])
  })
})

describe('a report', () => {
  test('keeps a received message, and nothing of what the reporter can’t see or wrote themself', async () => {
    const sent = await say(anna, ben, 'rude')
    expect(await world.chat.evidence(ben, sent.id)).toEqual({ author: anna, text: 'rude', pictures: [] })
    expect([await world.chat.evidence(anna, sent.id), await world.chat.evidence(eve, sent.id)]).toEqual([null, null])
    expect(await world.chat.evidence(ben, randomUUID())).toBeNull()
  })
})

import { beforeEach, describe, expect, test } from 'vitest'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import { aMessage } from '../chat.test-world.ts'
import {
  setUpGroup,
  anna,
  ben,
  cleo,
  framesTo,
  group,
  newGroup,
  nextMessage,
  rolesOf,
  contentsFor,
  sendText,
  world,
} from './groups.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpGroup()

describe('messages', () => {
  test('a message has the chat as its recipient and reaches all members once, in one sequence', async () => {
    const sent = await sendText(anna, 'Dinner on Sunday?')
    expect(sent).toMatchObject({ chatId: group, seq: 1 })
    const frames = world.hub.takeFrames().filter(({ event }) => event === 'new_message')
    expect(frames.map(({ uid }) => uid).toSorted()).toEqual([anna, ben, cleo].toSorted())
    expect(nextMessage(frames[0]?.data)).toMatchObject({ to: group, chat_id: group, from: anna, userName: 'Anna', seq: 1 })
    expect(await sendText(ben, 'Yes')).toMatchObject({ seq: 2 })
    expect(await contentsFor(cleo)).toEqual(['Yes', 'Dinner on Sunday?'])
    expect(await world.chat.get(cleo, group)).toMatchObject({ unread: 2, last: { content: 'Yes', userName: 'Ben' } })
  })

  test('the next message has the changed name of its sender, as in a chat of two', async () => {
    const namesIn = async (to: string, chatId: string | null) => {
      await world.chat.send(anna, to, aMessage(anna, to, { content: 'hello', chat_id: chatId }))
      return new Set(world.hub.takeFrames().flatMap(({ event, data }) => (event === 'new_message' ? [nextMessage(data).userName] : [])))
    }
    for (const name of ['Anna', 'Anna B.']) {
      await world.profiles.edit(anna, { name, bio: '', place: '', languages: [] })
      expect([await namesIn(ben, null), await namesIn(group, group)]).toEqual([new Set([name]), new Set([name])])
    }
  })

  test('a repeated message is stored once, even if the sender has left', async () => {
    const message = aMessage(ben, group, { chat_id: group })
    await world.chat.send(ben, group, message)
    await world.chat.groups.leave(ben, group)
    expect(await world.chat.send(ben, group, message)).toMatchObject({ seq: 1, duplicate: false })
    expect(await contentsFor(anna)).toHaveLength(1)
  })

  test('a forged sender, and a stranger, can’t write', async () => {
    const eve = await world.stranger('Eve')
    expect(await errorCode(sendText(eve, 'hello'))).toBe('not_found')
    expect(await errorCode(world.chat.send(eve, group, aMessage(anna, group, { chat_id: group })))).toBe('invalid_input')
  })

  test('replies, edits, reactions and deletions reach all members, and those who were away', async () => {
    const { id, seq } = await sendText(anna, 'Khruangbin?')
    await sendText(ben, 'Yes!', { referenceItem: [`message:${id}`] })
    const ref = { chat_id: group, seq, id }
    await world.chat.react(cleo, ref, '🔥', true)
    await world.chat.edit(anna, ref, 'Khruangbin first')
    world.hub.takeFrames()
    expect(await errorCode(world.chat.edit(ben, ref, 'mine'))).toBe('not_found')
    world.clock.pass(1_000)
    await world.chat.react(ben, ref, '🔥', true)
    expect(framesTo(cleo, 'message_reacted')).toMatchObject([{ change_seq: 3, reactions: [{ emoji: '🔥', by: [cleo, ben] }] }])
    const [reply, first] = await world.chat.history(cleo, group, {})
    expect([first?.content, reply?.reply?.content]).toEqual(['Khruangbin first', 'Khruangbin first'])
    await world.chat.remove(anna, ref)
    expect((await world.chat.changes(cleo, group, 3)).messages).toMatchObject([{ id, deleted: true }])
    expect((await world.chat.resume(cleo, [])).chats).toMatchObject([{ chat_id: group, last_seq: 2, change_seq: 4 }])
  })

  test('search finds messages of a group, under its name', async () => {
    await sendText(anna, 'Tony Allen made it in')
    expect((await world.chat.search(ben, { q: 'tony' })).found).toMatchObject([
      { message: { from: anna, userName: 'Anna' }, person: { uid: group, name: 'Sunday listeners' } },
    ])
  })

  test('receipts go to the authors of the read messages, and the group shows each member’s read position', async () => {
    await sendText(anna, 'one')
    await sendText(ben, 'two')
    world.hub.takeFrames()
    await world.chat.read(cleo, group, 2)
    const frames = world.hub.takeFrames().filter(({ event, data }) => event === 'chat_read' && JSON.stringify(data).includes(cleo))
    expect(frames.map(({ uid }) => uid).toSorted()).toEqual([anna, ben, cleo].toSorted())
    const members = async (viewer: Uid) =>
      Object.fromEntries(
        (await world.chat.groups.get(viewer, group)).members.map((member) => [member.person.name, [member.read_seq, member.read_at]]),
      )
    const at = world.clock.now().toISOString()
    expect(await members(anna)).toEqual({ Anna: [0, null], Ben: [0, null], Cleo: [2, at] })
    await world.privacy.change(ben, { receipts: false })
    await world.chat.read(ben, group, 2)
    expect(framesTo(anna, 'chat_read')).toEqual([])
    expect([(await members(anna))['Ben'], (await members(ben))['Cleo']]).toEqual([
      [0, null],
      [0, null],
    ])
  })

  test('typing reaches the others; muting silences notifications, but not those of a mention', async () => {
    await world.chat.typing(anna, group)
    expect(world.hub.takeFrames().map(({ uid, event }) => [uid, event])).toEqual([
      [ben, 'is_typing'],
      [cleo, 'is_typing'],
    ])
    await world.chat.mute(ben, group, 'forever')
    world.events.length = 0
    await sendText(anna, 'all')
    const name = (await world.people.cards([ben])).get(ben)?.user_name
    await sendText(anna, `@${name}. listen`)
    const stored = world.events.flatMap((event) => (event.kind === 'message.stored' ? [[event.to, event.isQuiet]] : []))
    expect(stored).toEqual([
      [ben, true],
      [cleo, false],
      [ben, false],
      [cleo, false],
    ])
  })
})

describe('a block between two members', () => {
  beforeEach(async () => {
    await sendText(ben, 'from Ben')
    await sendText(anna, 'from Anna')
    await sendText(cleo, 'from Cleo')
    await world.block(ben, cleo)
    world.hub.takeFrames()
  })

  test.each([
    ['the blocker', () => [ben, cleo] as const],
    ['the blocked one', () => [cleo, ben] as const],
  ])('hides names and messages from %s, and keeps the sequence', async (_, of) => {
    const [viewer, other] = of()
    const name = viewer === ben ? 'Cleo' : 'Ben'
    const page = await world.chat.history(viewer, group, {})
    expect(page.map(({ seq }) => seq)).toEqual([3, 2, 1])
    const hidden = page.find(({ seq }) => seq === (viewer === ben ? 3 : 1))
    expect(hidden).toMatchObject({ from: NOBODY, content: '', deleted: true })
    const everything = [
      page,
      await world.chat.get(viewer, group),
      await world.chat.groups.get(viewer, group),
      (await world.chat.search(viewer, { q: 'from' })).found,
      await world.chat.changes(viewer, group, 0),
      await world.chat.membersOf(viewer, group),
      await world.chat.withoutHiddenAuthors(viewer, group, [{ sender: other }]),
    ]
    expect(JSON.stringify(everything)).not.toContain(other)
    expect(JSON.stringify(everything)).not.toContain(`from ${name}`)
    expect((await world.chat.get(viewer, group)).group?.members).toBe(2)
    expect(await rolesOf(viewer)).not.toContainEqual(expect.stringContaining(name))
  })

  test('sends new messages, changes, reactions, quotes, typing and receipts to neither', async () => {
    world.events.length = 0
    const { id, seq } = await sendText(cleo, 'secret')
    expect(nextMessage(framesTo(ben, 'new_message')[0])).toMatchObject({ from: NOBODY, content: '', deleted: true, seq: 4 })
    expect(world.events.flatMap((event) => (event.kind === 'message.stored' ? [event.to] : []))).toEqual([anna])
    const ref = { chat_id: group, seq, id }
    await world.chat.edit(cleo, ref, 'secret again')
    expect(JSON.stringify(framesTo(ben, 'message_edited'))).not.toMatch(new RegExp(`secret|${cleo}`))
    await world.chat.react(anna, ref, '🔥', true)
    expect(framesTo(ben, 'message_reacted')).toMatchObject([{ reactions: [] }])
    const toAnna = {
      chat_id: group,
      seq: 2,
      id: (await world.chat.history(anna, group, {})).find((message) => message.seq === 2)?.id ?? '',
    }
    await world.chat.react(cleo, toAnna, '👍', true)
    expect(framesTo(ben, 'message_reacted')).toMatchObject([{ reactions: [] }])
    await sendText(anna, 'look', { referenceItem: [`message:${id}`] })
    expect(JSON.stringify(framesTo(ben, 'new_message'))).not.toMatch(new RegExp(`secret|${cleo}`))
    await world.chat.typing(cleo, group)
    await world.chat.read(cleo, group, 5)
    expect(JSON.stringify(world.hub.takeFrames().filter(({ uid }) => uid === ben))).not.toContain(cleo)
    expect(await errorCode(world.chat.react(ben, ref, '👍', true))).toBe('not_found')
    expect(await errorCode(sendText(ben, 'quote', { referenceItem: [`message:${id}`] }))).toBe('not_found')
    expect(await world.chat.evidence(ben, id)).toBeNull()
    expect(await errorCode(world.chat.groups.remove(ben, group, cleo))).toBe(await errorCode(world.chat.groups.remove(ben, group, NOBODY)))
  })

  test('hides what the other one left behind after leaving the group', async () => {
    const toAnna = {
      chat_id: group,
      seq: 2,
      id: (await world.chat.history(anna, group, {})).find((message) => message.seq === 2)?.id ?? '',
    }
    await world.chat.react(cleo, toAnna, '👍', true)
    const { id, seq } = await sendText(cleo, 'my last words')
    await world.chat.groups.leave(cleo, group)
    const row = await world.chat.get(ben, group)
    expect(row).toMatchObject({ last: { content: 'from Anna' }, unread: 1 })
    expect(JSON.stringify([row, await world.chat.history(ben, group, {}), await world.chat.list(ben, {})])).not.toContain(cleo)
    expect(await errorCode(world.chat.react(ben, { chat_id: group, seq, id }, '👍', true))).toBe('not_found')
    expect((await world.chat.history(anna, group, {})).find((message) => message.seq === 2)?.reactions).toEqual([
      { emoji: '👍', by: [cleo] },
    ])
  })

  test('does not count hidden messages as unread and shows the last visible one', async () => {
    await world.chat.read(ben, group, 3)
    await sendText(cleo, 'hidden one')
    expect(await world.chat.get(ben, group)).toMatchObject({ unread: 0, last: { content: 'from Anna' }, last_seq: 4 })
    await sendText(anna, 'seen one')
    expect(await world.chat.get(ben, group)).toMatchObject({ unread: 1, last: { content: 'seen one' } })
  })

  test('warns an invited user about someone whom they blocked, and does not notify the blocked user', async () => {
    const { chat_id: one } = await world.chat.groups.create(anna, newGroup([cleo, ben]))
    await world.chat.accept(cleo, one)
    expect((await world.chat.groups.get(ben, one)).has_blocked).toBe(true)
    const { chat_id: two } = await world.chat.groups.create(anna, newGroup([cleo, ben]))
    await world.chat.accept(ben, two)
    expect(await world.chat.groups.get(cleo, two)).toMatchObject({ has_blocked: false, members: [{ role: 'owner' }, { role: 'invited' }] })
  })
})

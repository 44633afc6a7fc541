import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { chatFrames, type WireMessage } from '#contract/chat/chat.ts'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { testDatabase } from '#tests/kit/database.ts'
import type { Database } from '#server/platform/db/database.ts'
import { chatPersonalData } from '../chat.personal.store.ts'
import { aMessage, chatWorld, errorCode } from '../chat.test-world.ts'

let database: Database
let world: ReturnType<typeof chatWorld>
beforeAll(async () => {
  database = await testDatabase()
  world = chatWorld(database.db)
})
afterAll(() => database.close())

let anna: Uid
let ben: Uid
let cleo: Uid
let group: string
beforeEach(async () => {
  ;[anna, ben, cleo] = await world.buddies('Anna', 'Ben', 'Cleo')
  world.clock.pass(3_600_000)
  group = await world.aGroup(anna, [ben, cleo])
  world.hub.takeFrames()
})

const newGroup = (uids: Uid[]) => ({ name: 'Sunday listeners', description: '', picture: null, uids })

const say = (from: Uid, content: string, change = {}) =>
  world.chat.send(from, group, aMessage(from, group, { content, chat_id: group, ...change }))
const said = async (viewer: Uid) => (await world.chat.history(viewer, group, {})).map(({ content }) => content)
const framesTo = (uid: Uid, event: string) =>
  world.hub.takeFrames().flatMap((frame) => (frame.uid === uid && frame.event === event ? [frame.data] : []))
const rolesOf = async (viewer: Uid) =>
  (await world.chat.groups.get(viewer, group)).members.map(({ person, role }) => `${person.name} ${role}`)
const nextMessage = (data: unknown): WireMessage => chatFrames.new_message.data.parse(data).message

describe('membership', () => {
  test('buddies are invited, join when they accept, and see the group in their requests until then', async () => {
    const { chat_id: chatId, group: mine } = await world.chat.groups.create(anna, newGroup([ben]))
    expect(mine).toEqual({ role: 'owner', members: 1, invited_by: null })
    const { chats, requests } = await world.chat.list(ben, { tab: 'requests' })
    expect(requests).toBe(1)
    expect(chats).toMatchObject([
      { chat_id: chatId, person: { uid: chatId, name: 'Sunday listeners' }, request: 'received', can_write: false, last: null, unread: 0 },
    ])
    expect(chats[0]?.group).toMatchObject({ role: 'invited', invited_by: { uid: anna } })
    expect(await world.chat.accept(ben, chatId)).toMatchObject({ request: 'none', can_write: true, group: { role: 'member', members: 2 } })
    expect((await world.chat.list(ben, { tab: 'requests' })).requests).toBe(0)
  })

  test('an invited user reads and writes nothing, and can decline', async () => {
    await say(anna, 'before')
    const dora = await world.stranger('Dora')
    await world.befriend(ben, dora)
    await world.chat.groups.invite(ben, group, [dora])
    const codes = await Promise.all(
      [
        world.chat.history(dora, group, {}),
        say(dora, 'hi'),
        world.chat.read(dora, group, 1),
        world.chat.typing(dora, group),
        world.chat.membersOf(dora, group),
        world.chat.withoutHiddenAuthors(dora, group, []),
      ].map(errorCode),
    )
    expect(new Set(codes)).toEqual(new Set(['not_found']))
    expect((await world.chat.search(dora, { q: 'before' })).found).toEqual([])
    expect((await world.chat.resume(dora, [])).chats).toEqual([])
    world.hub.takeFrames()
    await say(anna, 'not for Dora')
    expect(framesTo(dora, 'new_message')).toEqual([])
    await world.chat.decline(dora, group)
    expect(await rolesOf(anna)).toEqual(['Anna owner', 'Ben member', 'Cleo member'])
  })

  test('only buddies of the caller can be invited, and at most 50 people are in a group', async () => {
    const eve = await world.stranger('Eve')
    expect(await errorCode(world.chat.groups.invite(anna, group, [eve]))).toBe('not_connected')
    expect(await errorCode(world.chat.groups.create(anna, newGroup([eve])))).toBe('not_connected')
    const many: Uid[] = []
    for (let at = 0; at < limits.group.members - 2; at++) {
      const uid = await world.stranger('Crowd')
      // Requests to new people are limited.
      world.clock.pass(150_000)
      await world.befriend(anna, uid)
      many.push(uid)
    }
    expect(await errorCode(world.chat.groups.invite(anna, group, many))).toBe('group_full')
    expect((await world.chat.groups.invite(anna, group, many.slice(1))).members).toHaveLength(50)
  })

  test('the owner and admins remove members; a removed member loses the group at once', async () => {
    await say(ben, 'mine')
    expect(await errorCode(world.chat.groups.remove(ben, group, cleo))).toBe('forbidden')
    await world.chat.groups.setRole(anna, group, ben, 'admin')
    expect(await errorCode(world.chat.groups.remove(ben, group, anna))).toBe('forbidden')
    world.hub.takeFrames()
    await world.chat.groups.remove(ben, group, cleo)
    expect(framesTo(cleo, 'chat_changed')).toEqual([{ chat_id: group }])
    expect(await errorCode(world.chat.get(cleo, group))).toBe('not_found')
    expect(await errorCode(say(cleo, 'still here?'))).toBe('not_found')
    expect(await said(anna)).toEqual(['mine'])
  })

  test('when the owner leaves, the longest-standing admin or else member becomes the owner; with the last member, the group is deleted', async () => {
    await world.chat.groups.setRole(anna, group, cleo, 'admin')
    await world.chat.groups.leave(anna, group)
    expect(await rolesOf(ben)).toEqual(['Cleo owner', 'Ben member'])
    await world.chat.groups.leave(cleo, group)
    expect(await rolesOf(ben)).toEqual(['Ben owner'])
    await world.chat.groups.leave(ben, group)
    expect(await database.query('select 1 from chats where id = $1', [group])).toEqual([])
  })

  test('only the owner changes roles, and stays an admin after handing over', async () => {
    expect(await errorCode(world.chat.groups.setRole(ben, group, ben, 'admin'))).toBe('forbidden')
    await world.chat.groups.setRole(anna, group, ben, 'owner')
    expect(await rolesOf(ben)).toEqual(['Ben owner', 'Anna admin', 'Cleo member'])
  })

  test('the owner and admins change name and description; others and strangers can’t', async () => {
    const eve = await world.stranger('Eve')
    expect(await world.chat.groups.edit(anna, group, { name: 'Monday' })).toMatchObject({ name: 'Monday', description: '' })
    expect((await world.chat.get(ben, group)).person.name).toBe('Monday')
    expect(await errorCode(world.chat.groups.edit(ben, group, { name: 'Mine' }))).toBe('forbidden')
    for (const call of [world.chat.groups.get(eve, group), world.chat.groups.leave(eve, group), world.chat.groups.edit(eve, group, {})])
      expect(await errorCode(call)).toBe('not_found')
  })
})

describe('messages', () => {
  test('a message has the chat as its recipient and reaches all members once, in one sequence', async () => {
    const sent = await say(anna, 'Dinner on Sunday?')
    expect(sent).toMatchObject({ chatId: group, seq: 1 })
    const frames = world.hub.takeFrames().filter(({ event }) => event === 'new_message')
    expect(frames.map(({ uid }) => uid).toSorted()).toEqual([anna, ben, cleo].toSorted())
    expect(nextMessage(frames[0]?.data)).toMatchObject({ to: group, chat_id: group, from: anna, userName: 'Anna', seq: 1 })
    expect(await say(ben, 'Yes')).toMatchObject({ seq: 2 })
    expect(await said(cleo)).toEqual(['Yes', 'Dinner on Sunday?'])
    expect(await world.chat.get(cleo, group)).toMatchObject({ unread: 2, last: { content: 'Yes', userName: 'Ben' } })
  })

  test('a repeated message is stored once, also by a member who has left', async () => {
    const message = aMessage(ben, group, { chat_id: group })
    await world.chat.send(ben, group, message)
    await world.chat.groups.leave(ben, group)
    expect(await world.chat.send(ben, group, message)).toMatchObject({ seq: 1, duplicate: false })
    expect(await said(anna)).toHaveLength(1)
  })

  test('a forged sender, and a stranger, can’t write', async () => {
    const eve = await world.stranger('Eve')
    expect(await errorCode(say(eve, 'hello'))).toBe('not_found')
    expect(await errorCode(world.chat.send(eve, group, aMessage(anna, group, { chat_id: group })))).toBe('invalid_input')
  })

  test('replies, edits, reactions and deletions reach all members, and those who were away', async () => {
    const { id, seq } = await say(anna, 'Khruangbin?')
    await say(ben, 'Yes!', { referenceItem: [`message:${id}`] })
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
    await say(anna, 'Tony Allen made it in')
    expect((await world.chat.search(ben, { q: 'tony' })).found).toMatchObject([
      { message: { from: anna, userName: 'Anna' }, person: { uid: group, name: 'Sunday listeners' } },
    ])
  })

  test('receipts go to the authors of what was read, and the group says who has read how far', async () => {
    await say(anna, 'one')
    await say(ben, 'two')
    world.hub.takeFrames()
    await world.chat.read(cleo, group, 2)
    const frames = world.hub.takeFrames().filter(({ event, data }) => event === 'chat_read' && JSON.stringify(data).includes(cleo))
    expect(frames.map(({ uid }) => uid).toSorted()).toEqual([anna, ben, cleo].toSorted())
    const members = async (viewer: Uid) =>
      Object.fromEntries((await world.chat.groups.get(viewer, group)).members.map((it) => [it.person.name, [it.read_seq, it.read_at]]))
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
    world.facts.length = 0
    await say(anna, 'all')
    const name = (await world.people.cards([ben])).get(ben)?.user_name
    await say(anna, `@${name}. listen`)
    const stored = world.facts.flatMap((fact) => (fact.kind === 'message.stored' ? [[fact.to, fact.isQuiet]] : []))
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
    await say(ben, 'from Ben')
    await say(anna, 'from Anna')
    await say(cleo, 'from Cleo')
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
    world.facts.length = 0
    const { id, seq } = await say(cleo, 'secret')
    expect(nextMessage(framesTo(ben, 'new_message')[0])).toMatchObject({ from: NOBODY, content: '', deleted: true, seq: 4 })
    expect(world.facts.flatMap((fact) => (fact.kind === 'message.stored' ? [fact.to] : []))).toEqual([anna])
    const ref = { chat_id: group, seq, id }
    await world.chat.edit(cleo, ref, 'secret again')
    expect(JSON.stringify(framesTo(ben, 'message_edited'))).not.toMatch(new RegExp(`secret|${cleo}`))
    await world.chat.react(anna, ref, '🔥', true)
    expect(framesTo(ben, 'message_reacted')).toMatchObject([{ reactions: [] }])
    const toAnna = { chat_id: group, seq: 2, id: (await world.chat.history(anna, group, {})).find((it) => it.seq === 2)?.id ?? '' }
    await world.chat.react(cleo, toAnna, '👍', true)
    expect(framesTo(ben, 'message_reacted')).toMatchObject([{ reactions: [] }])
    await say(anna, 'look', { referenceItem: [`message:${id}`] })
    expect(JSON.stringify(framesTo(ben, 'new_message'))).not.toMatch(new RegExp(`secret|${cleo}`))
    await world.chat.typing(cleo, group)
    await world.chat.read(cleo, group, 5)
    expect(JSON.stringify(world.hub.takeFrames().filter(({ uid }) => uid === ben))).not.toContain(cleo)
    expect(await errorCode(world.chat.react(ben, ref, '👍', true))).toBe('not_found')
    expect(await errorCode(say(ben, 'quote', { referenceItem: [`message:${id}`] }))).toBe('not_found')
    expect(await world.chat.evidence(ben, id)).toBeNull()
    expect(await errorCode(world.chat.groups.remove(ben, group, cleo))).toBe(await errorCode(world.chat.groups.remove(ben, group, NOBODY)))
  })

  test('counts no hidden messages as unread and shows the last visible one', async () => {
    await world.chat.read(ben, group, 3)
    await say(cleo, 'hidden one')
    expect(await world.chat.get(ben, group)).toMatchObject({ unread: 0, last: { content: 'from Anna' }, last_seq: 4 })
    await say(anna, 'seen one')
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

describe('new members', () => {
  const open = { needs_approval: false, slow_seconds: 0, read_only_hours: null }
  const withSettings = (settings: object) => world.chat.groups.edit(anna, group, { settings: { ...open, ...settings } })
  const requestsSeenBy = async (viewer: Uid) => (await world.chat.groups.get(viewer, group)).requests.map(({ person }) => person.name)
  const factsOf = (kind: string) => world.facts.filter((fact) => fact.kind === kind)

  async function aLink(uses = 5): Promise<string> {
    return (await world.chat.groups.createLink(anna, group, { hours: 1, uses })).code
  }

  test('ask to join by a link, and the owner or an admin lets them in', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await groups.setRole(anna, group, ben, 'admin')
    await withSettings({ needs_approval: true })
    const code = await aLink(1)
    world.facts.length = 0
    world.hub.takeFrames()
    expect(await groups.invitation(eve, code)).toMatchObject({ needs_approval: true, has_asked: false, has_joined: false })
    expect(await errorCode(groups.joinByCode(eve, code))).toBe('approval_needed')
    expect(await groups.askToJoin(eve, code)).toMatchObject({ has_asked: true })
    expect(await groups.askToJoin(eve, code)).toMatchObject({ has_asked: true })
    expect(factsOf('group.asked')).toEqual([anna, ben].map((to) => ({ kind: 'group.asked', by: eve, to, chatId: group })))
    expect(world.hub.takeFrames().map(({ uid, event }) => `${uid} ${event}`)).toEqual([anna, ben].map((uid) => `${uid} chat_changed`))
    expect([await requestsSeenBy(anna), await requestsSeenBy(ben), await requestsSeenBy(cleo)]).toEqual([['Eve'], ['Eve'], []])
    expect(await errorCode(groups.answerRequest(cleo, group, eve, true))).toBe('forbidden')
    expect((await groups.answerRequest(ben, group, eve, true)).requests).toEqual([])
    expect(await rolesOf(eve)).toContain('Eve member')
    expect(factsOf('group.admitted')).toEqual([{ kind: 'group.admitted', by: ben, to: eve, chatId: group }])
    expect(factsOf('group.request-ended')).toHaveLength(1)
    expect((await groups.events(cleo, group)).events.at(-1)).toMatchObject({ kind: 'admitted', actor: { uid: ben }, subject: { uid: eve } })
  })

  test('a declined request looks like an open one, and notifies nobody again', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await withSettings({ needs_approval: true })
    const code = await aLink()
    await groups.askToJoin(eve, code)
    const waiting = await groups.invitation(eve, code)
    await groups.answerRequest(anna, group, eve, false)
    expect(await groups.invitation(eve, code)).toEqual(waiting)
    await groups.withdrawRequest(eve, code)
    expect(await groups.invitation(eve, code)).toMatchObject({ has_asked: false })
    world.facts.length = 0
    expect(await groups.askToJoin(eve, code)).toEqual(waiting)
    expect(factsOf('group.asked')).toEqual([])
    expect(await requestsSeenBy(anna)).toEqual([])
    expect(await errorCode(groups.answerRequest(anna, group, eve, true))).toBe('not_found')
  })

  test('withdraw a request; without approval nobody asks, and who was invited in person needs none', async () => {
    const { groups } = world.chat
    const [eve, dora] = [await world.stranger('Eve'), await world.stranger('Dora')]
    const code = await aLink()
    expect(await errorCode(groups.askToJoin(eve, code))).toBe('wrong_state')
    await withSettings({ needs_approval: true })
    await groups.askToJoin(eve, code)
    await groups.withdrawRequest(eve, code)
    expect(await requestsSeenBy(anna)).toEqual([])
    await world.befriend(anna, dora)
    await world.befriend(ben, dora)
    expect(await errorCode(groups.invite(ben, group, [dora]))).toBe('forbidden')
    await groups.invite(anna, group, [dora])
    expect(await groups.invitation(dora, code)).toMatchObject({ needs_approval: false })
    await groups.joinByCode(dora, code)
  })

  test('an admin does not see a request of a user if one of them has blocked the other', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await groups.setRole(anna, group, ben, 'admin')
    await groups.setRole(anna, group, cleo, 'admin')
    await world.block(eve, ben)
    await world.block(cleo, eve)
    await withSettings({ needs_approval: true })
    const code = await aLink()
    world.facts.length = 0
    expect(await groups.askToJoin(eve, code)).toMatchObject({ has_blocked: true })
    expect(factsOf('group.asked')).toMatchObject([{ to: anna }])
    expect([await requestsSeenBy(anna), await requestsSeenBy(ben), await requestsSeenBy(cleo)]).toEqual([['Eve'], [], []])
    expect(await errorCode(groups.answerRequest(ben, group, eve, true))).toBe('not_found')
  })

  test('only read for the time that the group has set, or until an admin allows them to write', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await withSettings({ read_only_hours: 24 })
    const code = await aLink()
    await groups.joinByCode(eve, code)
    const until = new Date(world.clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect((await groups.get(anna, group)).members.find(({ person }) => person.uid === eve)?.writes_from).toBe(until)
    expect(await errorCode(say(eve, 'too early'))).toBe('read_only')
    await say(ben, 'who was here before writes')
    world.clock.pass(24 * 3_600_000)
    const { id, seq } = await say(eve, 'now')
    await withSettings({ read_only_hours: 0 })
    const finn = await world.stranger('Finn')
    await groups.joinByCode(finn, await aLink())
    world.clock.pass(365 * 24 * 3_600_000)
    expect(await errorCode(say(finn, 'a year later'))).toBe('read_only')
    expect(await errorCode(groups.allowToWrite(ben, group, finn))).toBe('forbidden')
    await groups.allowToWrite(anna, group, finn)
    await say(finn, 'at last')
    // A returning member can only read, and can't put new text into old messages.
    await groups.leave(eve, group)
    await groups.joinByCode(eve, await aLink())
    expect(await errorCode(world.chat.edit(eve, { chat_id: group, id, seq }, 'edited'))).toBe('read_only')
    await world.chat.react(eve, { chat_id: group, id, seq }, '👍', true)
    await withSettings({})
    await say(eve, 'open again')
  })

  test('in slow mode a member writes one message per turn; the owner and admins are exempt, and a repeat loses nothing', async () => {
    await withSettings({ slow_seconds: 30 })
    const first = aMessage(ben, group, { chat_id: group })
    const [one, again] = [await world.chat.send(ben, group, first), await world.chat.send(ben, group, first)]
    expect(again.seq).toBe(one.seq)
    expect(await errorCode(say(ben, 'too fast'))).toBe('slow_mode')
    await say(anna, 'owner')
    await say(anna, 'again')
    await say(cleo, 'another member')
    world.clock.pass(29_999)
    expect(await errorCode(say(ben, 'still too fast'))).toBe('slow_mode')
    world.clock.pass(1)
    await say(ben, 'in time')
    expect((await world.chat.send(ben, group, first)).seq).toBe(one.seq)
    await world.chat.groups.setRole(anna, group, ben, 'admin')
    await say(ben, 'admins are exempt')
    expect(await errorCode(world.chat.groups.edit(cleo, group, { settings: { ...open } }))).toBe('forbidden')
  })

  test('a rejected message does not use up the turn', async () => {
    await withSettings({ slow_seconds: 30 })
    expect(await errorCode(say(ben, 'an answer', { referenceItem: [`message:${aMessage(ben, group).id}`] }))).toBe('not_found')
    await say(ben, 'in time')
  })
})

describe('a report about a group', () => {
  test('is one about its owner, with its texts and the latest messages that the reporter sees', async () => {
    const { groups } = world.chat
    await groups.edit(anna, group, { description: 'For the week' })
    for (const content of ['one', 'two', 'three', 'four', 'five']) await say(anna, content)
    await say(cleo, 'hidden by a block')
    await world.block(ben, cleo)
    expect(await groups.evidence(ben, group)).toEqual({
      author: anna,
      text: 'Sunday listeners\nFor the week\nAnna: two\nAnna: three\nAnna: four\nAnna: five',
      pictures: [],
    })
  })

  test('has no messages for invited users, and is closed to others', async () => {
    const [dora, eve] = [await world.stranger('Dora'), await world.stranger('Eve')]
    await world.befriend(anna, dora)
    await world.chat.groups.invite(anna, group, [dora])
    await say(anna, 'for members')
    expect(await world.chat.groups.evidence(dora, group)).toEqual({ author: anna, text: 'Sunday listeners', pictures: [] })
    expect(await world.chat.groups.evidence(eve, group)).toBeNull()
    expect(await world.chat.groups.evidence(eve, NOBODY)).toBeNull()
  })
})

describe('events', () => {
  const eventsOf = async (viewer: Uid) =>
    (await world.chat.groups.events(viewer, group)).events.map(({ after_seq: after, kind, actor, subject, name }) =>
      [after, kind, ...[actor?.name, subject?.name, name].filter((it) => it != null)].join(' '),
    )

  test('list who joined, left, was removed and changed the group, after the preceding message', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await say(anna, 'first')
    const { code } = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    await groups.joinByCode(eve, code)
    await say(anna, 'second')
    await groups.edit(anna, group, { name: 'Monday listeners', description: 'For the week' })
    // An unchanged value causes no event.
    await groups.edit(anna, group, { name: 'Monday listeners', picture: null })
    await groups.setRole(anna, group, ben, 'admin')
    await groups.setRole(anna, group, ben, 'admin')
    await groups.remove(anna, group, eve)
    await groups.leave(anna, group)
    expect(await eventsOf(cleo)).toEqual([
      '0 created Anna',
      '0 joined Anna Ben',
      '0 joined Anna Cleo',
      '1 joined Eve',
      '2 renamed Anna Monday listeners',
      '2 described Anna',
      '2 made_admin Anna Ben',
      '2 removed Anna Eve',
      '2 left Anna',
      '2 made_owner Ben',
    ])
    expect(await errorCode(groups.events(eve, group))).toBe('not_found')
  })

  test('take no sequence number, are not unread, and are not found by search', async () => {
    await say(anna, 'first')
    await world.chat.read(ben, group, 1)
    await world.chat.groups.edit(anna, group, { name: 'Findable' })
    expect(await world.chat.get(ben, group)).toMatchObject({ unread: 0, last_seq: 1, last: { content: 'first' } })
    expect((await world.chat.search(ben, { q: 'Findable' })).found).toEqual([])
    expect(await say(anna, 'second')).toMatchObject({ seq: 2 })
  })

  test('a withdrawn or declined invitation removes its notification', async () => {
    const dora = await world.stranger('Dora')
    await world.befriend(anna, dora)
    await world.chat.groups.invite(anna, group, [dora])
    expect(await errorCode(world.chat.groups.events(dora, group))).toBe('forbidden')
    await world.chat.decline(dora, group)
    expect(await eventsOf(anna)).toHaveLength(3)
  })

  test('never name users with a block between them and the viewer, also after they left', async () => {
    await world.block(ben, cleo)
    await world.chat.groups.setRole(anna, group, cleo, 'owner')
    await world.chat.groups.edit(cleo, group, { name: 'By Cleo' })
    const seen = ['0 created Anna', '0 joined Anna Ben', '0 renamed By Cleo']
    expect(await eventsOf(ben)).toEqual(seen)
    await world.chat.groups.leave(cleo, group)
    expect(await eventsOf(ben)).toEqual([...seen, '0 made_owner Anna'])
    expect(JSON.stringify(await world.chat.groups.events(ben, group))).not.toContain(cleo)
  })
})

describe('invitations by link', () => {
  test('a user joins by a link once, as long as it is valid, has uses left, and is not withdrawn', async () => {
    const { groups } = world.chat
    const [eve, finn, gus] = await Promise.all(['eve', 'finn', 'gus'].map((name) => world.stranger(name)))
    if (!eve || !finn || !gus) throw new Error('nobody came')
    const { code, uses_left: uses } = await groups.createLink(anna, group, { hours: 24, uses: 1 })
    expect(uses).toBe(1)
    expect(await groups.invitation(eve, code)).toMatchObject({
      name: 'Sunday listeners',
      members: 3,
      has_joined: false,
      has_blocked: false,
    })
    expect(await groups.joinByCode(eve, code)).toMatchObject({ chat_id: group, group: { role: 'member', members: 4 } })
    expect(await errorCode(groups.joinByCode(finn, code))).toBe('link_invalid')
    const second = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    expect(await groups.withdrawLink(anna, group, second.id)).toEqual({ links: [] })
    expect(await errorCode(groups.joinByCode(finn, second.code))).toBe('link_invalid')
    const third = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    await groups.joinByCode(finn, third.code)
    await groups.joinByCode(finn, third.code)
    expect(await groups.links(anna, group)).toMatchObject({ links: [{ uses_left: 4 }] })
    world.clock.pass(3_600_001)
    expect(await errorCode(groups.invitation(gus, third.code))).toBe('link_invalid')
    expect(await errorCode(groups.joinByCode(gus, 'unknown'))).toBe('link_invalid')
  })

  test('only the owner and admins see and make links', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    expect(await errorCode(groups.createLink(ben, group, { hours: 1, uses: 1 }))).toBe('forbidden')
    expect(await errorCode(groups.links(ben, group))).toBe('forbidden')
    expect(await errorCode(groups.links(eve, group))).toBe('not_found')
  })

  test('warns about a member whom the user has blocked, and counts nobody with a block', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await world.block(eve, ben)
    await world.block(cleo, eve)
    const { code } = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    expect(await groups.invitation(eve, code)).toMatchObject({ members: 1, has_blocked: true })
    await groups.joinByCode(eve, code)
    expect((await groups.get(eve, group)).members.map(({ person }) => person.name)).toEqual(['Anna', 'Eve'])
  })
})

describe('personal data', () => {
  const personal = () => chatPersonalData(database.db)

  test('a deleted account leaves the group and its messages lose their content; its own group continues', async () => {
    await say(anna, 'from Anna')
    await say(ben, 'from Ben')
    await personal().erase?.(anna)
    await database.db.transaction().execute(async (tx) => void (await personal().eraseRows?.(tx, anna)))
    await database.query('delete from people where uid = $1', [anna])
    world.clock.pass(60_000)
    expect(await rolesOf(ben)).toEqual(['Ben owner', 'Cleo member'])
    expect((await world.chat.history(ben, group, {})).map(({ from, content }) => [from, content])).toEqual([
      [ben, 'from Ben'],
      [NOBODY, ''],
    ])
    expect(await say(ben, 'still here')).toMatchObject({ seq: 3 })
    expect(JSON.stringify(await database.query('select * from chats where id = $1', [group]))).not.toContain(anna)
  })

  test('the export has the groups with one’s own messages only', async () => {
    await say(anna, 'from Anna')
    await say(ben, 'from Ben')
    const files: string[] = []
    for await (const { path, bytes } of personal().collect(ben, new Set())) files.push(`${path} ${Buffer.from(await bytes()).toString()}`)
    const file = files.find((text) => text.startsWith(`groups/Sunday listeners ${group}`))
    expect(file).toContain('from Ben')
    expect(file).not.toContain('from Anna')
    expect(file).toContain('"joined"')
    expect(file).not.toContain(anna)
  })
})

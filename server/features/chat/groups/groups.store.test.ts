import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import { limits } from '#contract/limits.ts'
import { createGroupStore } from './groups.store.ts'
import {
  setUpGroup,
  anna,
  ben,
  cleo,
  database,
  framesTo,
  group,
  newGroup,
  rolesOf,
  contentsFor,
  sendText,
  world,
  personal,
} from './groups.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

setUpGroup()

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

  test('a repeated id creates no second group, and never returns one of another user', async () => {
    const id = randomUUID()
    const first = await world.chat.groups.create(anna, { ...newGroup([ben]), id })
    expect(await world.chat.groups.create(anna, { ...newGroup([ben]), id })).toEqual(first)
    expect((await world.chat.list(ben, { tab: 'requests' })).requests).toBe(1)
    const direct = await world.chat.open(anna, ben)
    const taken = [id, direct.chat_id].map((other) => errorCode(world.chat.groups.create(cleo, { ...newGroup([]), id: other })))
    expect(await Promise.all(taken)).toEqual(['not_found', 'not_found'])
  })

  test('an invited user reads and writes nothing, and can decline', async () => {
    await sendText(anna, 'before')
    const dora = await world.stranger('Dora')
    await world.befriend(ben, dora)
    await world.chat.groups.invite(ben, group, [dora])
    const codes = await Promise.all(
      [
        world.chat.history(dora, group, {}),
        sendText(dora, 'hi'),
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
    await sendText(anna, 'not for Dora')
    expect(framesTo(dora, 'new_message')).toEqual([])
    await world.chat.decline(dora, group)
    expect(await rolesOf(anna)).toEqual(['Anna owner', 'Ben member', 'Cleo member'])
  })

  test('only buddies of the caller can be invited, and at most 50 people are in a group', async () => {
    const eve = await world.stranger('Eve')
    expect(await errorCode(world.chat.groups.invite(anna, group, [eve]))).toBe('not_connected')
    expect(await errorCode(world.chat.groups.create(anna, newGroup([eve])))).toBe('not_connected')
    const many: Uid[] = []
    for (let index = 0; index < limits.group.members - 2; index++) {
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
    await sendText(ben, 'mine')
    expect(await errorCode(world.chat.groups.remove(ben, group, cleo))).toBe('forbidden')
    await world.chat.groups.setRole(anna, group, ben, 'admin')
    expect(await errorCode(world.chat.groups.remove(ben, group, anna))).toBe('forbidden')
    world.hub.takeFrames()
    await world.chat.groups.remove(ben, group, cleo)
    expect(framesTo(cleo, 'chat_changed')).toEqual([{ chat_id: group, gone: true }])
    expect(await errorCode(world.chat.get(cleo, group))).toBe('not_found')
    expect(await errorCode(sendText(cleo, 'still here?'))).toBe('not_found')
    expect(await contentsFor(anna)).toEqual(['mine'])
    expect(world.events).toContainEqual({ kind: 'group.request-ended', by: cleo, chatId: group })
  })

  test('a removal counts only for the role that it was checked against', async () => {
    const { groups } = world.chat
    const [store, now] = [createGroupStore(database.db), world.clock.now()]
    const dora = await world.stranger('Dora')
    await world.befriend(anna, dora)
    await groups.setRole(anna, group, ben, 'admin')
    await groups.invite(anna, group, [dora])
    // The cache still has the earlier members.
    await store.join(group, dora, now)
    expect(await errorCode(groups.remove(anna, group, dora))).toBe('wrong_state')
    expect(await errorCode(world.chat.groups.answer(dora, group, false))).toBe('wrong_state')
    expect(await store.isRemoved(group, dora)).toBe(false)
    await store.setRole(group, cleo, 'admin', anna, now)
    expect(await errorCode(groups.remove(ben, group, cleo))).toBe('wrong_state')
    await store.setRole(group, cleo, 'owner', anna, now)
    expect(await errorCode(groups.remove(ben, group, cleo))).toBe('wrong_state')
    world.clock.pass(60_000)
    expect(await rolesOf(cleo)).toEqual(['Cleo owner', 'Anna admin', 'Ben admin', 'Dora member'])
  })

  test('an invitation that was withdrawn in the meantime can’t be accepted', async () => {
    const dora = await world.stranger('Dora')
    await world.befriend(anna, dora)
    await world.chat.groups.invite(anna, group, [dora])
    await createGroupStore(database.db).remove(group, dora, anna, world.clock.now())
    world.events.length = 0
    expect(await errorCode(world.chat.groups.answer(dora, group, true))).toBe('wrong_state')
    expect(world.events).toEqual([])
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

  test('an admin who becomes a member again, and a member who leaves or is removed, causes an event; archiving causes none', async () => {
    const { groups } = world.chat
    await groups.setRole(anna, group, ben, 'admin')
    world.events.length = 0
    await groups.setRole(anna, group, ben, 'member')
    await world.chat.archive(ben, group, true)
    await groups.remove(anna, group, ben)
    await groups.leave(cleo, group)
    expect(world.events.filter(({ kind }) => kind.startsWith('group.'))).toEqual([
      { kind: 'group.admin-ended', by: ben, chatId: group },
      { kind: 'group.left', by: ben, chatId: group },
      { kind: 'group.request-ended', by: ben, chatId: group },
      { kind: 'group.left', by: cleo, chatId: group },
    ])
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

describe('the picture of a group', () => {
  const pictureOf = async () => (await database.query('select picture from chat_groups where chat_id = $1', [group]))[0]
  const isStored = async (owner: Uid, id: string) => world.pictures.ownedBy(owner, id)
  const settings = { needs_approval: true, slow_seconds: 30, read_only_hours: null }

  test('is unchanged, like the texts and settings, when a change is rejected', async () => {
    const { groups } = world.chat
    const [mine, bens] = [await world.picture(anna), await world.picture(ben)]
    await groups.edit(anna, group, { picture: mine })
    const events = (await groups.events(anna, group)).events.length
    for (const picture of [bens, crypto.randomUUID()])
      expect(await errorCode(groups.edit(anna, group, { name: 'Monday', description: 'Gone', picture, settings }))).toBe('not_found')
    expect([await pictureOf(), await isStored(anna, mine), await isStored(ben, bens)]).toEqual([{ picture: mine }, true, true])
    expect(await errorCode(world.pictures.read(ben, mine))).toBe('resolved')
    world.clock.pass(60_000)
    expect(await groups.get(ben, group)).toMatchObject({ name: 'Sunday listeners', description: '', settings: { needs_approval: false } })
    expect((await groups.events(anna, group)).events).toHaveLength(events)
  })

  test('is deleted when it is replaced or removed, even if another admin uploaded it', async () => {
    const { groups } = world.chat
    await groups.setRole(anna, group, ben, 'admin')
    const [first, second, bens] = [await world.picture(anna), await world.picture(anna), await world.picture(ben)]
    await groups.edit(anna, group, { picture: first })
    await groups.edit(anna, group, { picture: first })
    expect(await isStored(anna, first)).toBe(true)
    await groups.edit(anna, group, { picture: second, name: 'Monday', settings })
    expect(await groups.get(cleo, group)).toMatchObject({ name: 'Monday', settings, avatar_url: world.pictures.urlOf(second) })
    expect([await isStored(anna, first), await isStored(anna, second)]).toEqual([false, true])
    await groups.edit(ben, group, { picture: bens })
    expect([await isStored(anna, second), await isStored(ben, bens)]).toEqual([false, true])
    await groups.edit(anna, group, { picture: null })
    expect([await isStored(ben, bens), await pictureOf()]).toEqual([false, { picture: null }])
    expect((await groups.events(anna, group)).events.filter(({ kind }) => kind === 'pictured')).toHaveLength(4)
  })

  test('must belong to the user who creates the group; otherwise no group is created', async () => {
    const { groups } = world.chat
    const [mine, bens] = [await world.picture(anna), await world.picture(ben)]
    const before = (await world.chat.list(anna, {})).chats.length
    expect(await errorCode(groups.create(anna, { ...newGroup([ben]), picture: bens }))).toBe('not_found')
    expect((await world.chat.list(anna, {})).chats).toHaveLength(before)
    const { person } = await groups.create(anna, { ...newGroup([ben]), picture: mine })
    expect(person.avatar_url).toBe(world.pictures.urlOf(mine))
  })
})

describe('an invitation', () => {
  const dora = async () => {
    const uid = await world.stranger('Dora')
    await world.befriend(anna, uid)
    world.events.length = 0
    return uid
  }
  const published = () => world.events.splice(0).filter(({ kind }) => kind.startsWith('group.'))

  test('publishes who was invited, once per user, and how the invitation ended', async () => {
    const { groups } = world.chat
    const uid = await dora()
    const { chat_id: other } = await groups.create(anna, newGroup([uid]))
    expect(published()).toEqual([{ kind: 'group.invited', by: anna, to: uid, chatId: other }])
    await groups.invite(anna, group, [uid, ben])
    await groups.invite(anna, group, [uid])
    expect(published()).toEqual([{ kind: 'group.invited', by: anna, to: uid, chatId: group }])
    await world.chat.decline(uid, group)
    expect(published()).toEqual([{ kind: 'group.left', by: uid, chatId: group }])
    await groups.invite(anna, group, [uid])
    await groups.remove(anna, group, uid)
    expect(published().slice(1)).toEqual([{ kind: 'group.left', by: uid, chatId: group }])
    await groups.invite(anna, group, [uid])
    await world.chat.accept(uid, group)
    expect(published().slice(1)).toEqual([{ kind: 'group.joined', by: uid, chatId: group }])
    await groups.invite(anna, other, [ben])
    await groups.joinByCode(ben, (await groups.createLink(anna, other, { hours: 1, uses: 1 })).code)
    expect(published().slice(1)).toEqual([{ kind: 'group.joined', by: ben, chatId: other }])
  })

  test('a group is created only if all its invitations are within the hourly limit', async () => {
    const { groups } = world.chat
    const uid = await dora()
    // All but one of the 200 per hour; Anna has used two for Ben and Cleo.
    for (let used = 2; used < 199; used++) await groups.invite(anna, group, [uid])
    const before = (await world.chat.list(anna, {})).chats.length
    expect(await errorCode(groups.create(anna, newGroup([ben, cleo])))).toBe('rate_limited')
    expect((await world.chat.list(anna, {})).chats).toHaveLength(before)
    world.clock.pass(3_600_000)
    await groups.create(anna, newGroup([ben, cleo]))
    expect((await world.chat.list(anna, {})).chats).toHaveLength(before + 1)
  })

  test('ends with the group, even when the account of its last member is deleted', async () => {
    const uid = await dora()
    const { chat_id: left } = await world.chat.groups.create(anna, newGroup([uid]))
    const { chat_id: deleted } = await world.chat.groups.create(anna, newGroup([uid]))
    published()
    world.hub.takeFrames()
    await world.chat.groups.leave(anna, left)
    expect(published()).toContainEqual({ kind: 'group.ended', chatId: left })
    expect(framesTo(uid, 'chat_changed')).toEqual([{ chat_id: left, gone: true }])
    const afterwards = await database.db.transaction().execute((tx) => personal().eraseRows?.(tx, anna) ?? Promise.resolve())
    await afterwards?.()
    expect(published()).toEqual([{ kind: 'group.ended', chatId: deleted }])
    expect(framesTo(uid, 'chat_changed')).toEqual([{ chat_id: deleted, gone: true }])
  })
})

describe('a report about a group', () => {
  test('counts as a report about its owner, and contains its texts and the latest messages that the reporter sees', async () => {
    const { groups } = world.chat
    await groups.edit(anna, group, { description: 'For the week' })
    for (const content of ['one', 'two', 'three', 'four', 'five']) await sendText(anna, content)
    await sendText(cleo, 'hidden by a block')
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
    await sendText(anna, 'for members')
    expect(await world.chat.groups.evidence(dora, group)).toEqual({ author: anna, text: 'Sunday listeners', pictures: [] })
    expect(await world.chat.groups.evidence(eve, group)).toBeNull()
    expect(await world.chat.groups.evidence(eve, NOBODY)).toBeNull()
  })
})

describe('events', () => {
  const eventsOf = async (viewer: Uid) =>
    (await world.chat.groups.events(viewer, group)).events.map(({ after_seq: after, kind, actor, subject, name }) =>
      [after, kind, ...[actor?.name, subject?.name, name].filter((part) => part != null)].join(' '),
    )

  test('list who joined, left, was removed and changed the group, after the preceding message', async () => {
    const { groups } = world.chat
    const eve = await world.stranger('Eve')
    await sendText(anna, 'first')
    const { code } = await groups.createLink(anna, group, { hours: 1, uses: 5 })
    await groups.joinByCode(eve, code)
    await sendText(anna, 'second')
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
    await sendText(anna, 'first')
    await world.chat.read(ben, group, 1)
    await world.chat.groups.edit(anna, group, { name: 'Findable' })
    expect(await world.chat.get(ben, group)).toMatchObject({ unread: 0, last_seq: 1, last: { content: 'first' } })
    expect((await world.chat.search(ben, { q: 'Findable' })).found).toEqual([])
    expect(await sendText(anna, 'second')).toMatchObject({ seq: 2 })
  })

  test('a withdrawn or declined invitation removes its notification', async () => {
    const dora = await world.stranger('Dora')
    await world.befriend(anna, dora)
    await world.chat.groups.invite(anna, group, [dora])
    expect(await errorCode(world.chat.groups.events(dora, group))).toBe('forbidden')
    await world.chat.decline(dora, group)
    expect(await eventsOf(anna)).toHaveLength(3)
  })

  test('never name users with a block between them and the viewer, even after they left', async () => {
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

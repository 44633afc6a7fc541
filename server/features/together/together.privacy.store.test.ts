import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { TogetherCommand, TogetherSession } from '#contract/together.ts'
import { togetherPersonalData } from './together.personal.ts'
import {
  aTogether,
  anna,
  ben,
  chatId,
  cleo,
  database,
  join,
  send,
  start,
  statesOf,
  track,
  useTogetherWorld,
  world,
} from './together.test-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

useTogetherWorld()

describe('privacy', () => {
  test('A53: other users get the answer for an unknown conversation', async () => {
    const together = aTogether()
    await send(together, anna, start)
    expect(await errorCode(together.running(cleo, chatId))).toBe('not_found')
    const { id } = (await together.running(anna, chatId)) ?? { id: '' }
    expect(await errorCode(together.recap(cleo, id))).toBe('not_found')
    expect(await errorCode(together.save(cleo, id))).toBe('not_found')
    expect(await errorCode(send(together, cleo, join))).toBe('not_found')
  })

  test('a block ends the session for both, and neither sees it or joins again', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await world.connections.block(anna, ben)
    world.hub.takeFrames()
    for (const uid of [anna, ben]) await together.recheck(uid)
    expect(await errorCode(together.running(ben, chatId))).toBe('not_found')
    expect(await errorCode(send(together, ben, join))).toBe('not_found')
    expect(world.hub.takeFrames().map(({ uid, event, data }) => [uid, event, data])).toEqual(
      expect.arrayContaining([
        [anna, 'together_state', { chat_id: chatId, session: null }],
        [ben, 'together_state', { chat_id: chatId, session: null }],
      ]),
    )
  })

  test('a blocked member of a group neither sees nor joins a session with the other, who stays in it', async () => {
    // Anna and Cleo block each other, and Ben sees both.
    const hidden = new Set<string>()
    const visibleTo = (uid: Uid) => [anna, ben, cleo].filter((other) => !hidden.has([uid, other].toSorted().join()))
    const together = aTogether({
      conversation: async (viewer) => ({ members: visibleTo(viewer), isOpen: true, mayWrite: true }),
      hiddenAmong: async (_, members, uids) =>
        new Map(members.map((uid) => [uid, new Set(uids.filter((other) => !visibleTo(uid).includes(other)))])),
    })
    await send(together, anna, start)
    for (const uid of [ben, cleo]) await send(together, uid, join)
    hidden.add([anna, cleo].toSorted().join())
    world.hub.takeFrames()
    for (const uid of [cleo, anna]) await together.recheck(uid)
    expect((await together.running(ben, chatId))?.members.map(({ name }) => name)).toEqual(['Anna', 'Ben'])
    expect(statesOf(cleo)).toEqual([null])
    expect(await together.running(cleo, chatId)).toBeNull()
    expect(await errorCode(send(together, cleo, join))).toBe('not_found')
    await send(together, ben, { kind: 'add', item: track })
    expect(statesOf(cleo)).toEqual([])
  })

  test('a block between two members of a group keeps a session that only one of them has joined, and sends nothing to the blocked one', async () => {
    await world.befriend(anna, cleo)
    const group = await world.aGroup(anna, [ben, cleo])
    const together = aTogether({ conversation: world.chat.membersOf })
    const sendTo = (actor: Uid, command: TogetherCommand) => together.command(actor, group, randomUUID(), command)
    await sendTo(anna, start)
    await world.block(cleo, anna)
    world.hub.takeFrames()
    for (const uid of [anna, cleo]) await together.recheck(uid)
    expect(world.hub.takeFrames().filter(({ event }) => event === 'together_state')).toEqual([])
    expect((await together.running(anna, group))?.members.map(({ name }) => name)).toEqual(['Anna'])
    expect(await together.running(cleo, group)).toBeNull()
    await sendTo(ben, join)
    await sendTo(anna, { kind: 'leave' })
    await sendTo(ben, { kind: 'leave' })
    await sendTo(anna, start)
    await sendTo(ben, join)
    expect((await together.running(anna, group))?.members.map(({ name }) => name)).toEqual(['Anna', 'Ben'])
    expect(await errorCode(sendTo(cleo, join))).toBe('not_found')
  })

  test('a block between two participants of a group session removes only the blocked one', async () => {
    await world.befriend(anna, cleo)
    const group = await world.aGroup(anna, [ben, cleo])
    const together = aTogether({ conversation: world.chat.membersOf })
    const sendTo = (actor: Uid, command: TogetherCommand) => together.command(actor, group, randomUUID(), command)
    await sendTo(ben, start)
    for (const uid of [anna, cleo]) await sendTo(uid, join)
    await world.block(anna, cleo)
    for (const uid of [cleo, anna]) await together.recheck(uid)
    expect((await together.running(anna, group))?.members.map(({ name }) => name)).toEqual(['Ben', 'Anna'])
    expect(await together.running(cleo, group)).toBeNull()
  })

  describe('with a user hidden by a block who is no longer in the session', () => {
    let group: string
    let together: ReturnType<typeof aTogether>
    const sendTo = (actor: Uid, command: TogetherCommand) => together.command(actor, group, randomUUID(), command)
    const sessionOf = async (uid: Uid) => (await together.running(uid, group)) ?? expect.unreachable()
    const currentId = async () => (await sessionOf(ben)).current?.id ?? ''
    /** The latest session that each of these users got. */
    function latestStates(): Map<Uid, TogetherSession | null> {
      const frames = world.hub.takeFrames().filter(({ event }) => event === 'together_state')
      return new Map(frames.map(({ uid, data }) => [uid, (data as { session: TogetherSession | null }).session]))
    }

    beforeEach(async () => {
      await world.befriend(anna, cleo)
      group = await world.aGroup(anna, [ben, cleo])
      together = aTogether({ conversation: world.chat.membersOf })
    })

    test('neither reactions nor the last event name them to the other one, even after they have left the group', async () => {
      await sendTo(cleo, start)
      await sendTo(ben, join)
      await sendTo(cleo, { kind: 'react', item: await currentId(), emoji: '🔥', position_ms: 2_000 })
      for (const uid of [cleo, ben]) await sendTo(uid, { kind: 'leave' })
      await world.block(anna, cleo)
      await sendTo(ben, start)
      expect((await sessionOf(anna)).marks).toEqual([])
      await sendTo(ben, { kind: 'leave' })
      await world.chat.groups.leave(cleo, group)
      world.hub.takeFrames()
      await sendTo(ben, start)
      await sendTo(anna, join)
      const sent = latestStates()
      expect([...sent.keys()].toSorted()).toEqual([anna, ben].toSorted())
      const ofBen = [{ by: cleo, emoji: '🔥', position_ms: 2_000 }]
      expect([sent.get(anna)?.marks, sent.get(ben)?.marks]).toEqual([[], ofBen])
      expect([(await sessionOf(anna)).marks, (await sessionOf(ben)).marks]).toEqual([[], ofBen])
    })

    test('the queue, votes, and the last event name them only to those who see them, with the same order and playback', async () => {
      await sendTo(ben, start)
      for (const uid of [anna, cleo]) await sendTo(uid, join)
      await sendTo(ben, { kind: 'add', item: { ...track, title: 'Of Ben' } })
      await sendTo(cleo, { kind: 'add', item: { ...track, title: 'Of Cleo' } })
      const [ofBen] = (await sessionOf(ben)).queue
      await sendTo(cleo, { kind: 'vote', item: ofBen?.id ?? '', on: true })
      await world.block(anna, cleo)
      world.hub.takeFrames()
      for (const uid of [cleo, anna]) await together.recheck(uid)
      const sent = latestStates()
      expect(sent.get(cleo)).toBeNull()
      const [toAnna, toBen] = [sent.get(anna), sent.get(ben)]
      expect(toBen?.last).toMatchObject({ by: cleo, name: 'Cleo', what: 'leave' })
      expect(toBen?.queue.map(({ title, added_by: by, votes }) => [title, by, votes])).toEqual([
        ['Of Ben', ben, [ben, cleo]],
        ['Of Cleo', cleo, [cleo]],
      ])
      expect(toAnna?.queue.map(({ title, added_by: by, votes }) => [title, by, votes])).toEqual([
        ['Of Ben', ben, [ben]],
        ['Of Cleo', NOBODY, []],
      ])
      expect(toAnna?.last).toBeNull()
      expect(JSON.stringify([toAnna, await sessionOf(anna)])).not.toMatch(new RegExp(`${cleo}|"Cleo"`))
      expect([toAnna?.version, toAnna?.timeline, toAnna?.played]).toEqual([toBen?.version, toBen?.timeline, toBen?.played])
      for (let skipped = 0; skipped < 2; skipped++) await sendTo(ben, { kind: 'skip', item: await currentId() })
      expect([(await sessionOf(anna)).current, (await sessionOf(ben)).current]).toMatchObject([
        { title: 'Of Cleo', added_by: NOBODY, votes: [] },
        { title: 'Of Cleo', added_by: cleo, votes: [cleo] },
      ])
    })
  })

  test('a read-only new member of a group cannot start a session, but can join one', async () => {
    const group = await world.aGroup(anna, [ben])
    await world.chat.groups.edit(anna, group, { settings: { needs_approval: false, slow_seconds: 0, read_only_hours: 24 } })
    await world.befriend(anna, cleo)
    await world.chat.groups.invite(anna, group, [cleo])
    await world.chat.accept(cleo, group)
    const together = aTogether({ conversation: world.chat.membersOf })
    const sendTo = (actor: Uid, command: TogetherCommand) => together.command(actor, group, randomUUID(), command)
    expect(await errorCode(sendTo(cleo, start))).toBe('read_only')
    expect(await together.running(anna, group)).toBeNull()
    await sendTo(anna, start)
    await sendTo(cleo, join)
    expect((await together.running(anna, group))?.members.map(({ name }) => name)).toEqual(['Anna', 'Cleo'])
  })

  test('leaving the conversation ends the part in its session, and no other', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await together.leaveChat(anna, randomUUID())
    expect((await together.running(ben, chatId))?.members).toHaveLength(2)
    await together.leaveChat(anna, chatId)
    expect((await together.running(ben, chatId))?.members.map(({ name, role }) => `${name} ${role}`)).toEqual(['Ben host'])
  })

  test('while a host who disconnected is away, the others may pause, also when only the host may', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await send(together, anna, { kind: 'settings', control: 'host', turns: false })
    await expect(send(together, ben, { kind: 'pause' })).rejects.toMatchObject({ code: 'forbidden' })
    await together.markAwayInAll(anna)
    await send(together, ben, { kind: 'pause' })
    const session = await together.running(ben, chatId)
    expect([session?.timeline.rate, session?.members.map(({ role, is_away: isAway = false }) => [role, isAway])]).toEqual([
      0,
      [
        ['host', true],
        ['guest', false],
      ],
    ])
  })

  test('users who disconnected leave all their sessions', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    expect((await together.everyoneHere()).filter((uid) => uid === anna || uid === ben)).toHaveLength(2)
    await together.leaveAll(anna)
    expect((await together.running(ben, chatId))?.members.map(({ name, role }) => `${name} ${role}`)).toEqual(['Ben host'])
  })

  test('the export has the user’s plays, and after the deletion of the account nothing names them', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    const data = togetherPersonalData({ db: database.db, together })
    const files = []
    for await (const file of data.collect(anna, new Set())) files.push(file.path)
    expect(files).toEqual(['together.json'])
    await database.db.transaction().execute((tx) => data.eraseRows?.(tx, anna) ?? Promise.resolve())
    expect(JSON.stringify(await database.query('select * from together_sessions join together_members on session_id = id'))).not.toContain(
      anna,
    )
  })
})

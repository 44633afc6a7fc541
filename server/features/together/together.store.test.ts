import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { NewTogetherItem, TogetherCommand, TogetherSession } from '#contract/together.ts'
import { chatPersonalData } from '#server/features/chat/chat.personal.store.ts'
import { errorCode } from '#server/features/chat/chat.test-world.ts'
import { togetherPersonalData } from './together.personal.ts'
import {
  aTogether,
  anna,
  announced,
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

useTogetherWorld()

describe('a session', () => {
  test('appears for every member of the conversation when one starts it, and a second server continues it', async () => {
    await send(aTogether(), anna, start)
    expect(statesOf(ben).map((session) => session?.current?.title)).toEqual(['Tezeta'])
    // Another process, or this one after a crash: all state is in the database.
    const other = aTogether()
    await send(other, ben, join)
    const session = await other.running(anna, chatId)
    expect(session?.members.map(({ name, role }) => `${name} ${role}`)).toEqual(['Anna host', 'Ben guest'])
    expect(session?.version).toBe(3)
  })

  test('applies a command once, however often it is sent', async () => {
    const together = aTogether()
    await send(together, anna, start)
    const key = randomUUID()
    for (let repeat = 0; repeat < 3; repeat++) await together.command(anna, chatId, key, { kind: 'add', item: track })
    expect((await together.running(anna, chatId))?.queue).toHaveLength(1)
  })

  test('is one for two users who start at the same time', async () => {
    const together = aTogether()
    await Promise.all([send(together, anna, start), send(together, ben, start)])
    const session = await together.running(anna, chatId)
    expect(session?.members).toHaveLength(2)
    expect([session?.current?.title, session?.queue.length]).toEqual(['Tezeta', 1])
  })

  test('is announced in its conversation once, by the user who started it', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await send(together, ben, { kind: 'add', item: track })
    expect(announced).toEqual([[anna, chatId, (await together.running(anna, chatId))?.id]])
  })

  test('starts also when its card can’t be written', async () => {
    const together = aTogether({ announce: () => Promise.reject(new Error('the chat is full')) })
    await send(together, anna, start)
    expect((await together.running(ben, chatId))?.members).toHaveLength(1)
  })

  test('has room for 50 users with the setting, and sends one frame for the reports of all', async () => {
    const together = aTogether({
      maxMembers: 50,
      conversation: async () => ({ members: everyone, isOpen: true, mayWrite: true }),
    })
    const everyone: Uid[] = [anna]
    for (let at = 1; at < 51; at++) everyone.push(await world.stranger(`Crowd ${at}`))
    await send(together, anna, start)
    const item = (await together.running(anna, chatId))?.current?.id ?? ''
    for (const uid of everyone.slice(1, 50)) await send(together, uid, join)
    expect(await errorCode(send(together, everyone[50] ?? '', join))).toBe('wrong_state')
    expect((await together.running(anna, chatId))?.members).toHaveLength(50)
    world.hub.takeFrames()
    await Promise.all(everyone.slice(0, 50).map((uid) => send(together, uid, { kind: 'ready', item })))
    await expect.poll(() => statesOf(anna).length).toBeGreaterThan(0)
    await expect.poll(async () => (await together.running(anna, chatId))?.members.every(({ ready }) => ready)).toBe(true)
    expect(statesOf(anna).length).toBeLessThan(10)
  })

  test('rejects one member too many', async () => {
    const together = aTogether({ maxMembers: 1 })
    await send(together, anna, start)
    expect(await errorCode(send(together, ben, join))).toBe('wrong_state')
  })
})

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
    const sees = (uid: Uid) => [anna, ben, cleo].filter((other) => !hidden.has([uid, other].toSorted().join()))
    const together = aTogether({
      conversation: async (viewer) => ({ members: sees(viewer), isOpen: true, mayWrite: true }),
      hiddenAmong: async (_, members, uids) =>
        new Map(members.map((uid) => [uid, new Set(uids.filter((other) => !sees(uid).includes(other)))])),
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

  test('a block in a group ends no session in which only one of the two is, and the one who was blocked learns nothing', async () => {
    await world.befriend(anna, cleo)
    const group = await world.aGroup(anna, [ben, cleo])
    const together = aTogether({ conversation: world.chat.membersOf })
    const sendTo = (by: Uid, command: TogetherCommand) => together.command(by, group, randomUUID(), command)
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

  test('a block between two in the session of a group removes only the one who was blocked', async () => {
    await world.befriend(anna, cleo)
    const group = await world.aGroup(anna, [ben, cleo])
    const together = aTogether({ conversation: world.chat.membersOf })
    const sendTo = (by: Uid, command: TogetherCommand) => together.command(by, group, randomUUID(), command)
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
    const sendTo = (by: Uid, command: TogetherCommand) => together.command(by, group, randomUUID(), command)
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

    test('neither reactions nor the last event name them to the other one, also after they have left the group', async () => {
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

  test('a new member of a group who only reads starts no session, but joins one', async () => {
    const group = await world.aGroup(anna, [ben])
    await world.chat.groups.edit(anna, group, { settings: { needs_approval: false, slow_seconds: 0, read_only_hours: 24 } })
    await world.befriend(anna, cleo)
    await world.chat.groups.invite(anna, group, [cleo])
    await world.chat.accept(cleo, group)
    const together = aTogether({ conversation: world.chat.membersOf })
    const sendTo = (by: Uid, command: TogetherCommand) => together.command(by, group, randomUUID(), command)
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

describe('a deleted account', () => {
  /** A group of Anna, Ben, and Cleo. */
  async function aGroupOfAll(): Promise<{ group: string; together: ReturnType<typeof aTogether> }> {
    await world.befriend(anna, cleo)
    const group = await world.aGroup(anna, [ben, cleo])
    world.hub.takeFrames()
    return { group, together: aTogether({ conversation: world.chat.membersOf }) }
  }

  /** Deletes the account as `account-deletion.ts` does. */
  async function deleteAccount(uid: Uid, together: ReturnType<typeof aTogether>): Promise<void> {
    const features = [
      togetherPersonalData({ db: database.db, together }),
      chatPersonalData({ db: database.db, clock: world.clock, chat: world.chat, events: { publish: () => undefined } }),
    ]
    const after = await database.db.transaction().execute(async (tx) => {
      const steps = []
      for (const feature of features) steps.push(await feature.eraseRows?.(tx, uid))
      await sql`delete from people where uid = ${uid}`.execute(tx)
      return steps
    })
    world.clock.pass(60_000)
    for (const step of after) await step?.()
  }

  const membersIn = (session: TogetherSession | null | undefined) => session?.members.map(({ name, role }) => `${name} ${role}`)

  test('leaves the session of a group: the host role passes on, music continues, and the others can join and leave', async () => {
    const { group, together } = await aGroupOfAll()
    const sendTo = (by: Uid, command: TogetherCommand) => together.command(by, group, randomUUID(), command)
    await sendTo(anna, start)
    await sendTo(ben, join)
    world.hub.takeFrames()
    await deleteAccount(anna, together)
    const sent = statesOf(cleo).at(-1)
    expect([membersIn(sent), sent?.current?.title, sent?.timeline.rate]).toEqual([['Ben host'], 'Tezeta', 1])
    await sendTo(cleo, join)
    expect(membersIn(await together.running(ben, group))).toEqual(['Ben host', 'Cleo guest'])
    for (const uid of [ben, cleo]) await sendTo(uid, { kind: 'leave' })
    await sendTo(cleo, start)
    expect(membersIn(await together.running(ben, group))).toEqual(['Cleo host'])
  })

  test('who is not the host is not named as the last event', async () => {
    const { group, together } = await aGroupOfAll()
    await together.command(anna, group, randomUUID(), start)
    await together.command(ben, group, randomUUID(), join)
    await deleteAccount(ben, together)
    const session = await together.running(cleo, group)
    expect([membersIn(session), session?.last]).toEqual([['Anna host'], null])
  })

  test('ends its session if no one else is in it, and the others start a new one', async () => {
    const { group, together } = await aGroupOfAll()
    await together.command(anna, group, randomUUID(), start)
    world.hub.takeFrames()
    await deleteAccount(anna, together)
    const frames = world.hub.takeFrames().filter(({ event }) => event === 'together_state')
    expect(frames.toSorted((one, two) => [ben, cleo].indexOf(one.uid) - [ben, cleo].indexOf(two.uid))).toEqual(
      [ben, cleo].map((uid) => ({ uid, event: 'together_state', data: { chat_id: group, session: null } })),
    )
    await together.command(ben, group, randomUUID(), start)
    expect(membersIn(await together.running(cleo, group))).toEqual(['Ben host'])
  })

  test('ends the session of a chat of two, which is closed from then on', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    world.hub.takeFrames()
    await deleteAccount(anna, together)
    expect(statesOf(ben)).toEqual([null])
    expect(await together.everyoneHere()).not.toContain(ben)
  })

  test('which an earlier version left in a session is removed at the start of the server', async () => {
    const { group, together } = await aGroupOfAll()
    await together.command(anna, group, randomUUID(), start)
    await together.command(ben, group, randomUUID(), join)
    await send(together, anna, start)
    await database.query(`update together_sessions set state = replace(state::text, $1, $2)::jsonb`, [anna, NOBODY])
    expect(await together.running(ben, group)).toBeNull()
    await together.removeDeleted()
    expect(membersIn(await together.running(ben, group))).toEqual(['Ben host'])
    await send(together, ben, start)
    expect(membersIn(await together.running(ben, chatId))).toEqual(['Ben host'])
  })
})

test('commands beyond the rate limit are rejected and change nothing', async () => {
  const together = aTogether()
  await send(together, anna, start)
  const codes: unknown[] = []
  for (let sent = 0; sent < 40; sent++) codes.push(await errorCode(send(together, anna, { kind: 'seek', position_ms: sent })))
  expect(codes.filter((code) => code === 'rate_limited').length).toBeGreaterThan(5)
  expect(codes.at(-1)).toBe('rate_limited')
})

test('without Spotify, a track that YouTube does not have is rejected, and one queued before is left without a player', async () => {
  const onlySpotify: NewTogetherItem = { ...track, youtube_id: null }
  const without = aTogether({ isSpotifyAllowed: false })
  expect(await errorCode(send(without, anna, { kind: 'start', item: onlySpotify }))).toBe('not_on_youtube')
  expect(await without.running(anna, chatId)).toBeNull()
  await send(aTogether(), anna, { kind: 'start', item: onlySpotify })
  expect((await without.running(anna, chatId))?.current).toMatchObject({ spotify_id: null, youtube_id: null })
})

test('without Spotify, members get the track on YouTube', async () => {
  const together = aTogether({ isSpotifyAllowed: false, findElsewhere: async (item) => ({ ...item, youtube_id: 'c'.repeat(11) }) })
  await send(together, anna, { kind: 'start', item: { ...track, youtube_id: null } })
  expect((await together.running(anna, chatId))?.current).toMatchObject({ spotify_id: null, youtube_id: 'c'.repeat(11) })
})

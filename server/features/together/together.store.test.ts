import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Uid } from '#contract/base/ids.ts'
import { AppError } from '#contract/errors.ts'
import type { NewTogetherItem, TogetherCommand, TogetherSession } from '#contract/together.ts'
import { chatWorld, errorCode } from '#server/features/chat/chat.test-world.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testDatabase } from '#tests/kit/database.ts'
import { togetherPersonalData } from './together.personal.ts'
import { createTogether, type TogetherDeps } from './together.service.ts'

let database: Database
let world: ReturnType<typeof chatWorld>
beforeAll(async () => {
  database = await testDatabase()
  world = chatWorld(database.db)
})
afterAll(() => database.close())

const track: NewTogetherItem = {
  side: 'sound',
  title: 'Tezeta',
  by: 'Mulatu Astatke',
  spotify_id: '0'.repeat(22),
  youtube_id: 'a'.repeat(11),
}

let anna: Uid
let ben: Uid
let cleo: Uid
let chatId: string
let announced: string[][] = []
beforeEach(async () => {
  announced = []
  ;[anna, ben] = await world.buddies('Anna', 'Ben')
  cleo = await world.stranger('Cleo')
  chatId = (await world.chat.open(anna, ben)).chat_id
  world.hub.takeFrames()
})

/** The service with conversations like those of chat. */
function aTogether(change: Partial<TogetherDeps> = {}) {
  return createTogether({
    db: database.db,
    hub: world.hub,
    clock: world.clock,
    newId: randomUUID,
    conversation: async (viewer, id) => {
      const { person, can_attach: isOpen } = await world.chat.get(viewer, id)
      return { members: [viewer, person.uid], isOpen, mayWrite: isOpen }
    },
    audience: async (_, members) => members,
    visible: async (_viewer, _chatId, uids) => [...uids],
    cards: (uids) => world.profiles.cards(uids),
    findElsewhere: async (item) => item,
    announce: async (by, id, sessionId) => void announced.push([by, id, sessionId]),
    knows: async (_, items) => items.map(({ title }) => title === 'Known'),
    log: { warn: () => undefined },
    isSpotifyAllowed: true,
    maxMembers: 10,
    ...change,
  })
}

const start: TogetherCommand = { kind: 'start', item: track }
const join: TogetherCommand = { kind: 'join', platform: 'youtube' }
const send = (together: ReturnType<typeof aTogether>, by: Uid, command: TogetherCommand) =>
  together.command(by, chatId, randomUUID(), command)
const statesOf = (uid: Uid) =>
  world.hub
    .takeFrames()
    .flatMap((frame) =>
      frame.uid === uid && frame.event === 'together_state' ? [(frame.data as { session: TogetherSession | null }).session] : [],
    )

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

  test('ends when the last member leaves, and its recap lists the played items, who added them, and whether they are new to the viewer', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await send(together, ben, { kind: 'add', item: { ...track, title: 'Known' } })
    const { id, current } = (await together.running(anna, chatId)) ?? { id: '', current: null }
    await send(together, ben, { kind: 'react', item: current?.id ?? '', emoji: '🔥', position_ms: 9_000 })
    await send(together, anna, { kind: 'skip', item: current?.id ?? '' })
    world.clock.pass(60_000)
    for (const uid of [anna, ben]) await send(together, uid, { kind: 'leave' })
    expect(statesOf(ben).at(-1)).toBeNull()
    expect(await together.running(ben, chatId)).toBeNull()
    const recap = await together.recap(ben, id)
    expect(recap.items).toEqual([
      { ...track, brought_by: 'Anna', is_new: true, marks: [{ emoji: '🔥', position_ms: 9_000 }] },
      { ...track, title: 'Known', brought_by: 'Ben', is_new: false, marks: [{ emoji: '🔥', position_ms: 9_000 }] },
    ])
    expect(recap.members.map(({ name }) => name).toSorted()).toEqual(['Anna', 'Ben'])
    expect(Date.parse(recap.ended_at ?? '') - Date.parse(recap.started_at)).toBe(60_000)
    expect(recap.visits.map(({ name, what }) => `${name} ${what}`)).toEqual([
      'Anna start',
      'Ben join',
      'Anna leave',
      'Ben host',
      'Ben leave',
    ])
  })

  test('is listed after its end with members and played items, for participants, as far as they may see them', async () => {
    const since = world.clock.now()
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await send(together, anna, { kind: 'skip', item: (await together.running(anna, chatId))?.current?.id ?? '' })
    expect(await together.tookPart(ben, { since })).toEqual([])
    for (const uid of [anna, ben]) await send(together, uid, { kind: 'leave' })
    world.clock.pass(60_000)
    expect(await together.tookPart(ben, { since })).toEqual([
      { chatId, startedAt: since, people: [anna], items: [{ ...track, addedBy: anna }] },
    ])
    expect(await together.tookPart(ben, { since, until: since })).toEqual([])
    expect(await together.tookPart(cleo, { since })).toEqual([])
    const hiding = aTogether({ visible: async (viewer, _, uids) => uids.filter((uid) => uid === viewer) })
    expect(await hiding.tookPart(ben, { since })).toMatchObject([{ people: [] }])
    const closed = aTogether({
      conversation: async () => {
        throw new AppError('not_found', {})
      },
    })
    expect(await closed.tookPart(ben, { since })).toEqual([])
  })

  test('names in its recap only users whom the viewer may see', async () => {
    const together = aTogether({ visible: async (viewer, _, uids) => uids.filter((uid) => uid === viewer) })
    await send(together, anna, start)
    await send(together, ben, join)
    const running = await together.running(anna, chatId)
    await send(together, anna, { kind: 'react', item: running?.current?.id ?? '', emoji: '🔥', position_ms: 9_000 })
    const recap = await together.recap(ben, running?.id ?? '')
    expect(recap.members.map(({ name }) => name)).toEqual(['Ben'])
    expect(recap.visits.map(({ name }) => name)).toEqual(['Ben'])
    expect(recap.items.map(({ brought_by: by, marks }) => [by, marks])).toEqual([[null, []]])
  })

  test('names who saved the list, which only participants can do, after the end', async () => {
    const together = aTogether()
    await send(together, anna, start)
    const id = (await together.running(anna, chatId))?.id ?? ''
    expect(await errorCode(together.save(anna, id))).toBe('wrong_state')
    await send(together, anna, { kind: 'leave' })
    expect(await errorCode(together.save(ben, id))).toBe('wrong_state')
    expect((await together.save(anna, id)).saved_by).toEqual([{ uid: anna, name: 'Anna' }])
  })

  test('shows reactions again to those who play the item in a later session', async () => {
    const together = aTogether()
    await send(together, anna, start)
    const item = (await together.running(anna, chatId))?.current?.id ?? ''
    await send(together, anna, { kind: 'react', item, emoji: '🔥', position_ms: 2_000 })
    await send(together, anna, { kind: 'leave' })
    await send(together, ben, start)
    expect((await together.running(ben, chatId))?.marks).toEqual([{ by: anna, emoji: '🔥', position_ms: 2_000 }])
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
      audience: async (_, members, shown) => members.filter((uid) => shown.every((other) => sees(other).includes(uid))),
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
    const data = togetherPersonalData(database.db)
    const files = []
    for await (const file of data.collect(anna, new Set())) files.push(file.path)
    expect(files).toEqual(['together.json'])
    await database.db.transaction().execute((tx) => data.eraseRows?.(tx, anna) ?? Promise.resolve())
    expect(JSON.stringify(await database.query('select * from together_sessions join together_members on session_id = id'))).not.toContain(
      anna,
    )
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

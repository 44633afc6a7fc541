import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { NOBODY, type Uid } from '#contract/base/ids.ts'
import type { NewTogetherItem, TogetherCommand, TogetherSession } from '#contract/together.ts'
import { chatPersonalData } from '#server/features/chat/chat.personal.store.ts'
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
import { errorCode } from '#tests/kit/error-code.ts'

useTogetherWorld()

const storedCommands = async (): Promise<number | undefined> =>
  (await sql<{ count: number }>`select count(*)::int as count from together_commands where chat_id = ${chatId}`.execute(database.db))
    .rows[0]?.count

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

  test('keeps the keys of its commands until it ends', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    expect(await storedCommands()).toBe(2)
    await send(together, anna, { kind: 'leave' })
    await send(together, ben, { kind: 'leave' })
    expect(await storedCommands()).toBe(0)
  })

  test('the cleanup deletes commands of ended sessions, and old ones of a running session', async () => {
    const together = aTogether()
    const { db } = database
    await send(together, anna, start)
    await send(together, ben, join)
    const ended = randomUUID()
    await sql`insert into together_sessions (id, chat_id, state, started_at, ended_at) values (${ended}, ${chatId}, '{}', now(), now())`.execute(
      db,
    )
    await sql`insert into together_commands (chat_id, key, session_id, version)
      select ${chatId}, gen_random_uuid(), ${ended}, n from generate_series(1, 5001) as n`.execute(db)
    await together.deleteOldCommands()
    expect(await storedCommands()).toBe(2)
    // The second command was the third version.
    await sql`update together_sessions set version = 10003 where chat_id = ${chatId} and ended_at is null`.execute(db)
    await together.deleteOldCommands()
    expect(await storedCommands()).toBe(1)
  })

  test('is shared by two users who start at the same time', async () => {
    const together = aTogether()
    await Promise.all([send(together, anna, start), send(together, ben, start)])
    const session = await together.running(anna, chatId)
    expect(session?.members).toHaveLength(2)
    expect([session?.current?.title, session?.queue.length]).toEqual(['Tezeta', 1])
  })

  test('shows a member without a player as one who isn’t playing yet, which older pages know', async () => {
    const together = aTogether()
    await send(together, anna, start)
    await send(together, ben, join)
    await send(together, ben, { kind: 'away' })
    const errors = async () => (await together.running(anna, chatId))?.members.map(({ error, is_away: isAway }) => [error, isAway ?? false])
    expect(await errors()).toEqual([
      [null, false],
      ['consent', true],
    ])
    await send(together, ben, join)
    expect(await errors()).toEqual([
      [null, false],
      [null, false],
    ])
  })

  test('is announced in its conversation once, in the name of the user who started it', async () => {
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

  test('accepts 50 users with the setting, and sends one frame for the reports of all', async () => {
    const together = aTogether({
      maxMembers: 50,
      conversation: async () => ({ members: everyone, isOpen: true, mayWrite: true }),
    })
    const everyone: Uid[] = [anna]
    for (let index = 1; index < 51; index++) everyone.push(await world.stranger(`Crowd ${index}`))
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
    const sendTo = (actor: Uid, command: TogetherCommand) => together.command(actor, group, randomUUID(), command)
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

  test('that is not the host is not named as the last event', async () => {
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
    // A large session of an earlier test may still send its state.
    const frames = world.hub.takeFrames().filter(({ event, data }) => event === 'together_state' && Object(data).chat_id === group)
    expect(frames.toSorted((a, b) => [ben, cleo].indexOf(a.uid) - [ben, cleo].indexOf(b.uid))).toEqual(
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

  test('that an earlier version left in a session is removed at the start of the server', async () => {
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

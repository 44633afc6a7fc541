import { describe, expect, test } from 'vitest'
import { type Audience } from '#contract/people.ts'
import { defaultPrivacy } from '#contract/identity/privacy.ts'
import { createMemoryBus, createMemoryExchange } from '#server/platform/bus/memory-bus.ts'
import { createLogs } from '#server/platform/observability/log.ts'
import { createPrivacy } from './privacy.service.ts'
import { database, world, setUpPeople } from '#tests/kit/people-world.ts'

let count = 0
const log = createLogs({ filter: 'off', pretty: false })('bus')
setUpPeople()

const newUser = () => world.person(`private.${count++}`)
const createService = () =>
  createPrivacy({ db: database.db, clock: world.clock, relationships: world.relationships, bus: createMemoryBus({ log }) })

describe('privacy', () => {
  test('is public by default, except for the current playback', async () => {
    const privacy = createService()
    const uid = await newUser()
    expect(await privacy.get(uid)).toEqual(defaultPrivacy)
    expect(await privacy.get(uid)).toMatchObject({ match: 'everyone', presence: true, listening: false })
  })

  test('keeps each setting when another changes at the same time', async () => {
    const [phone, laptop] = [createService(), createService()]
    const uid = await newUser()
    await Promise.all([phone.change(uid, { music: 'buddies' }), laptop.change(uid, { presence: false }), phone.change(uid, {})])
    expect(await createService().get(uid)).toEqual({ ...defaultPrivacy, music: 'buddies', presence: false })
  })

  test('applies at once on this server, by announcement on the others, and within half a minute without one', async () => {
    const exchange = createMemoryExchange()
    const near = createPrivacy({
      db: database.db,
      clock: world.clock,
      relationships: world.relationships,
      bus: createMemoryBus({ log, exchange }),
    })
    const far = createPrivacy({
      db: database.db,
      clock: world.clock,
      relationships: world.relationships,
      bus: createMemoryBus({ log, exchange }),
    })
    const cutOff = createService()
    const uid = await newUser()
    for (const privacy of [near, far, cutOff]) await privacy.get(uid)
    await near.change(uid, { buddies: 'only_me' })
    expect((await near.get(uid)).buddies).toBe('only_me')
    await expect.poll(async () => (await far.get(uid)).buddies).toBe('only_me')
    expect((await cutOff.get(uid)).buddies).toBe('everyone')
    world.clock.pass(30_000)
    expect((await cutOff.get(uid)).buddies).toBe('only_me')
  })

  test('applies on a disconnected server as soon as it is connected again', async () => {
    let rejoined: (since: Date) => void = () => undefined
    const bus = { ...createMemoryBus({ log }), onReconnected: (listener: typeof rejoined) => void (rejoined = listener) }
    const cutOff = createPrivacy({ db: database.db, clock: world.clock, relationships: world.relationships, bus })
    const uid = await newUser()
    await cutOff.get(uid)
    await createService().change(uid, { music: 'only_me' })
    expect((await cutOff.get(uid)).music).toBe('everyone')
    rejoined(new Date())
    expect((await cutOff.get(uid)).music).toBe('only_me')
  })

  test('shows content to exactly the audience that the owner chose', async () => {
    const privacy = createService()
    const [owner, stranger, buddy, blocked, blocker] = [await newUser(), await newUser(), await newUser(), await newUser(), await newUser()]
    await world.befriend(owner, buddy)
    await world.connections.block(owner, blocked)
    await world.connections.block(blocker, owner)
    const viewers = { owner, stranger, buddy, blocked, blocker }
    const seenBy = async (audience: Audience): Promise<string[]> => {
      await privacy.change(owner, { match: audience })
      const names = Object.entries(viewers).map(async ([name, uid]) => ((await privacy.maySee(uid, owner, 'match')) ? [name] : []))
      return (await Promise.all(names)).flat()
    }
    expect(await seenBy('everyone')).toEqual(['owner', 'stranger', 'buddy'])
    expect(await seenBy('buddies')).toEqual(['owner', 'buddy'])
    expect(await seenBy('only_me')).toEqual(['owner'])
    expect(await privacy.maySee(buddy, owner, 'music')).toBe(true)
    expect(await privacy.maySeeMany(buddy, [owner, stranger, buddy], 'match')).toEqual(new Set([stranger, buddy]))
  })
})

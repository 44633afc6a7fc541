import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Uid } from '#contract/base/ids.ts'
import { COOL_DOWN_MS } from './connections.machine.ts'
import { REQUESTS_PER_HOUR } from './connections.service.ts'
import { world, setUpPeople } from '#tests/kit/people-world.ts'
import { errorCode } from '#tests/kit/error-code.ts'

let count = 0
setUpPeople()

let anna: Uid
let ben: Uid
beforeEach(async () => {
  count++
  anna = await world.person(`anna${count}`, 'Anna')
  ben = await world.person(`ben${count}`, 'Ben')
})

const unknown = '00000000-0000-4000-8000-00000000000f'
const events = () => world.hub.takeFrames().map(({ uid, event }) => `${uid === anna ? 'anna' : 'ben'}: ${event}`)
const relationOrCode = (viewer: Uid, other: Uid) => world.connections.relation(viewer, other).catch((error: AppError) => error.code)
const card = async (uid: Uid) => (await world.profiles.cards([uid])).get(uid)

describe('a request', () => {
  test('reaches the other at once, with its note, and shows on both sides', async () => {
    const response = await world.connections.request(anna, ben, 'Your taste!')
    const request = { from: anna, asked_at: world.clock.now().toISOString(), note: 'Your taste!' }
    expect(response).toEqual({
      person: await card(ben),
      relation: 'requested',
      request,
      connected_at: null,
      mutual: [],
      muted: false,
      may_ask: false,
      may_message: true,
    })
    expect(await world.connections.get(ben, anna)).toEqual({
      person: await card(anna),
      relation: 'asked',
      request,
      connected_at: null,
      mutual: [],
      muted: false,
      may_ask: false,
      may_message: true,
    })
    expect(world.hub.takeFrames()).toEqual([
      {
        uid: ben,
        event: 'new_connection_request',
        data: { person: await card(anna), message: 'Anna would like to be your buddy.', note: 'Your taste!' },
      },
      { uid: anna, event: 'connection_sent', data: { person: await card(ben), message: 'Your request to Ben is on its way.' } },
    ])
  })

  test('lists open requests for their receiver, newest first, with mutual buddies', async () => {
    const cleo = await world.person(`cleo${count}`)
    await world.befriend(cleo, anna)
    await world.befriend(cleo, ben)
    const dan = await world.person(`dan${count}`)
    await world.connections.request(dan, ben, 'first')
    world.clock.pass(1_000)
    await world.connections.request(anna, ben, 'second')
    const list = await world.connections.requests(ben)
    expect(list.map((connection) => [connection.person.uid, connection.note, connection.mutual_count])).toEqual([
      [anna, 'second', 1],
      [dan, 'first', 0],
    ])
    expect(await world.connections.requests(anna)).toEqual([])
  })

  test('lists the two users as partners until it is answered', async () => {
    const [first, second] = [await world.person('partner_one'), await world.person('partner_two')]
    await world.connections.request(first, second, '')
    expect([await world.connections.requestPartners(first), await world.connections.requestPartners(second)]).toEqual([[second], [first]])
    await world.connections.accept(second, first)
    expect([await world.connections.requestPartners(first), await world.connections.requestPartners(second)]).toEqual([[], []])
  })

  test('accepting makes buddies and notifies both users; accepting twice sends no notification', async () => {
    await world.connections.request(anna, ben, '')
    world.hub.takeFrames()
    world.clock.pass(60_000)
    const response = await world.connections.accept(ben, anna)
    expect(response).toMatchObject({ relation: 'connected', connected_at: world.clock.now().toISOString(), request: { from: anna } })
    expect(events()).toEqual(['anna: connection_request_accepted', 'anna: new_connection_added', 'ben: new_connection_added'])
    expect(await world.connections.accept(ben, anna)).toEqual(response)
    expect(events()).toEqual([])
    expect([await world.connections.canMessage(anna, ben), await world.connections.canMessage(ben, anna)]).toEqual([true, true])
    expect(await world.connections.requests(ben)).toEqual([])
  })

  test('from both sides at the same moment makes buddies, once', async () => {
    const results = await Promise.all([world.connections.request(anna, ben, ''), world.connections.request(ben, anna, '')])
    expect(results.map((result) => result.relation).toSorted()).toEqual(['connected', 'requested'])
    expect(await world.connections.relation(anna, ben)).toBe('connected')
    expect(events().filter((event) => event.endsWith('new_connection_request'))).toHaveLength(1)
  })

  test('sent ten times at the same moment is sent once', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => errorCode(world.connections.request(anna, ben, ''))))
    expect(results.filter((result) => result === 'resolved')).toHaveLength(1)
    expect(results.filter((result) => result === 'already_requested')).toHaveLength(9)
    expect(events()).toEqual(['ben: new_connection_request', 'anna: connection_sent'])
  })

  test('rejects a request to oneself or to an unknown user, and an answer by another user', async () => {
    expect(await errorCode(world.connections.request(anna, anna, ''))).toBe('invalid_input')
    expect(await errorCode(world.connections.request(anna, unknown, ''))).toBe('not_found')
    expect(await errorCode(world.connections.request(anna, await world.stranger(), ''))).toBe('not_found')
    expect(await errorCode(world.connections.request(anna, ben, 'a\0b'))).toBe('invalid_input')
    await world.connections.request(anna, ben, '')
    const cleo = await world.person(`cleo${count}`)
    expect(await errorCode(world.connections.accept(cleo, anna))).toBe('not_found')
    expect(await errorCode(world.connections.accept(cleo, ben))).toBe('not_found')
    expect(await errorCode(world.connections.accept(anna, ben))).toBe('not_found')
    expect(await world.connections.relation(ben, anna)).toBe('asked')
  })

  test('is sent to at most thirty people an hour', async () => {
    const others: Uid[] = []
    for (let index = 0; index <= REQUESTS_PER_HOUR; index++) others.push(await world.person(`other${count}.${index}`))
    const [last = '', ...before] = others.toReversed()
    for (const other of before) await world.connections.request(anna, other, '')
    world.hub.takeFrames()
    expect(await errorCode(world.connections.request(anna, last, ''))).toBe('rate_limited')
    expect(await world.connections.relation(last, anna)).toBe('none')
    expect(events()).toEqual([])
    await world.connections.request(last, anna, '')
    expect((await world.connections.request(anna, last, '')).relation).toBe('connected')
    world.clock.pass(60 * 60 * 1000)
    expect((await world.connections.request(anna, ben, '')).relation).toBe('requested')
  })
})

describe('taking back and declining', () => {
  test('a withdrawn request disappears for both, and the next one is possible after a week', async () => {
    await world.connections.request(anna, ben, '')
    world.hub.takeFrames()
    expect((await world.connections.withdraw(anna, ben)).relation).toBe('none')
    expect(events()).toEqual(['anna: connection_changed', 'ben: connection_changed'])
    expect(await world.connections.requests(ben)).toEqual([])
    expect(await errorCode(world.connections.accept(ben, anna))).toBe('wrong_state')
    expect((await world.connections.withdraw(anna, ben)).relation).toBe('none')
    expect(await errorCode(world.connections.request(anna, ben, ''))).toBe('cool_down')
    world.clock.pass(COOL_DOWN_MS)
    expect((await world.connections.request(anna, ben, '')).relation).toBe('requested')
  })

  test('declining notifies only the decliner’s own devices; the sender sees no change', async () => {
    const requested = await world.connections.request(anna, ben, 'please')
    world.hub.takeFrames()
    expect(await world.connections.decline(ben, anna)).toMatchObject({ relation: 'none', request: null })
    expect(events()).toEqual(['ben: connection_request_rejected'])
    expect(await world.connections.get(anna, ben)).toEqual(requested)
    expect(await world.connections.relations(anna, [ben])).toEqual(new Map([[ben, 'requested']]))
    expect(await world.connections.requests(ben)).toEqual([])
    expect(await errorCode(world.connections.accept(ben, anna))).toBe('wrong_state')
    expect((await world.connections.decline(ben, anna)).relation).toBe('none')
    await world.connections.withdraw(anna, ben)
    expect(events()).toEqual(['anna: connection_changed'])
  })

  test('a user who declined can still send a request, which connects the two', async () => {
    await world.connections.request(anna, ben, '')
    await world.connections.decline(ben, anna)
    expect((await world.connections.request(ben, anna, '')).relation).toBe('connected')
  })

  test('an accepted request can no longer be withdrawn or declined', async () => {
    await world.befriend(anna, ben)
    expect(await errorCode(world.connections.withdraw(anna, ben))).toBe('wrong_state')
    expect(await errorCode(world.connections.decline(ben, anna))).toBe('wrong_state')
  })
})

test('ending a connection notifies both users, and ending it again does nothing', async () => {
  await world.befriend(anna, ben)
  expect((await world.connections.unfriend(ben, anna)).relation).toBe('none')
  expect(events()).toEqual(['ben: connection_changed', 'anna: connection_changed'])
  expect((await world.connections.unfriend(ben, anna)).relation).toBe('none')
  expect(events()).toEqual([])
  expect(await world.connections.canMessage(anna, ben)).toBe(false)
  expect([await world.connections.buddiesOf(anna), await world.connections.buddiesOf(ben)]).toEqual([[], []])
})

describe('a block', () => {
  test('ends the connection, and the blocked user gets the answer for an unknown user', async () => {
    await world.befriend(anna, ben)
    expect(await world.connections.block(anna, ben)).toMatchObject({ relation: 'blocked', request: null, connected_at: null, mutual: [] })
    expect(events()).toEqual(['anna: connection_changed', 'ben: connection_changed'])
    const calls = ['get', 'withdraw', 'accept', 'decline', 'unfriend', 'unblock', 'block', 'relation', 'mustSee'] as const
    const requestFrom = (other: Uid) =>
      Promise.all([
        ...calls.map((call) => errorCode(world.connections[call](ben, other))),
        errorCode(world.connections.request(ben, other, '')),
      ])
    expect(await requestFrom(anna)).toEqual(Array.from({ length: 10 }, () => 'not_found'))
    expect(await requestFrom(unknown)).toEqual(await requestFrom(anna))
    expect(events()).toEqual([])
    expect(await world.connections.canMessage(ben, anna)).toBe(false)
    expect(await world.connections.relations(ben, [anna, unknown])).toEqual(new Map())
    expect([await world.connections.hiddenFrom(anna), await world.connections.hiddenFrom(ben)]).toEqual([new Set([ben]), new Set([anna])])
  })

  test('is visible to the user who blocked, and can be lifted; the connection is not restored', async () => {
    await world.befriend(anna, ben)
    await world.connections.block(anna, ben)
    expect((await world.connections.get(anna, ben)).relation).toBe('blocked')
    expect(await errorCode(world.connections.request(anna, ben, ''))).toBe('not_found')
    expect(await errorCode(world.connections.mustSee(anna, ben))).toBe('not_found')
    world.hub.takeFrames()
    expect((await world.connections.unblock(anna, ben)).relation).toBe('none')
    expect(events()).toEqual(['anna: connection_changed'])
    expect((await world.connections.get(ben, anna)).relation).toBe('none')
    expect(await world.connections.hiddenFrom(ben)).toEqual(new Set())
  })

  test('sends nothing to a stranger, and the change to a user with a pending request', async () => {
    await world.connections.block(anna, ben)
    expect(events()).toEqual(['anna: connection_changed'])
    await world.connections.unblock(anna, ben)
    await world.connections.request(ben, anna, '')
    world.hub.takeFrames()
    await world.connections.block(anna, ben)
    expect(events()).toEqual(['anna: connection_changed', 'ben: connection_changed'])
    expect(await world.connections.requests(anna)).toEqual([])
  })

  test('A40: blocking back while blocked answers as for an unknown user and leaves no trace', async () => {
    await world.connections.block(anna, ben)
    for (const other of [anna, unknown]) expect(await errorCode(world.connections.block(ben, other))).toBe('not_found')
    expect(await world.connections.mutedAndBlocked(ben)).toEqual({ muted: [], blocked: [] })
    expect((await world.connections.unblock(anna, ben)).relation).toBe('none')
    expect((await world.connections.get(ben, anna)).relation).toBe('none')
  })
})

test('returns buddies, mutual buddies, and the viewer’s relations to many users', async () => {
  const [cleo, dan] = [await world.person(`cleo${count}`), await world.person(`dan${count}`)]
  await world.befriend(anna, cleo)
  world.clock.pass(1_000)
  await world.befriend(dan, anna)
  await world.befriend(ben, cleo)
  await world.connections.request(ben, anna, '')
  expect(await world.connections.buddiesOf(anna)).toEqual([dan, cleo])
  expect(await world.connections.buddiesOf(anna)).toHaveLength(2)
  expect(await world.connections.mutual(anna, ben)).toEqual([cleo])
  expect((await world.connections.get(anna, ben)).mutual).toEqual([await card(cleo)])
  expect(await world.connections.mutualCounts(anna, [ben, dan, anna, unknown])).toEqual(
    new Map([
      [ben, 1],
      [dan, 0],
      [anna, 0],
      [unknown, 0],
    ]),
  )
  expect(await world.connections.relations(anna, [anna, ben, cleo, dan, unknown])).toEqual(
    new Map([
      [anna, 'self'],
      [ben, 'asked'],
      [cleo, 'connected'],
      [dan, 'connected'],
    ]),
  )
  expect(await world.connections.get(anna, anna)).toMatchObject({ relation: 'self', request: null, mutual: [] })
  const everyone = [anna, ben, cleo, dan, unknown]
  const pairs = everyone.flatMap((viewer) => everyone.map((other) => [viewer, other] as const))
  const oneByOne = await Promise.all(pairs.map(async ([viewer, other]) => (await world.connections.relations(viewer, [other])).get(other)))
  expect(await world.connections.relationsBetween(pairs)).toEqual(oneByOne)
})

test('after any simultaneous actions of two users, both sides agree', async () => {
  const actions = ['request', 'withdraw', 'accept', 'decline', 'unfriend', 'block', 'unblock'] as const
  const agreeing = [
    'none/none',
    'none/requested',
    'requested/none',
    'asked/requested',
    'requested/asked',
    'connected/connected',
    'blocked/not_found',
    'not_found/blocked',
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.boolean(), fc.constantFrom(...actions)), { minLength: 2, maxLength: 12 }), async (moves) => {
      await Promise.all(
        moves.map(([first, action]) =>
          errorCode(first ? world.connections[action](anna, ben, '') : world.connections[action](ben, anna, '')),
        ),
      )
      expect(agreeing).toContain(`${await relationOrCode(anna, ben)}/${await relationOrCode(ben, anna)}`)
      world.clock.pass(COOL_DOWN_MS)
    }),
    { numRuns: 30 },
  )
})

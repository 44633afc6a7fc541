import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { LEAD_MS, positionAt, type NewTogetherItem, type PlayError, type TogetherCommand } from '#contract/together.ts'
import { applyCommand, END_GRACE_MS, isOver, LOADING_MS, newSession, UNPLAYABLE_MS, type SessionState } from './timeline.ts'

const NOW = 1_800_000_000_000
const track = (title: string): NewTogetherItem => ({ side: 'sound', title, by: '', spotify_id: '0'.repeat(22), youtube_id: 'a'.repeat(11) })
const video: NewTogetherItem = { side: 'video', title: 'Live', by: '', spotify_id: null, youtube_id: 'b'.repeat(11) }

/** A session that runs commands one after the other; ids count up. */
function aSession(...members: string[]) {
  let state = newSession()
  let ids = 0
  let nowMs = NOW
  const session = {
    state: () => state,
    wait: (ms: number) => void (nowMs += ms),
    now: () => nowMs,
    do(actor: string, command: TogetherCommand): SessionState {
      state = applyCommand(state, command, { by: actor, nowMs, newId: () => `item-${++ids}`, maxMembers: 10 })
      return state
    },
    errorOf(actor: string, command: TogetherCommand): string {
      try {
        session.do(actor, command)
        return 'accepted'
      } catch (error) {
        return error instanceof AppError ? error.code : String(error)
      }
    },
  }
  const [host, ...others] = members
  if (host) session.do(host, { kind: 'start', item: track('first') })
  for (const uid of others) session.do(uid, { kind: 'join', platform: null })
  return session
}

describe('the end of an item', () => {
  test('A53: a member who reports its end too early does not end it for the other, who still plays it', () => {
    const session = aSession('anna', 'ben')
    session.do('anna', { kind: 'sync', item: 'item-1', in_sync: true, duration_ms: 200_000 })
    for (let claim = 0; claim < 5; claim++) {
      session.do('ben', { kind: 'ended', item: 'item-1' })
      session.wait(END_GRACE_MS)
    }
    expect(session.state().current?.id).toBe('item-1')
    // A player that reports no end doesn't delay the others.
    session.wait(200_000)
    session.do('ben', { kind: 'ended', item: 'item-1' })
    expect(session.state().current).toBeNull()
  })

  test('counts plays where no platform plays the item in full', () => {
    const session = aSession('anna')
    session.do('anna', { kind: 'cannot-play', item: 'item-1', why: 'account' })
    session.do('anna', { kind: 'ended', item: 'item-1' })
    expect(session.state().current).toBeNull()
  })
})

describe('an item that no member can play', () => {
  const cannot = (why: PlayError): TogetherCommand => ({ kind: 'cannot-play', item: 'item-1', why })
  const rejected = (reasons: { anna: PlayError; ben: PlayError }) => {
    const session = aSession('anna', 'ben', 'cleo')
    session.do('cleo', { kind: 'away' })
    session.do('anna', cannot(reasons.anna))
    session.do('ben', cannot(reasons.ben))
    return session
  }

  test('is skipped when that is reported again, so that the reason can be read', () => {
    const session = rejected({ anna: 'region', ben: 'embedding' })
    session.wait(LEAD_MS + UNPLAYABLE_MS)
    session.do('anna', cannot('region'))
    // The queue is empty, and the reason stays.
    expect(session.state().current?.id).toBe('item-1')
    session.do('anna', { kind: 'add', item: track('next') })
    session.do('anna', cannot('region'))
    expect(session.state().current?.title).toBe('next')
  })

  test('is not skipped at once', () => {
    const session = rejected({ anna: 'region', ben: 'embedding' })
    session.do('anna', { kind: 'add', item: track('next') })
    session.do('anna', cannot('region'))
    expect(session.state().current?.id).toBe('item-1')
  })

  test.each(['consent', 'blocked', 'advert', 'account'] as const)('is not skipped while the reason of a member is %s', (why) => {
    const session = rejected({ anna: 'region', ben: why })
    session.do('anna', { kind: 'add', item: track('next') })
    session.wait(60_000)
    session.do('anna', cannot('region'))
    session.do('ben', cannot(why))
    expect(session.state().current?.id).toBe('item-1')
  })
})

describe('a member without a player', () => {
  const anItemOfThree = () => {
    const session = aSession('anna', 'ben', 'cleo')
    session.do('anna', { kind: 'add', item: track('next') })
    for (const uid of ['anna', 'ben']) session.do(uid, { kind: 'away' })
    return session
  }

  test('delays neither the end of an item nor a vote', () => {
    const session = anItemOfThree()
    session.do('cleo', { kind: 'ended', item: 'item-1' })
    expect(session.state().current?.title).toBe('next')
    session.do('anna', { kind: 'add', item: track('last') })
    session.do('cleo', { kind: 'skip', item: 'item-2' })
    expect(session.state().current?.title).toBe('last')
  })

  test('is not waited for at the start of the next item either, until they join again', () => {
    const session = anItemOfThree()
    session.do('cleo', { kind: 'skip', item: 'item-1' })
    session.do('cleo', { kind: 'ready', item: 'item-2' })
    expect(session.state().timeline.at_ms).toBe(NOW + LEAD_MS)
    session.do('ben', { kind: 'join', platform: null })
    expect(session.state().members.map(({ error }) => error)).toEqual(['away', null, null])
    session.do('cleo', { kind: 'ended', item: 'item-2' })
    expect(session.state().current?.title).toBe('next')
  })
})

describe('an item that no member has played, because all players wait for a press', () => {
  const waiting = () => {
    const session = aSession('anna')
    session.do('anna', { kind: 'cannot-play', item: 'item-1', why: 'consent' })
    session.wait(900_000)
    return session
  }

  test('plays from its start for the first member who presses', () => {
    const session = waiting()
    const { timeline } = session.do('anna', { kind: 'ready', item: 'item-1' })
    expect([timeline.position_ms, timeline.at_ms]).toEqual([0, session.now() + LEAD_MS])
    session.wait(60_000)
    session.do('ben', { kind: 'join', platform: null })
    expect(positionAt(session.state().timeline, session.now())).toBe(60_000 - LEAD_MS)
  })

  test('plays from its start for the first member who joins and needs no press', () => {
    const session = waiting()
    session.do('ben', { kind: 'join', platform: null })
    const { timeline } = session.do('ben', { kind: 'ready', item: 'item-1' })
    expect([timeline.position_ms, timeline.at_ms]).toEqual([0, session.now() + LEAD_MS])
  })
})

describe('roles and votes', () => {
  test('a vote keeps the order that the host has set for the other items', () => {
    const session = aSession('anna', 'ben')
    for (const title of ['two', 'three', 'four']) session.do('anna', { kind: 'add', item: track(title) })
    const ids = () => session.state().queue.map(({ title }) => title)
    session.do('anna', { kind: 'move', item: 'item-4', to: 0 })
    expect(ids()).toEqual(['four', 'two', 'three'])
    session.do('ben', { kind: 'vote', item: 'item-3', on: true })
    expect(ids()).toEqual(['three', 'four', 'two'])
    session.do('ben', { kind: 'vote', item: 'item-3', on: false })
    expect(ids()).toEqual(['three', 'four', 'two'])
  })

  test('handing over the host role is visible to all members', () => {
    const session = aSession('anna', 'ben', 'cleo')
    session.do('anna', { kind: 'role', uid: 'cleo', role: 'co-host' })
    session.do('anna', { kind: 'leave' })
    expect(session.state().last).toEqual({ by: 'cleo', what: 'host', atMs: session.now() })
    session.do('cleo', { kind: 'role', uid: 'ben', role: 'host' })
    expect(session.state().last).toMatchObject({ by: 'ben', what: 'host' })
    expect(session.state().members.map(({ uid, role }) => `${uid} ${role}`)).toEqual(['ben host', 'cleo co-host'])
  })
})

describe('the start of an item', () => {
  test('is agreed for 4 s later, and moves forward once all are ready', () => {
    const session = aSession('anna', 'ben')
    expect(session.state().timeline).toEqual({ item: 'item-1', position_ms: 0, rate: 1, at_ms: NOW + LOADING_MS })
    session.do('anna', { kind: 'ready', item: 'item-1' })
    expect(session.state().timeline.at_ms).toBe(NOW + LOADING_MS)
    session.wait(500)
    session.do('ben', { kind: 'ready', item: 'item-1' })
    expect(session.state().timeline.at_ms).toBe(NOW + 500 + LEAD_MS)
  })

  test('does not wait for a member whose platform rejects it, nor for one who leaves', () => {
    const session = aSession('anna', 'ben', 'cleo')
    session.do('anna', { kind: 'ready', item: 'item-1' })
    session.do('ben', { kind: 'cannot-play', item: 'item-1', why: 'region' })
    session.do('cleo', { kind: 'leave' })
    expect(session.state().timeline.at_ms).toBe(NOW + LEAD_MS)
    expect(session.state().members.map(({ uid, error }) => [uid, error])).toEqual([
      ['anna', null],
      ['ben', 'region'],
    ])
  })

  test('a member who can play after all counts again', () => {
    const session = aSession('anna', 'ben')
    session.do('ben', { kind: 'cannot-play', item: 'item-1', why: 'consent' })
    session.do('ben', { kind: 'join', platform: 'youtube' })
    session.do('ben', { kind: 'cannot-play', item: 'item-1', why: 'advert' })
    session.do('ben', { kind: 'ready', item: 'item-1' })
    expect(session.state().members.map(({ platform, error }) => [platform, error])).toEqual([
      [null, null],
      ['youtube', null],
    ])
    session.do('anna', { kind: 'ended', item: 'item-1' })
    expect(session.state().current?.id).toBe('item-1')
  })

  test('ignores a member’s report about an item that no longer plays', () => {
    const session = aSession('anna', 'ben')
    const before = session.state()
    for (const kind of ['ready', 'ended', 'skip'] as const) session.do('ben', { kind, item: 'item-0' })
    expect(session.state()).toEqual(before)
  })
})

describe('control', () => {
  test('pauses where playback is, and resumes there at an agreed moment', () => {
    const session = aSession('anna', 'ben')
    session.wait(LOADING_MS + 30_000)
    expect(session.do('ben', { kind: 'pause' }).timeline).toMatchObject({ position_ms: 30_000, rate: 0 })
    session.wait(5_000)
    expect(session.do('anna', { kind: 'play' }).timeline).toEqual({
      item: 'item-1',
      position_ms: 30_000,
      rate: 1,
      at_ms: session.now() + LEAD_MS,
    })
  })

  test('is limited to host and co-hosts when the host chooses that', () => {
    const session = aSession('anna', 'ben', 'cleo')
    expect(session.errorOf('ben', { kind: 'settings', control: 'host', turns: false })).toBe('forbidden')
    session.do('anna', { kind: 'settings', control: 'host', turns: false })
    expect(session.errorOf('ben', { kind: 'pause' })).toBe('forbidden')
    session.do('anna', { kind: 'role', uid: 'ben', role: 'co-host' })
    expect(session.errorOf('ben', { kind: 'pause' })).toBe('accepted')
    expect(session.errorOf('cleo', { kind: 'seek', position_ms: 0 })).toBe('forbidden')
  })

  test('is for everyone while the host and all co-hosts are away', () => {
    const session = aSession('anna', 'ben', 'cleo')
    session.do('anna', { kind: 'settings', control: 'host', turns: false })
    session.do('anna', { kind: 'role', uid: 'ben', role: 'co-host' })
    session.do('anna', { kind: 'away' })
    expect(session.errorOf('cleo', { kind: 'pause' })).toBe('forbidden')
    session.do('ben', { kind: 'away' })
    expect(session.do('cleo', { kind: 'pause' }).timeline.rate).toBe(0)
    session.do('anna', { kind: 'join', platform: null })
    expect(session.errorOf('cleo', { kind: 'play' })).toBe('forbidden')
  })

  test('is only for members who have joined', () => {
    const session = aSession('anna')
    expect(session.errorOf('dora', { kind: 'pause' })).toBe('wrong_state')
    expect(session.errorOf('dora', { kind: 'add', item: track('x') })).toBe('wrong_state')
  })
})

describe('the host', () => {
  test('passes the role to the first co-host when leaving, otherwise to the first guest', () => {
    const session = aSession('anna', 'ben', 'cleo')
    session.do('anna', { kind: 'role', uid: 'cleo', role: 'co-host' })
    session.do('anna', { kind: 'leave' })
    expect(session.state().members.map(({ uid, role }) => `${uid} ${role}`)).toEqual(['ben guest', 'cleo host'])
    session.do('cleo', { kind: 'leave' })
    expect(session.state().members.map(({ uid, role }) => `${uid} ${role}`)).toEqual(['ben host'])
    expect(isOver(session.do('ben', { kind: 'leave' }))).toBe(true)
  })
})

describe('the queue', () => {
  test('plays the item with most votes, and the older one on a tie', () => {
    const session = aSession('anna', 'ben', 'cleo')
    for (const title of ['a', 'b', 'c']) session.do('anna', { kind: 'add', item: track(title) })
    session.do('ben', { kind: 'vote', item: 'item-3', on: true })
    session.do('cleo', { kind: 'vote', item: 'item-4', on: true })
    expect(session.state().queue.map(({ title }) => title)).toEqual(['b', 'c', 'a'])
    session.do('ben', { kind: 'vote', item: 'item-3', on: false })
    expect(session.state().queue.map(({ title }) => title)).toEqual(['c', 'b', 'a'])
  })

  test('is reordered by host and co-hosts; members remove only their own items', () => {
    const session = aSession('anna', 'ben')
    for (const title of ['a', 'b']) session.do('anna', { kind: 'add', item: track(title) })
    expect(session.errorOf('ben', { kind: 'move', item: 'item-3', to: 0 })).toBe('forbidden')
    expect(session.errorOf('ben', { kind: 'remove', item: 'item-3' })).toBe('forbidden')
    session.do('anna', { kind: 'move', item: 'item-3', to: 0 })
    expect(session.state().queue.map(({ title }) => title)).toEqual(['b', 'a'])
  })

  test('skips at once for the host, and by majority for guests', () => {
    const session = aSession('anna', 'ben', 'cleo', 'dora', 'emil')
    session.do('anna', { kind: 'add', item: track('next') })
    for (const uid of ['ben', 'cleo', 'cleo']) session.do(uid, { kind: 'skip', item: 'item-1' })
    expect(session.state().current?.id).toBe('item-1')
    session.do('dora', { kind: 'skip', item: 'item-1' })
    expect(session.state().current?.title).toBe('next')
    session.do('anna', { kind: 'skip', item: 'item-2' })
    expect(session.state().current).toBeNull()
  })

  test('alternates who chooses in "my turn, your turn"', () => {
    const session = aSession('anna', 'ben')
    session.do('anna', { kind: 'settings', control: 'all', turns: true })
    for (const title of ['a1', 'a2']) session.do('anna', { kind: 'add', item: track(title) })
    for (const title of ['b1', 'b2']) session.do('ben', { kind: 'add', item: track(title) })
    const order: (string | undefined)[] = []
    for (let count = 0; count < 4; count++) {
      const { current } = session.state()
      order.push(session.do('anna', { kind: 'skip', item: current?.id ?? '' }).current?.title)
    }
    expect(order).toEqual(['b1', 'a1', 'b2', 'a2'])
  })

  test('rejects an item with another item’s track id, and an item that no platform can play', () => {
    const session = aSession('anna')
    expect(session.errorOf('anna', { kind: 'add', item: { ...video, spotify_id: '0'.repeat(22) } })).toBe('invalid_input')
    expect(session.errorOf('anna', { kind: 'add', item: { ...track('x'), spotify_id: null, youtube_id: null } })).toBe('invalid_input')
    expect(session.errorOf('anna', { kind: 'add', item: video })).toBe('accepted')
  })
})

describe('the end of an item', () => {
  test('is applied when all members have reached it; a member who never does delays the others by 5 s at most', () => {
    const session = aSession('anna', 'ben')
    session.do('anna', { kind: 'add', item: track('next') })
    session.do('anna', { kind: 'ended', item: 'item-1' })
    expect(session.state().current?.id).toBe('item-1')
    // Players repeat it after this time.
    session.wait(4_500)
    session.do('anna', { kind: 'ended', item: 'item-1' })
    expect(session.state().current?.title).toBe('next')
  })

  test('is not determined by one false report among many', () => {
    const session = aSession('anna', 'ben', 'cleo')
    session.do('cleo', { kind: 'ended', item: 'item-1' })
    session.wait(60_000)
    session.do('cleo', { kind: 'ended', item: 'item-1' })
    expect(session.state().current?.id).toBe('item-1')
  })
})

test('emoji stay at their moment and return when the item is played again', () => {
  const session = aSession('anna')
  session.do('anna', { kind: 'react', item: 'item-1', emoji: '🔥', position_ms: 12_000 })
  expect(session.errorOf('anna', { kind: 'react', item: 'item-1', emoji: 'no emoji', position_ms: 0 })).toBe('invalid_input')
  expect(session.state().marks).toEqual([{ by: 'anna', emoji: '🔥', position_ms: 12_000, about: '0'.repeat(22) }])
})

test('after any commands there is one host, the current item is not in the queue, and time does not run backwards', () => {
  const uid = fc.constantFrom('anna', 'ben', 'cleo')
  const item = fc.integer({ min: 1, max: 6 }).map((index) => `item-${index}`)
  const command: fc.Arbitrary<TogetherCommand> = fc.oneof(
    fc.constant<TogetherCommand>({ kind: 'join', platform: 'youtube' }),
    fc.constant<TogetherCommand>({ kind: 'leave' }),
    fc.constantFrom<TogetherCommand>({ kind: 'play' }, { kind: 'pause' }),
    fc.integer({ min: 0, max: 300_000 }).map((position_ms): TogetherCommand => ({ kind: 'seek', position_ms })),
    fc.constant<TogetherCommand>({ kind: 'add', item: track('x') }),
    fc.record({ kind: fc.constantFrom('ready', 'ended', 'skip', 'remove'), item }),
    fc.record({ kind: fc.constant('vote'), item, on: fc.boolean() }),
    fc.record({ kind: fc.constant('role'), uid, role: fc.constantFrom('host', 'co-host', 'guest') }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(uid, command, fc.integer({ min: 0, max: 8_000 })), { maxLength: 60 }), (steps) => {
      const session = aSession('anna')
      for (const [by, step, waitMs] of steps) {
        session.wait(waitMs)
        session.errorOf(by, step)
        const { members, current, queue, timeline } = session.state()
        if (members.length === 0) return
        expect(members.filter(({ role }) => role === 'host')).toHaveLength(1)
        expect(queue.some(({ id }) => id === current?.id)).toBe(false)
        expect(timeline.item).toBe(current?.id ?? null)
        expect(positionAt(timeline, session.now() + 1_000)).toBeGreaterThanOrEqual(positionAt(timeline, session.now()))
      }
    }),
    { numRuns: 300 },
  )
})

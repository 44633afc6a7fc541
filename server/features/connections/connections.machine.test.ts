import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ConnectionAction,
  applyAction,
  COOL_DOWN_MS,
  otherSide,
  type Pair,
  visibleRequest,
  type Side,
  type Relationship,
  strangers,
  viewOf,
  type View,
} from './connections.machine.ts'

const start = new Date('2026-11-01T12:00:00Z')
const later = (ms: number) => new Date(start.getTime() + ms)
const DAY_MS = 24 * 60 * 60 * 1000

const byLow = { by: 'low' as const, askedAt: start, note: 'hi' }
const relationships = {
  none: { state: 'none' },
  asked: { state: 'requested', request: byLow },
  declined: { state: 'declined', request: byLow },
  connected: { state: 'connected', request: byLow, since: start },
} satisfies Record<string, Relationship>

function pairWith(relationship: keyof typeof relationships, blockedBy: Side[] = []): Pair {
  return {
    ...strangers,
    relationship: relationships[relationship],
    blockedBy: { low: blockedBy.includes('low'), high: blockedBy.includes('high') },
  }
}

/** The views of both users after the action, or the error code. */
function outcome(pair: Pair, side: Side, kind: ConnectionAction['kind'], now = later(1)): string {
  const step = applyAction(pair, side, kind === 'ask' ? { kind, note: '' } : { kind }, now)
  return 'error' in step ? step.error : `${viewOf(step.pair, 'low')}/${viewOf(step.pair, 'high')}${step.change ? ` ${step.change}` : ''}`
}

describe('every action in every state, where the user with the lower id sent the request', () => {
  const kinds = ['ask', 'withdraw', 'accept', 'decline', 'unfriend', 'block', 'unblock'] as const
  const table: [keyof typeof relationships, Side, string[]][] = [
    ['none', 'low', ['requested/asked asked', 'none/none', 'not_found', 'not_found', 'none/none', 'blocked/hidden blocked', 'none/none']],
    ['none', 'high', ['asked/requested asked', 'none/none', 'not_found', 'not_found', 'none/none', 'hidden/blocked blocked', 'none/none']],
    [
      'asked',
      'low',
      [
        'already_requested',
        'none/none withdrawn',
        'not_found',
        'not_found',
        'requested/asked',
        'blocked/hidden blocked',
        'requested/asked',
      ],
    ],
    [
      'asked',
      'high',
      [
        'connected/connected connected',
        'requested/asked',
        'connected/connected connected',
        'requested/none declined',
        'requested/asked',
        'hidden/blocked blocked',
        'requested/asked',
      ],
    ],
    [
      'declined',
      'low',
      ['already_requested', 'none/none withdrawn', 'not_found', 'not_found', 'requested/none', 'blocked/hidden blocked', 'requested/none'],
    ],
    [
      'declined',
      'high',
      [
        'connected/connected connected',
        'requested/none',
        'wrong_state',
        'requested/none',
        'requested/none',
        'hidden/blocked blocked',
        'requested/none',
      ],
    ],
    [
      'connected',
      'low',
      [
        'connected/connected',
        'wrong_state',
        'connected/connected',
        'wrong_state',
        'none/none ended',
        'blocked/hidden blocked',
        'connected/connected',
      ],
    ],
    [
      'connected',
      'high',
      [
        'connected/connected',
        'wrong_state',
        'connected/connected',
        'wrong_state',
        'none/none ended',
        'hidden/blocked blocked',
        'connected/connected',
      ],
    ],
  ]
  test.each(table)('%s, by %s', (relationship, side, expected) => {
    expect(kinds.map((kind) => outcome(pairWith(relationship), side, kind))).toEqual(expected)
  })

  test('each side can lift only its own block', () => {
    const blocked = pairWith('none', ['low'])
    const errors = ['not_found', 'not_found', 'not_found', 'not_found', 'not_found']
    expect(kinds.map((kind) => outcome(blocked, 'low', kind))).toEqual([...errors, 'blocked/hidden', 'none/none unblocked'])
    expect(kinds.map((kind) => outcome(blocked, 'high', kind))).toEqual([...errors, 'not_found', 'blocked/hidden'])
  })

  test('a mutual block ends only when both users have lifted it', () => {
    const both = pairWith('none', ['low', 'high'])
    expect(outcome(both, 'low', 'unblock')).toBe('hidden/blocked unblocked')
    expect(outcome(pairWith('none', ['high']), 'high', 'unblock')).toBe('none/none unblocked')
  })
})

describe('asking again', () => {
  const withdrawn: Pair = { ...strangers, withdrawnAt: { low: start, high: null } }

  test('waits seven days after taking the request back', () => {
    expect(outcome(withdrawn, 'low', 'ask', later(COOL_DOWN_MS - 1))).toBe('cool_down')
    expect(outcome(withdrawn, 'low', 'ask', later(COOL_DOWN_MS))).toBe('requested/asked asked')
    expect(COOL_DOWN_MS).toBe(7 * DAY_MS)
  })

  test('the other user may send a request at once, and an answer is never delayed', () => {
    expect(outcome(withdrawn, 'high', 'ask')).toBe('asked/requested asked')
    const askedByHigh: Pair = { ...withdrawn, relationship: { state: 'requested', request: { by: 'high', askedAt: start, note: '' } } }
    expect(outcome(askedByHigh, 'low', 'ask')).toBe('connected/connected connected')
  })

  test('answering a withdrawn request is a state error', () => {
    expect(outcome(withdrawn, 'high', 'accept')).toBe('wrong_state')
    expect(outcome(withdrawn, 'high', 'decline')).toBe('wrong_state')
  })

  test('blocking ends a request as a withdrawal does', () => {
    const step = applyAction(pairWith('declined'), 'high', { kind: 'block' }, later(5))
    expect('pair' in step && step.pair.withdrawnAt).toEqual({ low: later(5), high: null })
  })
})

const recordSeen = (relationship: keyof typeof relationships, blockedBy: Side[] = []) =>
  (['low', 'high'] as const).map((side) => visibleRequest(pairWith(relationship, blockedBy), side)?.note ?? null)

test('both see the request while it is open and once they are connected; after a decline only the sender sees it', () => {
  expect(recordSeen('none')).toEqual([null, null])
  expect(recordSeen('asked')).toEqual(['hi', 'hi'])
  expect(recordSeen('declined')).toEqual(['hi', null])
  expect(recordSeen('connected')).toEqual(['hi', 'hi'])
  expect(recordSeen('none', ['high'])).toEqual([null, null])
})

type Move = { side: Side; kind: ConnectionAction['kind']; wait: number }
type Played = Move & { before: Pair; after: Pair; now: Date; result: string }

/** Applies the moves one after the other, each after its delay. */
function play(moves: Move[]): Played[] {
  const played: Played[] = []
  let pair = strangers
  let now = start
  for (const move of moves) {
    now = new Date(now.getTime() + move.wait)
    const step = applyAction(pair, move.side, move.kind === 'ask' ? { kind: 'ask', note: 'n' } : { kind: move.kind }, now)
    const after = 'error' in step ? pair : step.pair
    played.push({ ...move, before: pair, after, now, result: 'error' in step ? step.error : (step.change ?? 'unchanged') })
    pair = after
  }
  return played
}

/** Everything that the low side sees as a result of its own actions. */
const noticedByLow = (moves: Move[]) =>
  play(moves)
    .filter((move) => move.side === 'low')
    .map(({ result, after }) => [result, viewOf(after, 'low'), visibleRequest(after, 'low')])

describe('any actions of two users in any order', () => {
  const side = fc.constantFrom<Side>('low', 'high')
  const kind = fc.constantFrom<ConnectionAction['kind']>('ask', 'ask', 'withdraw', 'accept', 'decline', 'unfriend', 'block', 'unblock')
  const wait = fc.oneof(fc.constant(1), fc.nat(9 * DAY_MS))
  const moves = fc.array(fc.record({ side, kind, wait }), { maxLength: 40 })

  test('both sides agree, and there is never a request in both directions', () => {
    const agreeing: Record<View, View[]> = {
      none: ['none', 'requested'],
      requested: ['asked', 'none'],
      asked: ['requested'],
      connected: ['connected'],
      blocked: ['hidden'],
      hidden: ['blocked'],
    }
    const run = fc.check(
      fc.property(moves, (list) =>
        play(list).every(
          ({ after }) =>
            agreeing[viewOf(after, 'low')].includes(viewOf(after, 'high')) &&
            agreeing[viewOf(after, 'high')].includes(viewOf(after, 'low')),
        ),
      ),
    )
    expect(run.counterexample).toBeNull()
  })

  test('connects two users only after a request and its acceptance', () => {
    const run = fc.check(
      fc.property(moves, (list) => {
        const yes: Record<Side, boolean> = { low: false, high: false }
        return play(list).every(({ side: by, after, result }) => {
          if (result === 'asked' || result === 'connected') yes[by] = true
          if (['withdrawn', 'ended', 'blocked'].includes(result)) yes[by] = false
          if (result === 'ended' || result === 'blocked') yes[otherSide(by)] = false
          return (viewOf(after, 'low') === 'connected') === (yes.low && yes.high)
        })
      }),
    )
    expect(run.counterexample).toBeNull()
  })

  test('a request to a user whose own request is pending connects the two', () => {
    const run = fc.check(
      fc.property(moves, side, (list, last) => {
        const { after: pair, now } = play([{ side: 'low', kind: 'withdraw', wait: 0 }, ...list]).at(-1) ?? { after: strangers, now: start }
        return viewOf(pair, last) !== 'asked' || outcome(pair, last, 'ask', now) === 'connected/connected connected'
      }),
    )
    expect(run.counterexample).toBeNull()
  })

  test('a user who keeps declining gets at most one request per sender in each cool-down period', () => {
    const asker = fc.record({
      side: fc.constant<Side>('low'),
      kind: fc.constantFrom<ConnectionAction['kind']>('ask', 'withdraw', 'block', 'unblock'),
      wait,
    })
    const decliner = fc.record({
      side: fc.constant<Side>('high'),
      kind: fc.constantFrom<ConnectionAction['kind']>('decline', 'block', 'unblock'),
      wait,
    })
    const run = fc.check(
      fc.property(fc.array(fc.oneof(asker, decliner), { maxLength: 60 }), (list) => {
        const requests = play(list).filter((move) => move.result === 'asked')
        return requests.every(({ now }, index) => now.getTime() - (requests[index - 1]?.now.getTime() ?? 0) >= COOL_DOWN_MS)
      }),
    )
    expect(run.counterexample).toBeNull()
  })

  test('the sender can’t distinguish a decline from silence', () => {
    const asker = fc.record({ side: fc.constant<Side>('low'), kind, wait })
    const decliner = fc.record({
      side: fc.constant<Side>('high'),
      kind: fc.constant<ConnectionAction['kind']>('decline'),
      wait: fc.constant(0),
    })
    fc.assert(
      fc.property(fc.array(fc.oneof(asker, decliner), { maxLength: 40 }), (list) => {
        expect(noticedByLow(list)).toEqual(noticedByLow(list.filter((move) => move.side === 'low')))
      }),
    )
  })

  test('a block hides the users from each other until it is lifted, and lifting it restores nothing', () => {
    const run = fc.check(
      fc.property(moves, (list) =>
        play(list).every(({ side: by, before, after, result }) => {
          const hides = result !== 'blocked' || viewOf(after, otherSide(by)) === 'hidden'
          const stops = !before.blockedBy[otherSide(by)] || ['not_found', 'blocked', 'unblocked', 'unchanged'].includes(result)
          return hides && stops && (result !== 'unblocked' || after.relationship.state === 'none')
        }),
      ),
    )
    expect(run.counterexample).toBeNull()
  })
})

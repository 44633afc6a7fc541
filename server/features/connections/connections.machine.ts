import type { ErrorCode } from '#contract/errors.ts'
import type { Relation } from '#contract/people.ts'
import { unreachable } from '#contract/base/unreachable.ts'

// All rules of the relationship between two users, as a pure function. Two users have one `Pair`, and each is one side of
// it. The service locks, saves, and publishes.

/** The sides of a pair, by the order of their uids. */
export type Side = 'low' | 'high'
export const otherSide = (side: Side): Side => (side === 'low' ? 'high' : 'low')

export type Request = { by: Side; askedAt: Date; note: string }

export type Relationship =
  | { state: 'none' }
  | { state: 'requested'; request: Request }
  /** For the sender it looks and behaves like `requested`, until they withdraw the request. */
  | { state: 'declined'; request: Request }
  | { state: 'connected'; request: Request; since: Date }

export type Pair = {
  relationship: Relationship
  blockedBy: Record<Side, boolean>
  /** When each side last withdrew a request. */
  withdrawnAt: Record<Side, Date | null>
}

export const strangers: Pair = {
  relationship: { state: 'none' },
  blockedBy: { low: false, high: false },
  withdrawnAt: { low: null, high: null },
}

export type ConnectionAction =
  | { kind: 'ask'; note: string }
  | { kind: 'withdraw' | 'accept' | 'decline' | 'unfriend' | 'block' | 'unblock' }

/** The effect of an action. */
export type ConnectionChange = 'asked' | 'connected' | 'withdrawn' | 'declined' | 'ended' | 'blocked' | 'unblocked'
/** `change` is null when the action had no effect. */
export type Transition = { pair: Pair; change: ConnectionChange | null } | { error: ErrorCode }

/**
 * The pause between a withdrawal and the next request. It starts with the withdrawal, because a pause after a decline would
 * reveal the decline. A declined request must be withdrawn before the next one, so the pause always applies.
 */
export const COOL_DOWN_MS = 7 * 24 * 60 * 60 * 1000

/** The relationship as one side sees it. `hidden`: the other side blocked this one, and must seem not to exist. */
export type View = Exclude<Relation, 'self'> | 'hidden'

export function viewOf(pair: Pair, side: Side): View {
  if (pair.blockedBy[otherSide(side)]) return 'hidden'
  if (pair.blockedBy[side]) return 'blocked'
  const { relationship } = pair
  switch (relationship.state) {
    case 'none':
      return 'none'
    case 'requested':
      return relationship.request.by === side ? 'requested' : 'asked'
    case 'declined':
      return relationship.request.by === side ? 'requested' : 'none'
    case 'connected':
      return 'connected'
    default:
      return unreachable(relationship)
  }
}

/** The parts of the request that one side may see. */
export function visibleRequest(pair: Pair, side: Side): Request | null {
  const { relationship } = pair
  const view = viewOf(pair, side)
  return relationship.state !== 'none' && (view === 'requested' || view === 'asked' || view === 'connected') ? relationship.request : null
}

/**
 * Applies one side's action. With a block in either direction, a side can only lift its own block. A blocked user can't
 * block in turn: the entry in their own list would reveal that the other user exists.
 */
export function applyAction(pair: Pair, side: Side, action: ConnectionAction, now: Date): Transition {
  if (action.kind === 'unblock') return unblock(pair, side)
  if (action.kind === 'block') return pair.blockedBy[otherSide(side)] ? { error: 'not_found' } : block(pair, side, now)
  if (pair.blockedBy.low || pair.blockedBy.high) return { error: 'not_found' }
  switch (action.kind) {
    case 'ask':
      return sendRequest(pair, side, action.note, now)
    case 'withdraw':
      return withdraw(pair, side, now)
    case 'accept':
      return answer(pair, side, (request) => connect(pair, request, now), 'connected')
    case 'decline':
      return answer(pair, side, (request) => transitionTo(pair, { state: 'declined', request }, 'declined'), 'declined')
    case 'unfriend':
      return pair.relationship.state === 'connected' ? transitionTo(pair, { state: 'none' }, 'ended') : unchanged(pair)
    default:
      return unreachable(action.kind)
  }
}

const unchanged = (pair: Pair): Transition => ({ pair, change: null })
const transitionTo = (pair: Pair, relationship: Relationship, change: ConnectionChange): Transition => ({
  pair: { ...pair, relationship },
  change,
})
const connect = (pair: Pair, request: Request, now: Date): Transition =>
  transitionTo(pair, { state: 'connected', request, since: now }, 'connected')

function sendRequest(pair: Pair, side: Side, note: string, now: Date): Transition {
  const { relationship } = pair
  if (relationship.state === 'connected') return unchanged(pair)
  if (relationship.state === 'none') {
    const withdrawnAt = pair.withdrawnAt[side]
    if (withdrawnAt && now.getTime() < withdrawnAt.getTime() + COOL_DOWN_MS) return { error: 'cool_down' }
    return transitionTo(pair, { state: 'requested', request: { by: side, askedAt: now, note } }, 'asked')
  }
  // Requests from both sides connect them, even when the first one was declined: its sender still waits.
  return relationship.request.by === side ? { error: 'already_requested' } : connect(pair, relationship.request, now)
}

function withdraw(pair: Pair, side: Side, now: Date): Transition {
  const { relationship } = pair
  if (relationship.state === 'connected') return { error: 'wrong_state' }
  if (relationship.state === 'none' || relationship.request.by !== side) return unchanged(pair)
  return { pair: { ...pair, relationship: { state: 'none' }, withdrawnAt: { ...pair.withdrawnAt, [side]: now } }, change: 'withdrawn' }
}

/** Accept and decline need a pending request of the other side. Repeating them is harmless. */
function answer(pair: Pair, side: Side, apply: (request: Request) => Transition, target: 'connected' | 'declined'): Transition {
  const { relationship } = pair
  if (relationship.state === 'none') return { error: pair.withdrawnAt[otherSide(side)] ? 'wrong_state' : 'not_found' }
  if (relationship.state === 'connected') return target === 'connected' ? unchanged(pair) : { error: 'wrong_state' }
  if (relationship.request.by === side) return { error: 'not_found' }
  if (relationship.state === 'requested') return apply(relationship.request)
  return target === 'declined' ? unchanged(pair) : { error: 'wrong_state' }
}

/** A block ends the relationship. A pending request ends as if its sender had withdrawn it. */
function block(pair: Pair, side: Side, now: Date): Transition {
  if (pair.blockedBy[side]) return unchanged(pair)
  const { relationship } = pair
  const isPending = relationship.state === 'requested' || relationship.state === 'declined'
  return {
    pair: {
      relationship: { state: 'none' },
      blockedBy: { ...pair.blockedBy, [side]: true },
      withdrawnAt: isPending ? { ...pair.withdrawnAt, [relationship.request.by]: now } : pair.withdrawnAt,
    },
    change: 'blocked',
  }
}

function unblock(pair: Pair, side: Side): Transition {
  if (!pair.blockedBy[side]) return unchanged(pair)
  return { pair: { ...pair, blockedBy: { ...pair.blockedBy, [side]: false } }, change: 'unblocked' }
}

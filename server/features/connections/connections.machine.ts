import type { ErrorCode } from '#contract/errors.ts'
import type { Relation } from '#contract/people.ts'
import { unreachable } from '#contract/base/unreachable.ts'

// Every rule about how two people stand to each other, in one pure function. There is one `Pair` for two people, whoever
// asks; each of them is one side of it. Locking, saving and telling others is the service's work.

/** The two of a pair, told apart by the order of their uids. */
export type Side = 'low' | 'high'
export const otherSide = (side: Side): Side => (side === 'low' ? 'high' : 'low')

export type Request = { by: Side; askedAt: Date; note: string }

export type Standing =
  | { state: 'none' }
  | { state: 'requested'; request: Request }
  /** For the one who asked this looks like `requested`, and behaves like it, until they take the request back. */
  | { state: 'declined'; request: Request }
  | { state: 'connected'; request: Request; since: Date }

export type Pair = {
  standing: Standing
  blockedBy: Record<Side, boolean>
  /** When each side last took a request back. */
  withdrawnAt: Record<Side, Date | null>
}

export const strangers: Pair = {
  standing: { state: 'none' },
  blockedBy: { low: false, high: false },
  withdrawnAt: { low: null, high: null },
}

export type Act = { kind: 'ask'; note: string } | { kind: 'withdraw' | 'accept' | 'decline' | 'unfriend' | 'block' | 'unblock' }

/** What an act brought about; null when all was so already and nothing is to be saved or told. */
export type Happening = 'asked' | 'connected' | 'withdrawn' | 'declined' | 'ended' | 'blocked' | 'unblocked'
export type Step = { pair: Pair; happened: Happening | null } | { refused: ErrorCode }

/**
 * After taking a request back the same person may ask again this much later. It counts from the withdrawal and not from
 * the decline: a limit that began with the decline would tell the one who asked that there had been one. Since a declined
 * request must be taken back before the next, nobody is asked twice by the same person within this time.
 */
export const COOL_DOWN_MS = 7 * 24 * 60 * 60 * 1000

/** How one side sees the other. `hidden`: the other has blocked this side, who must not even learn that they exist. */
export type View = Exclude<Relation, 'self'> | 'hidden'

export function viewOf(pair: Pair, side: Side): View {
  if (pair.blockedBy[otherSide(side)]) return 'hidden'
  if (pair.blockedBy[side]) return 'blocked'
  const { standing } = pair
  switch (standing.state) {
    case 'none':
      return 'none'
    case 'requested':
      return standing.request.by === side ? 'requested' : 'asked'
    case 'declined':
      return standing.request.by === side ? 'requested' : 'none'
    case 'connected':
      return 'connected'
    default:
      return unreachable(standing)
  }
}

/** The request as one side may know of it. */
export function requestSeenBy(pair: Pair, side: Side): Request | null {
  const { standing } = pair
  const view = viewOf(pair, side)
  return standing.state !== 'none' && (view === 'requested' || view === 'asked' || view === 'connected') ? standing.request : null
}

/**
 * Takes one act of one side. With a block in either direction nothing works but lifting one's own. Somebody who is blocked
 * can't block in turn: what they did to an unknown person would turn up in their own list, and tell that there is one.
 */
export function advance(pair: Pair, side: Side, act: Act, now: Date): Step {
  if (act.kind === 'unblock') return unblock(pair, side)
  if (act.kind === 'block') return pair.blockedBy[otherSide(side)] ? { refused: 'not_found' } : block(pair, side, now)
  if (pair.blockedBy.low || pair.blockedBy.high) return { refused: 'not_found' }
  switch (act.kind) {
    case 'ask':
      return ask(pair, side, act.note, now)
    case 'withdraw':
      return withdraw(pair, side, now)
    case 'accept':
      return answer(pair, side, (request) => connect(pair, request, now), 'connected')
    case 'decline':
      return answer(pair, side, (request) => to(pair, { state: 'declined', request }, 'declined'), 'declined')
    case 'unfriend':
      return pair.standing.state === 'connected' ? to(pair, { state: 'none' }, 'ended') : unchanged(pair)
    default:
      return unreachable(act.kind)
  }
}

const unchanged = (pair: Pair): Step => ({ pair, happened: null })
const to = (pair: Pair, standing: Standing, happened: Happening): Step => ({ pair: { ...pair, standing }, happened })
const connect = (pair: Pair, request: Request, now: Date): Step => to(pair, { state: 'connected', request, since: now }, 'connected')

function ask(pair: Pair, side: Side, note: string, now: Date): Step {
  const { standing } = pair
  if (standing.state === 'connected') return unchanged(pair)
  if (standing.state === 'none') {
    const withdrawnAt = pair.withdrawnAt[side]
    if (withdrawnAt && now.getTime() < withdrawnAt.getTime() + COOL_DOWN_MS) return { refused: 'cool_down' }
    return to(pair, { state: 'requested', request: { by: side, askedAt: now, note } }, 'asked')
  }
  // A request from both sides is a connection, also when the first had been declined: the asker still waits for it.
  return standing.request.by === side ? { refused: 'already_requested' } : connect(pair, standing.request, now)
}

function withdraw(pair: Pair, side: Side, now: Date): Step {
  const { standing } = pair
  if (standing.state === 'connected') return { refused: 'wrong_state' }
  if (standing.state === 'none' || standing.request.by !== side) return unchanged(pair)
  return { pair: { ...pair, standing: { state: 'none' }, withdrawnAt: { ...pair.withdrawnAt, [side]: now } }, happened: 'withdrawn' }
}

/** Accept and decline: both need a waiting request of the other side, and both may come twice. */
function answer(pair: Pair, side: Side, take: (request: Request) => Step, already: 'connected' | 'declined'): Step {
  const { standing } = pair
  if (standing.state === 'none') return { refused: pair.withdrawnAt[otherSide(side)] ? 'wrong_state' : 'not_found' }
  if (standing.state === 'connected') return already === 'connected' ? unchanged(pair) : { refused: 'wrong_state' }
  if (standing.request.by === side) return { refused: 'not_found' }
  if (standing.state === 'requested') return take(standing.request)
  return already === 'declined' ? unchanged(pair) : { refused: 'wrong_state' }
}

/** A block ends whatever was between the two. An open request ends as if its sender had taken it back. */
function block(pair: Pair, side: Side, now: Date): Step {
  if (pair.blockedBy[side]) return unchanged(pair)
  const { standing } = pair
  const waiting = standing.state === 'requested' || standing.state === 'declined'
  return {
    pair: {
      standing: { state: 'none' },
      blockedBy: { ...pair.blockedBy, [side]: true },
      withdrawnAt: waiting ? { ...pair.withdrawnAt, [standing.request.by]: now } : pair.withdrawnAt,
    },
    happened: 'blocked',
  }
}

function unblock(pair: Pair, side: Side): Step {
  if (!pair.blockedBy[side]) return unchanged(pair)
  return { pair: { ...pair, blockedBy: { ...pair.blockedBy, [side]: false } }, happened: 'unblocked' }
}

import type { Connection } from '#contract/connections.ts'
import { AppError } from '#contract/errors.ts'
import type { PersonCard } from '#contract/people.ts'
import { type Pair, requestSeenBy, type Side, viewOf } from './connections.machine.ts'

/**
 * How the two stand to each other, as `side` may know it.
 * @throws AppError 'not_found' when the other has blocked this side.
 */
export function presentConnection(
  pair: Pair,
  side: Side,
  viewer: string,
  person: PersonCard,
  more: Pick<Connection, 'mutual' | 'muted' | 'may_ask'>,
): Connection {
  const view = viewOf(pair, side)
  if (view === 'hidden') throw new AppError('not_found', { hidden: true })
  const request = requestSeenBy(pair, side)
  return {
    person,
    relation: view,
    request: request && { from: request.by === side ? viewer : person.uid, asked_at: request.askedAt.toISOString(), note: request.note },
    connected_at: pair.standing.state === 'connected' ? pair.standing.since.toISOString() : null,
    ...more,
  }
}

/** The viewer's answer when they ask about themselves. */
export const presentSelf = (person: PersonCard): Connection => ({
  person,
  relation: 'self',
  request: null,
  connected_at: null,
  mutual: [],
  muted: false,
  may_ask: false,
})

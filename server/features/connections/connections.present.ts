import type { Connection } from '#contract/connections.ts'
import { AppError } from '#contract/errors.ts'
import type { Item } from '#contract/media.ts'
import type { PersonCard } from '#contract/people.ts'
import type { Profile } from '#contract/profiles.ts'
import type { Person } from '#server/features/profiles/profiles.types.ts'
import { type Pair, visibleRequest, type Side, viewOf } from './connections.machine.ts'

/** The relationship as `side` may see it. @throws AppError 'not_found' when the other side blocked this one. */
export function presentConnection(
  pair: Pair,
  side: Side,
  viewer: string,
  person: PersonCard,
  more: Pick<Connection, 'mutual' | 'muted' | 'may_ask' | 'may_message'>,
): Connection {
  const view = viewOf(pair, side)
  if (view === 'hidden') throw new AppError('not_found', { hidden: true })
  const request = visibleRequest(pair, side)
  return {
    person,
    relation: view,
    request: request && { from: request.by === side ? viewer : person.uid, asked_at: request.askedAt.toISOString(), note: request.note },
    connected_at: pair.relationship.state === 'connected' ? pair.relationship.since.toISOString() : null,
    ...more,
  }
}

/** The viewer's connection with themselves. */
export const presentSelf = (person: PersonCard): Connection => ({
  person,
  relation: 'self',
  request: null,
  connected_at: null,
  mutual: [],
  muted: false,
  may_ask: false,
  may_message: false,
})

/** The parts of a profile that depend on the viewer: the relationship, and what the user shows this viewer. */
export type ProfileRelation = Pick<
  Profile,
  'buddies_count' | 'mutual_count' | 'relation' | 'muted' | 'may_ask' | 'may_message' | 'suspended' | 'shows'
>

export function presentProfile(person: Person, pinned: Item | null, relation: ProfileRelation): Profile {
  return {
    ...person.card,
    bio: person.bio,
    place: person.place,
    languages: person.languages,
    joined: person.joinedAt.toISOString(),
    cover_url: person.coverUrl,
    pinned,
    ...relation,
  }
}

/* The relationship to a person is part of many cached responses: matches, profiles, search, buddies. Commands change it in place
   everywhere, so that no list is refetched and reordered while the user presses buttons. */
import type { QueryClient } from '@tanstack/react-query'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard, Relation } from '#contract/people.ts'
import { restartReads } from '#web/platform/change-aware-client.ts'

/**
 * Writes the relation to that person into every cached response that contains one, keeping their age. Reads in progress are restarted,
 * because their answers may predate the change.
 */
export function setRelationEverywhere(client: QueryClient, uid: Uid, relation: Relation): void {
  changeEverywhere(client, (value) => withRelation(value, uid, relation))
}

/** Writes the new name, user name, and picture of a person into every cached answer that shows them, like `setRelationEverywhere`. */
export function setPersonEverywhere(client: QueryClient, person: PersonCard): void {
  changeEverywhere(client, (value) => withPerson(value, person))
}

function changeEverywhere(client: QueryClient, change: (value: unknown) => unknown): void {
  restartReads(client)
  for (const query of client.getQueryCache().getAll()) {
    const before: unknown = query.state.data
    const after = change(before)
    if (after !== before) client.setQueryData(query.queryKey, after, { updatedAt: query.state.dataUpdatedAt })
  }
}

/** The value with the relation of that person changed; unchanged parts keep their identity. */
export function withRelation(value: unknown, uid: Uid, relation: Relation): unknown {
  return withObjects(value, (part) => ('relation' in part && uidOf(part) === uid ? { relation } : {}))
}

/** The value with that person's cards changed; unchanged parts keep their identity. */
export function withPerson<Value>(value: Value, person: PersonCard): Value {
  // Members of sessions have `avatar`.
  const fields = Object.entries({ ...person, avatar: person.avatar_url })
  const isTheirs = (part: object) => 'name' in part && 'uid' in part && part.uid === person.uid
  const changed = withObjects(value, (part) => (isTheirs(part) ? Object.fromEntries(fields.filter(([name]) => name in part)) : {}))
  // Only texts are replaced by texts, and pictures by pictures.
  return changed as Value
}

/** The value with these fields in each of its objects, which `change` returns; unchanged parts keep their identity. */
function withObjects(value: unknown, change: (part: object) => Record<string, unknown>): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = value
    const changed = items.map((item) => withObjects(item, change))
    return changed.some((item, index) => item !== items[index]) ? changed : value
  }
  const entries = Object.entries(value).map(([name, part]) => [name, withObjects(part, change)] as const)
  const result: Record<string, unknown> = { ...Object.fromEntries(entries), ...change(value) }
  return Object.entries(value).every(([name, part]) => result[name] === part) ? value : result
}

function uidOf(value: object): unknown {
  if ('uid' in value) return value.uid
  if ('person' in value && typeof value.person === 'object' && value.person !== null && 'uid' in value.person) return value.person.uid
  return null
}

/* The relationship to a person is part of many cached responses: matches, profiles, search, buddies. Commands change it in place
   everywhere, so that no list is refetched and reordered while the user presses buttons. */
import type { QueryClient } from '@tanstack/react-query'
import type { Uid } from '#contract/base/ids.ts'
import type { Relation } from '#contract/people.ts'
import { restartReads } from '#web/platform/change-aware-client.ts'

/**
 * Writes the relation to that person into every cached response that contains one, keeping their age. Reads in progress are restarted,
 * because their answers may predate the change.
 */
export function setRelationEverywhere(client: QueryClient, uid: Uid, relation: Relation): void {
  restartReads(client)
  for (const query of client.getQueryCache().getAll()) {
    const before: unknown = query.state.data
    const after = withRelation(before, uid, relation)
    if (after !== before) client.setQueryData(query.queryKey, after, { updatedAt: query.state.dataUpdatedAt })
  }
}

/** The value with the relation of that person changed; unchanged parts keep their identity. */
export function withRelation(value: unknown, uid: Uid, relation: Relation): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items: unknown[] = value
    const changed = items.map((item) => withRelation(item, uid, relation))
    return changed.some((item, index) => item !== items[index]) ? changed : value
  }
  const entries = Object.entries(value).map(([name, part]) => [name, withRelation(part, uid, relation)] as const)
  const result: Record<string, unknown> = Object.fromEntries(entries)
  if ('relation' in value && uidOf(value) === uid) result['relation'] = relation
  return Object.entries(value).every(([name, part]) => result[name] === part) ? value : result
}

function uidOf(value: object): unknown {
  if ('uid' in value) return value.uid
  if ('person' in value && typeof value.person === 'object' && value.person !== null && 'uid' in value.person) return value.person.uid
  return null
}

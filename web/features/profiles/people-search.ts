import { profileCalls } from '#contract/profiles.ts'
import type { Uid } from '#contract/ids.ts'
import { useCall } from '#web/platform/query.ts'

/** Among whom is searched: everybody, the buddies of one person, or those whom that person's buddies know. */
export type PeopleScope = { kind: 'everybody' } | { kind: 'within' | 'through'; uid: Uid }

/** People by user name or name. With `enabled` false nobody is asked. */
export function usePeople(scope: PeopleScope, typed: string, enabled = true) {
  const query = scope.kind === 'everybody' ? { q: typed } : { q: typed, [scope.kind]: scope.uid }
  return useCall(profileCalls.searchPeople, { query }, { enabled })
}

import { profileCalls } from '#contract/profiles.ts'
import type { Uid } from '#contract/base/ids.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { useCall } from '#web/platform/query.ts'

/** Among whom is searched: everybody, the buddies of one person, or those whom that person's buddies know. */
export type PeopleScope = { kind: 'everybody' } | { kind: 'within' | 'through'; uid: Uid }

const within = (scope: PeopleScope) => (scope.kind === 'everybody' ? {} : { [scope.kind]: scope.uid })

/** The best of the people by user name or name. With `enabled` false nobody is asked. */
export const usePeople = (scope: PeopleScope, typed: string, enabled = true) =>
  useCall(profileCalls.searchPeople, { query: { q: typed, ...within(scope) } }, { enabled })

/** All of them, page by page; without `typed` everybody of the scope, who must be one person's then. */
export const usePeoplePages = (scope: PeopleScope, typed: string | null) =>
  useCallPages(profileCalls.searchPeople, { query: { ...(typed === null ? {} : { q: typed }), ...within(scope) } })

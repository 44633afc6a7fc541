import { profileCalls } from '#contract/profiles.ts'
import type { Uid } from '#contract/base/ids.ts'
import { useCallPages } from '#web/platform/query-pages.ts'
import { useCall } from '#web/platform/query.ts'

/** The search scope: all people, one person's buddies, or those buddies' buddies. */
export type PeopleScope = { kind: 'all' } | { kind: 'within' | 'through'; uid: Uid }

const scopeParams = (scope: PeopleScope) => (scope.kind === 'all' ? {} : { [scope.kind]: scope.uid })

/** The best matches by user name or name. With `enabled` false no request is sent. */
export const usePeople = (scope: PeopleScope, typed: string, enabled = true) =>
  useCall(profileCalls.searchPeople, { query: { q: typed, ...scopeParams(scope) } }, { enabled })

/** All matches, page by page; without `typed` everyone in the scope, which must be one person's then. */
export const usePeoplePages = (scope: PeopleScope, typed: string | null) =>
  useCallPages(profileCalls.searchPeople, { query: { ...(typed === null ? {} : { q: typed }), ...scopeParams(scope) } })

import type { Query, QueryClient } from '@tanstack/react-query'
import { connectionCalls } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls } from '#contract/profiles.ts'
import { readApi } from '#web/platform/api-client.ts'
import { ApiError, readFailure } from '#web/platform/api-error.ts'
import { callKey } from '#web/platform/query.ts'
import { setRelationEverywhere } from './connections.cache.ts'

/** The number of fetches per person. Answers may overtake each other: only the latest one counts. */
const fetchCounts = new Map<Uid, number>()
/** People whom a block hid since the page was loaded. */
const hiddenPeople = new Set<Uid>()

export const fetchCount = (uid: Uid): number => fetchCounts.get(uid) ?? 0

/** A command makes earlier fetches void, because their answers may come late. Returns the new count. */
export function invalidateEarlierFetches(uid: Uid): number {
  const count = fetchCount(uid) + 1
  fetchCounts.set(uid, count)
  return count
}

/**
 * Fetches the relation to a person and writes it into every cached response. Frames may arrive in any order, so each one
 * triggers a fetch; a block and its end, on either side, invalidate all responses. Those about a hidden person are missing at once: each
 * request for them would be rejected.
 */
export async function refetchRelation(client: QueryClient, uid: Uid): Promise<void> {
  const queryKey = callKey(connectionCalls.getConnection, { params: { uid } })
  const fetchNumber = invalidateEarlierFetches(uid)
  const result = await readApi(connectionCalls.getConnection, { params: { uid } })
  if (fetchCount(uid) !== fetchNumber) return
  const isHidden = result.ok ? result.value.relation === 'blocked' : result.failure.kind === 'missing'
  // Pages of a hidden person show at once that they are missing. A proxy's 404 during a restart is not meant.
  const isMissing = isHidden && (result.ok || result.failure.code === 'not_found')
  // The page of a hidden person reads the connection next: it has the answer already.
  if (isMissing && !result.ok) client.getQueryCache().build(client, { queryKey })
  const isAbout = ({ queryHash }: Query) => isMissing && queryHash.includes(`"uid":"${uid}"`)
  const missing = client.getQueryCache().findAll({ fetchStatus: 'idle', predicate: isAbout })
  for (const query of missing) query.setState({ data: undefined, status: 'error', error: new ApiError(readFailure(404, null)) })
  if (result.ok) {
    client.setQueryData(queryKey, result.value)
    setRelationEverywhere(client, uid, result.value.relation)
    if (!isHidden) {
      void client.invalidateQueries({ queryKey: callKey(profileCalls.getProfile, { params: { uid } }) })
      void client.invalidateQueries({ queryKey: callKey(connectionCalls.getBuddies) })
    }
  }
  const wasHidden = hiddenPeople.delete(uid)
  if (isHidden) hiddenPeople.add(uid)
  if (isHidden || wasHidden) void client.invalidateQueries({ predicate: (query) => !missing.includes(query) })
}

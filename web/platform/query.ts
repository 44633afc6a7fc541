import { notifyManager, QueryCache, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { callPattern, type CallDefinition } from '#contract/base/call.ts'
import { ApiError, type ApiFailure } from './api-error.ts'
import { readOrThrow, type CallOutput, type CallInput } from './api-client.ts'
import { ChangeAwareClient } from './change-aware-client.ts'

type ReadCall = CallDefinition & { method: 'GET' }
export type CallOptions = {
  /** False: don't send the request yet. */
  enabled?: boolean
  /** How long a response is fresh, in milliseconds. */
  staleMs?: number
  /** Refetch interval in milliseconds; false disables it. */
  refetchMs?: number | false
}
type Arguments<C extends ReadCall> =
  {} extends CallInput<C> ? [input?: CallInput<C>, options?: CallOptions] : [input: CallInput<C>, options?: CallOptions]

const RETRIES = 2
/** The first pause; the next one is twice as long. */
const RETRY_MS = 1_000
/** Without a response: once and soon. Then the page says that it is offline, and reads again when the server is back (start-identity.ts). */
const OFFLINE_RETRIES = 1
const OFFLINE_RETRY_MS = 300
const STALE_MS = 30_000

// The library's default notifies one task later; React has reset a controlled switch by then, and it flickers.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new ChangeAwareClient({
  queryCache: new QueryCache({
    // The library keeps the last data beside an error. After a block or a deletion, that would still show what the server now hides.
    onError: (error, query) => isHidden(error) && query.setState({ data: undefined }),
  }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // The app is offline when calls get no response; the browser's online state is unreliable.
      networkMode: 'always',
      retry: (count, error) => count < retriesAfter(error),
      retryDelay: (count, error) => (isOffline(error) ? OFFLINE_RETRY_MS : RETRY_MS * 2 ** count),
    },
    mutations: { networkMode: 'always' },
  },
})

function retriesAfter(error: unknown): number {
  if (isOffline(error)) return OFFLINE_RETRIES
  return error instanceof ApiError && error.failure.kind === 'server' ? RETRIES : 0
}

/** Only for the server's own response, not for a proxy's 404 during a restart. */
const isHidden = (error: unknown): boolean =>
  error instanceof ApiError && (error.failure.code === 'not_found' || error.failure.code === 'forbidden')

const isOffline = (error: unknown): boolean => error instanceof ApiError && error.failure.kind === 'offline'

/** The cache key of a call: its pattern first, so that one invalidation covers all its inputs. */
export function callKey<C extends ReadCall>(call: C, input?: CallInput<C>): readonly unknown[] {
  if (input === undefined) return [callPattern(call)]
  // Every CallInput has these two or lacks them; the conditional type only hides it from the compiler.
  const { params = null, query = null } = { ...input } as { params?: unknown; query?: unknown }
  return [callPattern(call), params, query]
}

/**
 * Reads a GET call through the cache. `error.failure.kind` distinguishes offline, forbidden and missing.
 * @example const profile = useCall(profileCalls.getProfile, { params: { uid } })
 */
export function useCall<const C extends ReadCall>(call: C, ...[input, options]: Arguments<C>): UseQueryResult<CallOutput<C>, ApiError> {
  return useQuery(callQuery(call, inputOrEmpty<C>(input), options))
}

/** The query options of a call, for `queryClient.fetchQuery`, `useQueries` and similar functions. */
export function callQuery<const C extends ReadCall>(call: C, input: CallInput<C>, options: CallOptions = {}) {
  return queryOptions<CallOutput<C>, ApiError>({
    queryKey: callKey(call, input),
    // `call` is a C, so its response is CallOutput<C>; the wide call avoids the conditional tuple.
    queryFn: async ({ signal }) => (await readOrThrow<ReadCall>(call, { ...input, signal })) as CallOutput<C>,
    enabled: options.enabled ?? true,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.refetchMs === undefined ? {} : { refetchInterval: options.refetchMs }),
  })
}

// A call without input has the key of an empty input, so that writes and reads match.
function inputOrEmpty<C extends ReadCall>(input: CallInput<C> | undefined): CallInput<C> {
  // Only calls with an optional input get here without one (see Arguments).
  return input ?? ({} as CallInput<C>)
}

/** Marks a call's cached responses as stale (all, or those of one input); visible ones are refetched. */
export function refreshCall<C extends ReadCall>(call: C, input?: CallInput<C>): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: callKey(call, input) })
}

/** Stores a response that arrived another way (a POST, a frame) in the query cache. */
export function cacheResponse<const C extends ReadCall>(call: C, input: CallInput<C>, response: CallOutput<C>): void {
  queryClient.setQueryData(callKey(call, input), response)
}

/** The ApiFailure of a failed query or POST. Unexpected errors count as server errors. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure
  return { kind: 'server', status: null, code: null, sentence: null, fields: {}, requestId: null }
}

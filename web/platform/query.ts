import { notifyManager, queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { callPattern, type CallDefinition } from '#contract/base/call.ts'
import { ApiError, type ApiFailure } from './api-error.ts'
import { readApi, type Answer, type CallInput } from './api-client.ts'
import { ChangeAwareClient } from './change-aware-client.ts'

type ReadCall = CallDefinition & { method: 'GET' }
export type CallOptions = {
  /** False: do not ask yet. */
  enabled?: boolean
  /** For how long an answer counts as fresh, in milliseconds. */
  staleMs?: number
  /** Ask again this often, in milliseconds; false stops. */
  everyMs?: number | false
}
type Arguments<C extends ReadCall> =
  {} extends CallInput<C> ? [input?: CallInput<C>, options?: CallOptions] : [input: CallInput<C>, options?: CallOptions]

const RETRIES = 2
const STALE_MS = 30_000

// A turn later, as the library does it on its own, is too late for a switch: React has put it back by then, and it is seen to flicker.
notifyManager.setScheduler(queueMicrotask)

export const queryClient = new ChangeAwareClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      // "Offline" is decided by calls that get no answer, not by the browser's guess.
      networkMode: 'always',
      retry: (count, error) => count < RETRIES && isWorthAnotherTry(error),
    },
    mutations: { networkMode: 'always' },
  },
})

function isWorthAnotherTry(error: unknown): boolean {
  return error instanceof ApiError && (error.failure.kind === 'offline' || error.failure.kind === 'server')
}

/** The cache key of a call: its pattern first, so that one invalidation reaches all its inputs. */
export function callKey<C extends ReadCall>(call: C, input?: CallInput<C>): readonly unknown[] {
  if (input === undefined) return [callPattern(call)]
  // Every CallInput has these two or lacks them; the conditional type only hides it from the compiler.
  const { params = null, query = null } = { ...input } as { params?: unknown; query?: unknown }
  return [callPattern(call), params, query]
}

/**
 * Reads a GET call through the cache. `error.failure.kind` tells offline, forbidden and missing apart.
 * @example const profile = useCall(profileCalls.getProfile, { params: { uid } })
 */
export function useCall<const C extends ReadCall>(call: C, ...[input, options]: Arguments<C>): UseQueryResult<Answer<C>, ApiError> {
  return useQuery(callQuery(call, given<C>(input), options))
}

/** The same reading for `queryClient.fetchQuery`, `useQueries` and other doors of the library. */
export function callQuery<const C extends ReadCall>(call: C, input: CallInput<C>, options: CallOptions = {}) {
  return queryOptions<Answer<C>, ApiError>({
    queryKey: callKey(call, input),
    queryFn: async ({ signal }) => {
      const result = await readApi<ReadCall>(call, { ...input, signal })
      if (!result.ok) throw new ApiError(result.failure)
      // `call` is a C, so its answer is Answer<C>; the wide call above only spares the conditional tuple.
      return result.value as Answer<C>
    },
    enabled: options.enabled ?? true,
    ...(options.staleMs === undefined ? {} : { staleTime: options.staleMs }),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
  })
}

// A call without input is keyed like one with an empty input, so that setting and reading meet.
function given<C extends ReadCall>(input: CallInput<C> | undefined): CallInput<C> {
  // Only calls whose input may be empty get here without one (see Arguments).
  return input ?? ({} as CallInput<C>)
}

/** Makes every cached answer of that call (or of that one input) stale; what is on screen is read again. */
export function refreshCall<C extends ReadCall>(call: C, input?: CallInput<C>): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: callKey(call, input) })
}

/** Puts an answer that arrived another way (a POST, a frame) where `useCall` finds it. */
export function rememberAnswer<const C extends ReadCall>(call: C, input: CallInput<C>, answer: Answer<C>): void {
  queryClient.setQueryData(callKey(call, input), answer)
}

/** Why a query or a POST failed, in our terms. Anything unexpected counts as a fault of the server. */
export function failureOf(error: unknown): ApiFailure {
  if (error instanceof ApiError) return error.failure
  return { kind: 'server', status: null, code: null, sentence: null, fields: {}, requestId: null }
}

import type { CallDefinition } from '#contract/base/call.ts'
import type { CallOutput, ApiResult, CallInput } from './api-client.ts'
import { failureWithoutResponse, type ApiFailure } from './api-error.ts'
import { callKey, queryClient, refreshCall } from './query.ts'

type ReadCall = CallDefinition & { method: 'GET' }
export type OptimisticUpdate<C extends ReadCall> = {
  /** The expected response after the change. */
  shown: (now: CallOutput<C>) => CallOutput<C>
  /** Sends the change. The server's response is then shown. */
  send: () => Promise<ApiResult<CallOutput<C>>>
}
/** Pending changes of one response; the first of them is being sent. */
type PendingUpdates<A> = { known: A; waiting: ((now: A) => A)[]; last: Promise<unknown> }

// After a user switch the cache has new queries, so responses for the previous user are dropped.
const pendingUpdates = new WeakMap<object, unknown>()

/**
 * Updates what `useCall` shows optimistically, then sends the change after earlier ones. A failed change is rolled back, later ones stay.
 * Reads that started before the change are ignored.
 * @returns the failure, or null on success
 */
export async function updateOptimistically<const C extends ReadCall>(
  call: C,
  input: CallInput<C>,
  { shown, send }: OptimisticUpdate<C>,
): Promise<ApiFailure | null> {
  const queryKey = callKey(call, input)
  const cache = queryClient.getQueryCache()
  const query = cache.find<CallOutput<C>>({ queryKey })
  const cached = query?.state.data
  // The data was never read, so there is nothing to show or roll back. A pending first read may be older than the change.
  if (!query || cached === undefined) {
    const result = await send()
    void refreshCall(call, input)
    return toFailure(result)
  }

  // Only this module creates the queue of a query, with its own response type.
  const line = (pendingUpdates.get(query) as PendingUpdates<CallOutput<C>> | undefined) ?? {
    known: cached,
    waiting: [],
    last: Promise.resolve(),
  }
  pendingUpdates.set(query, line)
  const isThere = () => cache.find({ queryKey }) === query
  const show = () => {
    if (!isThere()) return
    void queryClient.cancelQueries({ queryKey, exact: true })
    queryClient.setQueryData(
      queryKey,
      line.waiting.reduce((now, change) => change(now), line.known),
    )
  }

  line.waiting.push(shown)
  show()
  const response = line.last.then(() => (isThere() ? send() : { ok: false as const, failure: failureWithoutResponse('signed_out') }))
  line.last = response
  const result = await response
  line.waiting.shift()
  if (result.ok) line.known = result.value
  show()
  if (line.waiting.length === 0) {
    pendingUpdates.delete(query)
    // Without a response the change may have been applied: reload it.
    if (!result.ok && isThere()) void refreshCall(call, input)
  }
  return toFailure(result)
}

const toFailure = (result: ApiResult<unknown>): ApiFailure | null => (result.ok ? null : result.failure)

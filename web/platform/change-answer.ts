import type { CallDefinition } from '#contract/base/call.ts'
import type { Answer, ApiResult, CallInput } from './api-client.ts'
import { unanswered, type ApiFailure } from './api-error.ts'
import { callKey, queryClient, refreshCall } from './query.ts'

type ReadCall = CallDefinition & { method: 'GET' }
export type AnswerChange<C extends ReadCall> = {
  /** What the answer looks like once the server has taken the change. */
  shown: (now: Answer<C>) => Answer<C>
  /** Sends it. The server's answer is what then stands on the screen. */
  send: () => Promise<ApiResult<Answer<C>>>
}
/** The changes of one answer that the server has not answered yet, the first of them on its way. */
type Line<A> = { known: A; waiting: ((now: A) => A)[]; last: Promise<unknown> }

// A cleared cache (somebody else signs in) has other queries, and what is under way for those before shows no more.
const lines = new WeakMap<object, unknown>()

/**
 * Changes what `useCall` shows: at once on the screen, then on the server, after the changes before it. A refused change is taken
 * back, and those made after it stay. No read that began before the change puts the old answer over it.
 * @returns why the server did not take it; null when it did
 */
export async function changeAnswer<const C extends ReadCall>(
  call: C,
  input: CallInput<C>,
  { shown, send }: AnswerChange<C>,
): Promise<ApiFailure | null> {
  const queryKey = callKey(call, input)
  const cache = queryClient.getQueryCache()
  const query = cache.find<Answer<C>>({ queryKey })
  const known = query?.state.data
  // Nobody has read it: there is nothing to show, and nothing to take back. A first read under way may be older than the change.
  if (!query || known === undefined) {
    const result = await send()
    void refreshCall(call, input)
    return refusalOf(result)
  }

  // The line of a query was made here, of its own answers.
  const line = (lines.get(query) as Line<Answer<C>> | undefined) ?? { known, waiting: [], last: Promise.resolve() }
  lines.set(query, line)
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
  const answer = line.last.then(() => (isThere() ? send() : { ok: false as const, failure: unanswered('signed_out') }))
  line.last = answer
  const result = await answer
  line.waiting.shift()
  if (result.ok) line.known = result.value
  show()
  if (line.waiting.length === 0) {
    lines.delete(query)
    // Whether a change without an answer was taken, only the server knows.
    if (!result.ok && isThere()) void refreshCall(call, input)
  }
  return refusalOf(result)
}

const refusalOf = (result: ApiResult<unknown>): ApiFailure | null => (result.ok ? null : result.failure)

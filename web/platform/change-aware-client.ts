/* A cache whose reads can't undo a change. In the library, the response of a read that was requested before a change overwrites the
   change. A page that requests the data again joins that old read, and unmounted data is marked as fresh by its response. */
import {
  QueryClient,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  type QueryClientConfig,
  type QueryFilters,
  type QueryKey,
} from '@tanstack/react-query'

/** A read that is overtaken more often is shown anyway: a list that never stops changing must still load. */
const MAX_RESTARTS = 5

const restarts = new WeakMap<Query, number>()
/** Restarted within this turn: the request has not left yet, so another change needs no other one. */
const restarted = new WeakSet<Query>()

/** Repeats the requests of reads in progress: their responses would predate a change that just happened. */
export function restartReads(client: QueryClient, filters: QueryFilters = {}): void {
  for (const query of client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' })) restart(query)
}

function restart(query: Query): void {
  const count = restarts.get(query) ?? 0
  if (restarted.has(query) || count >= MAX_RESTARTS) return
  restarts.set(query, count + 1)
  restarted.add(query)
  queueMicrotask(() => restarted.delete(query))
  // Callers of the earlier request get the response to the new one.
  void query.cancel({ silent: true })
  const { fetchMeta } = query.state
  query.fetch(undefined, fetchMeta ? { meta: fetchMeta } : {}).then(
    () => restarts.delete(query),
    () => restarts.delete(query),
  )
}

export class ChangeAwareClient extends QueryClient {
  constructor(config?: QueryClientConfig) {
    super(config)
    // Not an override: its type, which takes the type of the data out of the key, can't be written down a second time.
    this.setQueryData = new Proxy(super.setQueryData, {
      apply: (write, self, input: Parameters<QueryClient['setQueryData']>) => {
        const data: unknown = Reflect.apply(write, self, input)
        restartReads(this, { queryKey: input[0], exact: true })
        return data
      },
    })
  }

  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    restartReads(this, filters)
    return super.invalidateQueries(filters, { cancelRefetch: false, ...options })
  }
}

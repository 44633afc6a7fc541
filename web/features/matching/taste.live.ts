/* Progress of a source's sync, from the socket. */
import type { QueryClient } from '@tanstack/react-query'
import { tasteCalls, tasteFrames, type Source, type SourceName } from '#contract/taste.ts'
import { platformFrames } from '#contract/socket.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { importWithRetry } from '#web/platform/lazy-component.ts'
import { callKey } from '#web/platform/query.ts'
import type { SocketLink } from '#web/platform/socket-link.ts'
import { knownSources, putSource, refreshTaste } from '#web/features/sources/sources.cache.ts'

export type TasteLiveOptions = { subscribe: SocketLink['subscribe']; notify: typeof notifyPerson; queryClient: QueryClient }

/** Follows the viewer's sources; shows a notice when a sync ends or fails. Returns a function that stops. */
export function startTasteLive({ subscribe, notify, queryClient }: TasteLiveOptions): () => void {
  const last = new Map<SourceName, Source['status']>()

  const follow = (source: Source) => {
    const before = last.get(source.source) ?? knownSources(queryClient)?.find((known) => known.source === source.source)?.status
    last.set(source.source, source.status)
    putSource(queryClient, source)
    if (source.status === 'syncing') return
    // The source changed here or on another device, so matches may be different.
    refreshTaste(queryClient)
    if (before !== 'syncing') return
    void showEnd(source, notify)
  }

  const stops = [
    subscribe(tasteFrames.source_changed, ({ source }) => follow(source)),
    // Frames may have been missed while the socket was closed: load the list.
    subscribe(platformFrames.authenticated, () => void queryClient.invalidateQueries({ queryKey: callKey(tasteCalls.getSources) })),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Loaded on demand, because few visits need it. */
async function showEnd(source: Source, notify: TasteLiveOptions['notify']): Promise<void> {
  const { showSyncEnd } = await importWithRetry(() => import('#web/features/sources/sync-end.ts'))
  showSyncEnd(source, notify)
}

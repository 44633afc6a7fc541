import type { QueryClient } from '@tanstack/react-query'
import type { Source, SourceName } from '#contract/taste/taste.ts'
import type { notify as notifyPerson } from '#web/platform/notices.ts'
import { knownSources, putSource, refreshTaste } from './sources.cache.ts'
import { showSyncEnd } from './sync-end.ts'

export type SourceFollowerOptions = { notify: typeof notifyPerson; queryClient: QueryClient }
export type SourceFollower = (source: Source) => void

/** Puts each changed source into the cache; shows a notice when a sync ends or fails. */
export function createSourceFollower({ notify, queryClient }: SourceFollowerOptions): SourceFollower {
  const last = new Map<SourceName, Source['status']>()
  return (source) => {
    const before = last.get(source.source) ?? knownSources(queryClient)?.find((known) => known.source === source.source)?.status
    last.set(source.source, source.status)
    putSource(queryClient, source)
    if (source.status === 'syncing') return
    // The source changed here or on another device, so matches may be different.
    refreshTaste(queryClient)
    if (before === 'syncing') showSyncEnd(source, notify)
  }
}

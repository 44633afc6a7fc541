import type { QueryClient } from '@tanstack/react-query'
import { tasteListCalls } from '#contract/taste/taste-lists.ts'
import { discoverCalls } from '#contract/taste/discover.ts'
import { tasteCalls, type Source } from '#contract/taste/taste.ts'
import type { CallOutput } from '#web/platform/api-client.ts'
import { callKey } from '#web/platform/query.ts'

type Sources = CallOutput<typeof tasteCalls.getSources>
const key = callKey(tasteCalls.getSources, {})

/** The viewer's cached sources; null before they were loaded. */
export function knownSources(client: QueryClient): readonly Source[] | null {
  return client.getQueryData<Sources>(key)?.sources ?? null
}

/** Replaces one source in the cached list. Without a cached list nothing happens. */
export function putSource(client: QueryClient, source: Source): void {
  client.setQueryData<Sources>(
    key,
    (known) => known && { sources: known.sources.map((other) => (other.source === source.source ? source : other)) },
  )
}

/** Invalidates the list. */
export function refreshSources(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: key })
}

/** Invalidates everything computed from taste. */
export function refreshTaste(client: QueryClient): void {
  for (const call of [
    tasteCalls.getMatches,
    tasteCalls.getMatch,
    tasteCalls.getTaste,
    tasteListCalls.getTasteList,
    discoverCalls.discover,
    discoverCalls.discoverKind,
  ]) {
    void client.invalidateQueries({ queryKey: callKey(call) })
  }
}

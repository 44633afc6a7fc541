/* What a person can do with a source of taste: connect, read again, disconnect, and say who may see it and whether it counts. */
import { tasteCalls, type ConnectableSource, type Source, type SourceName, type SyncedSource } from '#contract/taste.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { queryClient } from '#web/platform/query.ts'
import { picksBody, type Pick as TastePick } from './picks.ts'
import { putSource, refreshSources, refreshTaste } from './sources.cache.ts'
import { sourceName, sourceRefusal } from './source.words.ts'

type Consent = Pick<Source, 'shown_to' | 'counts_for_matching'>

/** Sends the browser to the platform to ask for permission. Resolves to false when the server could not say where. */
export async function connectSource(
  source: ConnectableSource,
  leave: (address: string) => void = (address) => location.assign(address),
): Promise<boolean> {
  const result = await readApi(tasteCalls.beginConnect, { params: { source }, body: {} })
  if (result.ok) leave(result.value.authorize_url)
  else tell(result.failure, source)
  return result.ok
}

/** Reads the account again; progress arrives by itself. */
export async function syncSource(source: SyncedSource): Promise<void> {
  const result = await readApi(tasteCalls.syncSource, { params: { source } })
  if (result.ok) putSource(queryClient, result.value)
  else tell(result.failure, source)
}

/** Replaces what was picked by hand. Resolves to whether the server took it. */
export async function savePicks(picks: readonly TastePick[]): Promise<boolean> {
  const result = await readApi(tasteCalls.savePicks, { body: picksBody(picks) })
  if (!result.ok) {
    tell(result.failure, 'picks')
    return false
  }
  refreshSources(queryClient)
  refreshTaste(queryClient)
  return true
}

/** Disconnects and deletes all that came from it. */
export async function disconnectSource(source: SourceName): Promise<void> {
  const result = await readApi(tasteCalls.disconnectSource, { params: { source } })
  if (!result.ok) return tell(result.failure, source)
  putSource(queryClient, result.value)
  refreshTaste(queryClient)
  notify(
    'neutral',
    i18n._({
      id: 'source.disconnected',
      message: '{source} is disconnected, and what came from it is deleted.',
      values: { source: sourceName(i18n, source) },
    }),
  )
}

/** Says who may see a source and whether it counts. Shown at once, taken back when the server refuses. */
export async function setConsent(before: Source, change: Partial<Consent>): Promise<void> {
  const { source, shown_to, counts_for_matching } = { ...before, ...change }
  putSource(queryClient, { ...before, shown_to, counts_for_matching })
  const result = await readApi(tasteCalls.setConsent, { params: { source }, body: { shown_to, counts_for_matching } })
  putSource(queryClient, result.ok ? result.value : before)
  if (!result.ok) return tell(result.failure, source)
  refreshTaste(queryClient)
}

function tell(failure: ApiFailure, source: SourceName): void {
  notify('error', sourceRefusal(i18n, failure, source))
}

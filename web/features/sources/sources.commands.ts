/* Commands on taste sources: connect, sync, disconnect, and consent. */
import { connectCalls } from '#contract/taste/connect.ts'
import { pickCalls } from '#contract/taste/picks.ts'
import { importCalls } from '#contract/imports.ts'
import {
  tasteCalls,
  type AuthorizedSource,
  type NameSource,
  type Source,
  type SourceName,
  type SyncedSource,
  syncedSources,
} from '#contract/taste/taste.ts'
import type { ApiFailure } from '#web/platform/api-error.ts'
import { readApi } from '#web/platform/api-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { writeStored, readStored } from '#web/platform/storage/browser-storage.ts'
import { queryClient, refreshCall } from '#web/platform/query.ts'
import { picksBody, type Pick as TastePick } from './picks.ts'
import { putSource, refreshSources, refreshTaste } from './sources.cache.ts'
import { sourceName, sourceErrorMessage } from './source.messages.ts'

/** Asked before a source is connected; can be changed later. */
export type Consent = Pick<Source, 'shown_to' | 'counts_for_matching'>

const leaveFor = (address: string) => location.assign(address)
const chosenFor = (source: AuthorizedSource) => `consent.${source}`

/**
 * Redirects to the platform's authorization page. Without `consent`, uses this tab's last choice; without one, a connected source keeps
 * its own.
 * Resolves to false when the server did not return an address.
 */
export async function connectSource(source: AuthorizedSource, consent?: Consent, leave = leaveFor): Promise<boolean> {
  if (consent) writeStored(chosenFor(source), `${consent.shown_to} ${consent.counts_for_matching}`, 'tab')
  const result = await readApi(connectCalls.beginConnect, { params: { source }, body: consent ?? lastChosen(source) })
  if (result.ok) leave(result.value.authorize_url)
  else showError(result.failure, source)
  return result.ok
}

function lastChosen(source: AuthorizedSource): Partial<Consent> {
  const [audience, counts] = readStored(chosenFor(source), 'tab')?.split(' ') ?? []
  const shownTo = (['everyone', 'buddies', 'only_me'] as const).find((value) => value === audience)
  return shownTo ? { shown_to: shownTo, counts_for_matching: counts === 'true' } : {}
}

/** Clears the chosen consent once connected: the next connection asks again. */
export const clearChosenConsent = (source: AuthorizedSource): void => void writeStored(chosenFor(source), null, 'tab')

/** Links a public profile by name, or verifies it with a token. Returns the failure, or null. */
export async function linkSource(
  source: NameSource,
  input: { name: string; token?: string } & Partial<Consent>,
): Promise<ApiFailure | null> {
  const result = await readApi(connectCalls.linkSource, { params: { source }, body: input })
  if (!result.ok) return result.failure
  putSource(queryClient, result.value)
  return null
}

/** Syncs an account; the socket reports progress. */
export async function syncSource(source: SyncedSource): Promise<void> {
  const result = await readApi(tasteCalls.syncSource, { params: { source } })
  if (result.ok) putSource(queryClient, result.value)
  else showError(result.failure, source)
}

/** Replaces the picks. Resolves to whether it succeeded. */
export async function savePicks(picks: readonly TastePick[]): Promise<boolean> {
  const result = await readApi(pickCalls.savePicks, { body: picksBody(picks) })
  if (!result.ok) {
    showError(result.failure, 'picks')
    return false
  }
  refreshSources(queryClient)
  refreshTaste(queryClient)
  return true
}

/** Disconnects a source and deletes its data. */
export async function disconnectSource(source: SourceName): Promise<void> {
  const result = await readApi(tasteCalls.disconnectSource, { params: { source } })
  if (!result.ok) return showError(result.failure, source)
  putSource(queryClient, result.value)
  refreshSources(queryClient)
  refreshTaste(queryClient)
  void refreshCall(importCalls.getImports)
  const values = { source: sourceName(i18n, source) }
  const wasConnected = syncedSources.some((name) => name === source)
  notify(
    'neutral',
    wasConnected
      ? i18n._({ id: 'source.disconnected', message: '{source} is disconnected, and its data is deleted.', values })
      : i18n._({ id: 'source.deleted', message: 'Deleted: {source}', values }),
  )
}

/** Changes a source's audience and matching consent, optimistically. */
export async function setConsent(before: Source, change: Partial<Consent & Pick<Source, 'counts_silently'>>): Promise<void> {
  const { source, shown_to, counts_for_matching, counts_silently } = { ...before, ...change }
  const consent = { shown_to, counts_for_matching, counts_silently }
  putSource(queryClient, { ...before, ...consent })
  const result = await readApi(tasteCalls.setConsent, { params: { source }, body: consent })
  putSource(queryClient, result.ok ? result.value : before)
  if (!result.ok) {
    // Its sync may have progressed since.
    refreshSources(queryClient)
    return showError(result.failure, source)
  }
  refreshTaste(queryClient)
}

function showError(failure: ApiFailure, source: SourceName): void {
  notify('error', sourceErrorMessage(i18n, failure, source))
}

/** Removes a finished file import from the list. Resolves to whether it succeeded. */
export async function deleteImport(id: string): Promise<boolean> {
  const result = await readApi(importCalls.forgetImport, { params: { id } })
  return result.ok || result.failure.kind === 'missing'
}

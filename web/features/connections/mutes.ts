import type { QueryClient } from '@tanstack/react-query'
import { connectionCalls, type MutedAndBlocked } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import type { PersonCard } from '#contract/people.ts'
import { profileCalls } from '#contract/profiles.ts'
import { readApi } from '#web/platform/api-client.ts'
import { restartReads } from '#web/platform/change-aware-client.ts'
import { i18n } from '#web/platform/i18n.ts'
import { notify } from '#web/platform/notices.ts'
import { callKey, callQuery, queryClient, refreshCall } from '#web/platform/query.ts'
import { connectionErrorMessage } from './connections.messages.ts'

/** Mutes a person; a notice confirms it and offers undo. */
export async function mute(person: PersonCard): Promise<void> {
  const result = await readApi(connectionCalls.mutePerson, { params: { uid: person.uid } })
  if (!result.ok) {
    notify('error', connectionErrorMessage(i18n, result.failure, person))
    return
  }
  await refresh(person)
  const undo = i18n._({ id: 'action.undo', message: 'Undo' })
  notify('neutral', i18n._({ id: 'connections.muted', message: '{name} is muted', values: { name: person.name } }), {
    action: { label: undo, run: () => void unmute(person) },
  })
}

export async function unmute(person: PersonCard): Promise<void> {
  const result = await readApi(connectionCalls.unmutePerson, { params: { uid: person.uid } })
  if (!result.ok) notify('error', connectionErrorMessage(i18n, result.failure, person))
  await refresh(person)
}

export async function refetchMuted(client: QueryClient): Promise<void> {
  const query = callQuery(connectionCalls.getMutedAndBlocked, {}, { staleMs: 0 })
  // A read in progress may predate the change, so it must not be shared.
  restartReads(client, { queryKey: query.queryKey, exact: true })
  await client.prefetchQuery(query)
}

/** Whether a person is muted, according to the cached list. */
export function isMuted(client: QueryClient, uid: Uid): boolean {
  const lists = client.getQueryData<MutedAndBlocked>(callKey(connectionCalls.getMutedAndBlocked, {}))
  return lists?.muted.some((person) => person.uid === uid) ?? false
}

async function refresh({ uid }: PersonCard): Promise<void> {
  await Promise.all([
    refreshCall(profileCalls.getProfile, { params: { uid } }),
    refreshCall(connectionCalls.getConnection, { params: { uid } }),
    refetchMuted(queryClient),
  ])
}

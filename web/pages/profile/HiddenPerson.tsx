import { useEffect } from 'react'
import { connectionCalls } from '#contract/connections.ts'
import type { Uid } from '#contract/base/ids.ts'
import { profileCalls } from '#contract/profiles.ts'
import { ConnectionBanner } from '#web/features/connections/ConnectionBanner.tsx'
import { refreshCall, useCall } from '#web/platform/query.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageTitle } from '#web/ui/PageHeader.tsx'
import { NobodyHere } from './NobodyHere.tsx'
import { ProfileSkeleton } from './ProfileSkeleton.tsx'

/** Somebody whose profile can't be seen: whom the viewer has blocked can be let in again here; everybody else is nobody. */
export function HiddenPerson({ uid }: { uid: Uid }) {
  const connection = useCall(connectionCalls.getConnection, { params: { uid } })
  const relation = connection.data?.relation
  const isBack = relation !== undefined && relation !== 'blocked'
  useEffect(() => {
    if (isBack) void refreshCall(profileCalls.getProfile, { params: { uid } })
  }, [isBack, uid])
  if (connection.data && !isBack) {
    return (
      <>
        <PageTitle title={connection.data.person.name} />
        <ConnectionBanner connection={connection.data} />
      </>
    )
  }
  if (!connection.error) return <ProfileSkeleton />
  if (connection.error.failure.kind === 'missing') return <NobodyHere />
  return <ErrorState kind={connection.error.failure.kind} onRetry={() => void connection.refetch()} />
}

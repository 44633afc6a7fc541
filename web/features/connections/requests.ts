import { useEffect } from 'react'
import { connectionCalls } from '#contract/connections.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import { useConnectionsStore } from './connections.store.ts'

/** Sets the bell's count whenever the list of requests is fetched. */
export function useRequestCount(): void {
  const authStatus = useAuthStatus()
  const requests = useCall(connectionCalls.getRequests, {}, { enabled: authStatus === 'ready' })
  const setCount = useConnectionsStore((state) => state.setCount)
  const reset = useConnectionsStore((state) => state.reset)
  const count = requests.data?.requests.length
  useEffect(() => {
    // Signed out: the next user of this browser starts at 0.
    if (authStatus === 'signed_out') reset()
  }, [authStatus, reset])
  useEffect(() => {
    if (count !== undefined) setCount(count)
    // Depends on the list's fetch time too: a refetch of the same length corrects a wrong count.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [count, requests.dataUpdatedAt, setCount])
}

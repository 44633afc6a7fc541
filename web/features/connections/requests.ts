import { useEffect } from 'react'
import { connectionCalls } from '#contract/connections.ts'
import { useStanding } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import { useConnectionsStore } from './connections.store.ts'

/** Keeps the count on the bell at what the server says, whenever the list of requests is read. */
export function useRequestCount(): void {
  const standing = useStanding()
  const requests = useCall(connectionCalls.getRequests, {}, { enabled: standing === 'ready' })
  const setCount = useConnectionsStore((state) => state.setCount)
  const reset = useConnectionsStore((state) => state.reset)
  const count = requests.data?.requests.length
  useEffect(() => {
    // Nobody is signed in any more: the next person at this browser begins at nothing.
    if (standing === 'signed_out') reset()
  }, [standing, reset])
  useEffect(() => {
    if (count !== undefined) setCount(count)
    // The list's own identity counts too: a list of the same length that was read anew corrects a count that ran away.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [count, requests.dataUpdatedAt, setCount])
}

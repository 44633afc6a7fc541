import { useEffect } from 'react'
import { create } from 'zustand'
import { connectionCalls, type IncomingRequest } from '#contract/connections.ts'
import { useAuthStatus } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'
import type { Hidden } from '#web/platform/undoable.ts'
import { useConnectionsStore } from './connections.store.ts'

/** Sets the bell's count whenever the list of requests is fetched. */
export function useRequestCount(): void {
  const authStatus = useAuthStatus()
  const requests = useOpenRequests({ enabled: authStatus === 'ready' })
  const setCount = useConnectionsStore((state) => state.setCount)
  const reset = useConnectionsStore((state) => state.reset)
  const count = requests.open?.length
  useEffect(() => {
    // Signed out: the next user of this browser starts at 0.
    if (authStatus === 'signed_out') reset()
  }, [authStatus, reset])
  useEffect(() => {
    if (count !== undefined) setCount(count)
    // Depends on the list's fetch time too: a refetch of the same length corrects a wrong count.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [count, requests.updatedAt, setCount])
}

/** A later request of the same person has a different key. */
export const requestKey = ({ person, asked_at }: IncomingRequest): string => `${person.uid} ${asked_at}`

/** The keys of requests that were just declined. */
export const useDeclines = create<Hidden>()(() => ({ hidden: new Set() }))

type OpenRequests = { open: readonly IncomingRequest[] | undefined; isLoading: boolean; updatedAt: number }

/** Requests to the viewer without those just declined; undefined until they are loaded, and if that failed. */
export function useOpenRequests(options: { enabled?: boolean } = {}): OpenRequests {
  const { data, dataUpdatedAt, isPending } = useCall(connectionCalls.getRequests, {}, options)
  const hidden = useDeclines((state) => state.hidden)
  return { open: data?.requests.filter((request) => !hidden.has(requestKey(request))), isLoading: isPending, updatedAt: dataUpdatedAt }
}

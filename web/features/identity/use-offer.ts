import type { UseQueryResult } from '@tanstack/react-query'
import { identityCalls, type Offer } from '#contract/identity.ts'
import type { ApiError } from '#web/platform/api-error.ts'
import { useCall } from '#web/platform/query.ts'

/** What this installation supports. Loaded once; pages offer exactly this. */
export function useOffer(): UseQueryResult<Offer, ApiError> {
  return useCall(identityCalls.getOffer, {}, { staleMs: Number.POSITIVE_INFINITY })
}

import type { UseQueryResult } from '@tanstack/react-query'
import { identityCalls, type Capabilities } from '#contract/identity/identity.ts'
import type { ApiError } from '#web/platform/api-error.ts'
import { useCall } from '#web/platform/query.ts'

/** The features of this installation. Loaded once; pages offer exactly these. */
export function useCapabilities(): UseQueryResult<Capabilities, ApiError> {
  return useCall(identityCalls.getCapabilities, {}, { staleMs: Number.POSITIVE_INFINITY })
}

import { profileCalls, type Profile } from '#contract/profiles.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useCall } from '#web/platform/query.ts'

const STALE_MS = 5 * 60_000

/** The signed-in user's profile query. */
export function useMyProfile() {
  const uid = useMyUid()
  return useCall(profileCalls.getProfile, { params: { uid: uid ?? '' } }, { enabled: uid !== null, staleMs: STALE_MS })
}

/** The signed-in user's profile; null until loaded. */
export function useMe(): Profile | null {
  return useMyProfile().data ?? null
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useAuthStore } from './auth.store.ts'
import type { IdentityAccount, IdentitySession, Passkey } from './provider/identity.provider.ts'
import { identityMethods } from './session.ts'

/** The signed-in user's account at the provider: address, verification, and sign-in methods. */
export function useAccount(): UseQueryResult<IdentityAccount | null> {
  const subject = useAuthStore((state) => state.user?.subject)
  return useQuery({
    queryKey: ['identity', 'account', subject],
    queryFn: async () => (await identityMethods()).lookupAccount(),
    enabled: subject !== undefined,
  })
}

/** The signed-in user's sessions, latest first. */
export function useSessions(): UseQueryResult<readonly IdentitySession[]> {
  const subject = useAuthStore((state) => state.user?.subject)
  return useQuery({
    queryKey: ['identity', 'sessions', subject],
    queryFn: async () => (await identityMethods()).listSessions(),
    enabled: subject !== undefined,
  })
}

/** The signed-in user's passkeys. */
export function usePasskeys(): UseQueryResult<readonly Passkey[]> {
  const subject = useAuthStore((state) => state.user?.subject)
  return useQuery({
    queryKey: ['identity', 'passkeys', subject],
    queryFn: async () => (await (await identityMethods()).passkeys()).list(),
    enabled: subject !== undefined,
  })
}

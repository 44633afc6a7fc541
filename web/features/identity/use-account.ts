import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useAuthStore } from './auth.store.ts'
import type { IdentityAccount, IdentityMethods, IdentitySession, Passkey } from './provider/identity.provider.ts'
import { identityMethods } from './session.ts'

/** The signed-in user's account at the provider: address, verification, and sign-in methods. */
export const useAccount = (): UseQueryResult<IdentityAccount | null> => useIdentityQuery('account', (methods) => methods.lookupAccount())

/** The signed-in user's sessions, latest first. */
export const useSessions = (): UseQueryResult<readonly IdentitySession[]> =>
  useIdentityQuery('sessions', (methods) => methods.listSessions())

export const usePasskeys = (): UseQueryResult<readonly Passkey[]> =>
  useIdentityQuery('passkeys', async (methods) => (await methods.passkeys()).list())

function useIdentityQuery<T>(name: string, load: (methods: IdentityMethods) => Promise<T>): UseQueryResult<T> {
  const subject = useAuthStore((state) => state.user?.subject)
  return useQuery({
    queryKey: ['identity', name, subject],
    queryFn: async () => load(await identityMethods()),
    enabled: subject !== undefined,
  })
}

import { useQuery } from '@tanstack/react-query'
import type { IdentityMethods } from './provider/identity.provider.ts'
import { identityMethods } from './session.ts'

/** Loads the methods with the component. A call made after that runs synchronously, so that it may open a popup. */
export function useIdentityMethods(): <T>(work: (methods: IdentityMethods) => Promise<T>) => Promise<T> {
  const loaded = useQuery({ queryKey: ['identity', 'methods'], queryFn: identityMethods, staleTime: Number.POSITIVE_INFINITY }).data
  return (work) => (loaded ? work(loaded) : identityMethods().then(work))
}

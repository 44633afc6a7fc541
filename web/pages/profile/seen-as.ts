import { useSearchParams } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'

/** Through whose eyes one's own profile is looked at (`?as=`): 'everyone', 'buddy' or a uid. Undefined: through one's own, and on every other profile. */
export function useSeenAs(uid: Uid): string | undefined {
  const me = useMyUid()
  const [search] = useSearchParams()
  const as = search.get('as')
  return me === uid && as ? as : undefined
}

/** The address of another tab, through the same eyes. */
export const seenPath = (path: string, as: string | undefined): string => (as === undefined ? path : `${path}?as=${encodeURIComponent(as)}`)

/** The input of a call about that person. Without `as` it is the one that every other page uses, so that they share the answer. */
export const seenInput = (uid: Uid, as: string | undefined) => (as === undefined ? { params: { uid } } : { params: { uid }, query: { as } })

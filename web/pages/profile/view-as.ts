import { useSearchParams } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'

/** The persona that views the user's own profile (`?as=`): 'everyone', 'buddy' or a uid. Undefined without a persona, and on other profiles. */
export function useViewAs(uid: Uid): string | undefined {
  const me = useMyUid()
  const [search] = useSearchParams()
  const as = search.get('as')
  return me === uid && as ? as : undefined
}

/** The address of another tab with the same persona. */
export const viewAsPath = (path: string, as: string | undefined): string =>
  as === undefined ? path : `${path}?as=${encodeURIComponent(as)}`

/** The input of a call about this person. Without `as` it equals other pages' input, so that they share the cached answer. */
export const viewAsInput = (uid: Uid, as: string | undefined) =>
  as === undefined ? { params: { uid } } : { params: { uid }, query: { as } }

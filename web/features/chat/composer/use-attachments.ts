import { useSearchParams } from 'react-router'

/** Query parameter: the moment that a message will refer to. */
export const MOMENT_PARAM = 'moment'

/** The moment in the address; removed when it is sent or dropped. */
export function useMoment() {
  const [search, setSearch] = useSearchParams()
  const id = search.get(MOMENT_PARAM)
  if (id === null) return null
  const drop = () =>
    setSearch(
      (now) => {
        now.delete(MOMENT_PARAM)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  return { id, drop }
}

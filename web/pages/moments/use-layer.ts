import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Moment } from '#contract/moments.ts'
import { layerState, MOMENT_PARAM, type LayerState } from '#web/features/moments/moment-address.ts'

export type Layer = {
  /** ID of the moment open over the page; null if there is none. */
  id: string | null
  /** It was opened to write a comment. */
  isCommenting: boolean
  open: (moment: Moment) => void
  close: () => void
}

/**
 * The moment that the address opens over the page. Closing goes back, or removes the parameter from an address that was opened directly.
 */
export function useLayer(): Layer {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const withoutMoment = () => {
    const rest = new URLSearchParams(search)
    rest.delete(MOMENT_PARAM)
    return rest
  }
  return {
    id: search.get(MOMENT_PARAM),
    isCommenting: hasKey(state, 'isCommenting'),
    open({ id }) {
      const params = withoutMoment()
      params.set(MOMENT_PARAM, id)
      setSearch(params, { state: layerState, preventScrollReset: true })
    },
    close() {
      // History contains the feed only when the moment was opened from it.
      if (hasKey(state, 'isLayer')) void navigate(-1)
      else setSearch(withoutMoment(), { replace: true, preventScrollReset: true })
    },
  }
}

const hasKey = (state: unknown, key: keyof LayerState): boolean => typeof state === 'object' && state !== null && key in state

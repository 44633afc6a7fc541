import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Moment } from '#contract/moments.ts'
import { layerState, MOMENT_PARAM } from '#web/features/moments/moment-address.ts'

export type Layer = {
  /** ID of the moment open over the page; null without one. */
  id: string | null
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
  const without = () => {
    const rest = new URLSearchParams(search)
    rest.delete(MOMENT_PARAM)
    return rest
  }
  return {
    id: search.get(MOMENT_PARAM),
    open({ id }) {
      const params = without()
      params.set(MOMENT_PARAM, id)
      setSearch(params, { state: layerState, preventScrollReset: true })
    },
    close() {
      // History contains the feed only when the moment was opened from it.
      if (isFromFeed(state)) void navigate(-1)
      else setSearch(without(), { replace: true, preventScrollReset: true })
    },
  }
}

function isFromFeed(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isLayer' in state
}

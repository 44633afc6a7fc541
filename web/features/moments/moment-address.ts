import { useLocation, type To } from 'react-router'
import type { Moment } from '#contract/moments.ts'

/** The parameter that opens one moment over a feed. */
export const MOMENT_PARAM = 'post'

/** Where a moment is found by anybody: over those of its author. */
export function momentAddress({ id, author }: Pick<Moment, 'id' | 'author'>): string {
  return `/moments/${author.uid}?${MOMENT_PARAM}=${id}`
}

/** The layer was opened from the feed below it, so that going back closes it. */
export type LayerState = { isLayer: true }
export const layerState: LayerState = { isLayer: true }

/** Opens a moment: over the feed where somebody reads one, elsewhere over those of its author. */
export function useMomentLink(moment: Pick<Moment, 'id' | 'author'>): { to: To; state?: LayerState } {
  const { pathname, search } = useLocation()
  if (!pathname.startsWith('/moments')) return { to: momentAddress(moment) }
  const params = new URLSearchParams(search)
  params.set(MOMENT_PARAM, moment.id)
  return { to: { pathname, search: params.toString() }, state: layerState }
}

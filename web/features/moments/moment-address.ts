import { useLocation, type To } from 'react-router'
import type { Moment } from '#contract/moments.ts'

/** The parameter that opens one moment over a feed. */
export const MOMENT_PARAM = 'post'

/** A moment's public address: over its author's moments. */
export function momentAddress({ id, author }: Pick<Moment, 'id' | 'author'>): string {
  return `/moments/${author.uid}?${MOMENT_PARAM}=${id}`
}

export const momentUrl = (moment: Pick<Moment, 'id' | 'author'>): string => new URL(momentAddress(moment), location.href).href

/** `isLayer`: opened from the feed below, so that closing goes back. `isCommenting`: opened to write a comment. */
export type LayerState = { isLayer?: true; isCommenting?: true }
export const layerState: LayerState = { isLayer: true }

/** Links to a moment: over the current feed, or else over its author's moments. */
export function useMomentLink(moment: Pick<Moment, 'id' | 'author'>, { isCommenting = false } = {}): { to: To; state?: LayerState } {
  const { pathname, search } = useLocation()
  const commenting: LayerState = isCommenting ? { isCommenting } : {}
  if (!pathname.startsWith('/moments')) return { to: momentAddress(moment), state: commenting }
  const params = new URLSearchParams(search)
  params.set(MOMENT_PARAM, moment.id)
  return { to: { pathname, search: params.toString() }, state: { ...layerState, ...commenting } }
}

/* Navigation scrolls to the top-left (spec, section 2). Opening a layer over a page (a moment with comments, `?post=id`) is no
   navigation: the page below keeps its scroll position. */

/** Search parameters that open a layer over the current page. */
export const LAYER_PARAMS: readonly string[] = ['post']

type Place = { pathname: string; search: string }

/** Whether a navigation only opens or closes a layer. */
export function isLayerChange(from: Place, to: Place): boolean {
  return from.pathname === to.pathname && from.search !== to.search && withoutLayers(from.search) === withoutLayers(to.search)
}

function withoutLayers(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of LAYER_PARAMS) params.delete(name)
  params.sort()
  return params.toString()
}

/* The view goes to the top-left on every navigation (spec, section 2). A layer that lies over a page (a moment with its
   comments, `?post=id`) is no other page: what lies below keeps its place. */

/** Search parameters that open a layer over the page they stand on. */
export const LAYER_PARAMS: readonly string[] = ['post']

type Place = { pathname: string; search: string }

/** Whether going from one address to the other only opens or closes a layer. */
export function isLayerChange(from: Place, to: Place): boolean {
  return from.pathname === to.pathname && from.search !== to.search && withoutLayers(from.search) === withoutLayers(to.search)
}

function withoutLayers(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of LAYER_PARAMS) params.delete(name)
  params.sort()
  return params.toString()
}

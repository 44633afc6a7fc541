import { matchRoutes } from 'react-router'
import { pageRoutes } from '../routes.ts'

const routes = pageRoutes.map(({ path }) => ({ path }))

/** The parameters of the page at that address. Panels stand beside the pages, so the router does not tell them. */
export function pageParams(pathname: string): Readonly<Record<string, string | undefined>> {
  return matchRoutes(routes, pathname)?.at(-1)?.params ?? {}
}

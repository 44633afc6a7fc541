import { matchRoutes } from 'react-router'
import { pageRoutes } from '../routes.ts'

const routes = pageRoutes.map(({ path }) => ({ path }))

/** Route parameters of an address. Panels render outside the routes, so `useParams` is empty there. */
export function pageParams(pathname: string): Readonly<Record<string, string | undefined>> {
  return matchRoutes(routes, pathname)?.at(-1)?.params ?? {}
}

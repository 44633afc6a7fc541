/* The guard at the door: runs it before every route change and whenever it becomes known who is signed in. */
import { matchRoutes, redirect, type LoaderFunctionArgs } from 'react-router'
import { useAuthStore } from '#web/features/identity/auth.store.ts'
import { keep, recall } from '#web/platform/local-memory.ts'
import { guard, LOGIN } from './guard.ts'
import { asRouteObject, pageRoutes, type RouteHandle } from './routes.ts'

const routes = pageRoutes.map(asRouteObject)

/** Whether signed-out people are turned away from that path. */
export function requiresAuth(pathname: string): boolean {
  // Every page route is made by asRouteObject, which sets exactly this handle.
  const handle = matchRoutes(routes, pathname)?.at(-1)?.route.handle as RouteHandle | undefined
  return handle?.requiresAuth ?? false
}

/** Where the guard sends somebody who asks for that path now, or null. Not knowing who is signed in sends nobody anywhere. */
export function turnedAway(pathname: string): string | null {
  const { user, isKnown, exists } = useAuthStore.getState()
  if (!isKnown) return null
  return guard({ requiresAuth: requiresAuth(pathname), isSignedIn: user !== null, exists, target: pathname })
}

/** The root loader. */
export function guardNavigation({ request }: Pick<LoaderFunctionArgs, 'request'>): Response | null {
  const { pathname, search } = new URL(request.url)
  const elsewhere = turnedAway(pathname)
  if (!elsewhere) return null
  if (requiresAuth(pathname) && pathname !== elsewhere) rememberWanted(pathname + search)
  return redirect(elsewhere)
}

function rememberWanted(path: string): void {
  if (path !== '/account-setup') keep('wanted', path, 'tab')
}

/** Where the person wanted to go before the guard stepped in, once; `/` when nowhere. */
export function takeWanted(): string {
  const wanted = recall('wanted', 'tab')
  keep('wanted', null, 'tab')
  // Only addresses of our own pages; `//host` and `/\host` would leave the site.
  return wanted && /^\/(?![/\\])/.test(wanted) && wanted !== LOGIN ? wanted : '/'
}

/// <reference types="vite/client" />
/* The guard at the door: asked before a page is shown, and whenever it becomes known who is signed in. */
import { matchRoutes } from 'react-router'
import { isPagePath } from '#contract/pages.ts'
import type { AuthState } from '#web/features/identity/auth.store.ts'
import { guard } from '#web/features/identity/guard.ts'
import { pageRoutes } from './routes.ts'

const routes = pageRoutes.map((page) => ({ path: page.path, handle: page }))
const pageAt = (pathname: string) => (hasPage(pathname) ? matchRoutes(routes, pathname)?.at(-1)?.route.handle : undefined)

/** Whether a page has that address. The gallery exists while developing only. */
export const hasPage = (pathname: string): boolean => isPagePath(pathname) || (import.meta.env.DEV && pathname === '/gallery')

/** Whether signed-out people are turned away from that path. */
export function requiresAuth(pathname: string): boolean {
  return pageAt(pathname)?.requiresAuth ?? false
}

/** Fetches the code of the page at that path while something else decides whether it may be shown. */
export function preloadPage(pathname: string): void {
  pageAt(pathname)?.preload()
}

/** `wait`: it is not known yet who is there. `show`: the way is free. Else the path to go to instead. */
export type Decision = 'wait' | 'show' | { goTo: string }

/** What becomes of somebody who asks for that path. Not knowing who is there sends nobody anywhere. */
export function decide(pathname: string, { user, isKnown, exists }: Pick<AuthState, 'user' | 'isKnown' | 'exists'>): Decision {
  const isClosed = requiresAuth(pathname)
  if (!isKnown) return isClosed ? 'wait' : 'show'
  const elsewhere = guard({ requiresAuth: isClosed, isSignedIn: user !== null, exists, target: pathname })
  if (elsewhere) return { goTo: elsewhere }
  return isClosed && exists === undefined ? 'wait' : 'show'
}

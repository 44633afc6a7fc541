/// <reference types="vite/client" />
/* The route guard: decides whether a page is shown, before a navigation and after each change of the auth state. */
import { matchRoutes } from 'react-router'
import { isPagePath } from '#contract/pages.ts'
import { ACCOUNT_SETUP, LOGIN } from '#web/features/identity/auth-paths.ts'
import type { AuthState } from '#web/features/identity/auth.store.ts'
import { pageRoutes, type PageRoute } from './routes.ts'

const routes = pageRoutes.map((page) => ({ path: page.path, handle: page }))
let last: { pathname: string; page: PageRoute | undefined } | undefined

/** Caches the last match: each render of the root needs it, and matching compares all routes. */
function pageAt(pathname: string): PageRoute | undefined {
  if (last?.pathname !== pathname)
    last = { pathname, page: hasPage(pathname) ? matchRoutes(routes, pathname)?.at(-1)?.route.handle : undefined }
  return last.page
}

/** Whether a page has this path. The gallery exists only in development. */
export const hasPage = (pathname: string): boolean => isPagePath(pathname) || (import.meta.env.DEV && pathname === '/gallery')

/** Whether the page at this path is only for signed-in users. */
export function requiresAuth(pathname: string): boolean {
  return pageAt(pathname)?.requiresAuth ?? false
}

/** Preloads the code of the page at this path while the auth state is unknown. */
export function preloadPage(pathname: string): void {
  pageAt(pathname)?.preload()
}

/** `wait`: the auth state is unknown. `show`: the page may be shown. */
export type RouteDecision = 'wait' | 'show' | { redirectTo: string }

/** Decides what happens at a path. An unknown auth state never redirects. */
export function guardRoute(pathname: string, { user, isKnown, exists }: Pick<AuthState, 'user' | 'isKnown' | 'exists'>): RouteDecision {
  const isProtected = requiresAuth(pathname)
  if (!isKnown) return isProtected ? 'wait' : 'show'
  const redirectTo = redirectFor({ requiresAuth: isProtected, isSignedIn: user !== null, hasProfile: exists, pathname })
  if (redirectTo) return { redirectTo }
  return isProtected && exists === undefined ? 'wait' : 'show'
}

export type RedirectInput = {
  requiresAuth: boolean
  isSignedIn: boolean
  /** Undefined until the server confirms it; never redirects. */
  hasProfile: boolean | undefined
  pathname: string
}

/** Where the guard redirects, or null (spec, section 4). */
export function redirectFor({ requiresAuth: isProtected, isSignedIn, hasProfile, pathname }: RedirectInput): string | null {
  if (isProtected && !isSignedIn) return LOGIN
  if (isSignedIn && hasProfile === false && pathname !== ACCOUNT_SETUP) return ACCOUNT_SETUP
  return null
}

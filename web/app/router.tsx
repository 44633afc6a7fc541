import { createBrowserRouter } from 'react-router'
import { standingOf, useAuthStore } from '#web/features/identity/auth.store.ts'
import { guardNavigation } from './door.ts'
import { Root } from './Root.tsx'
import { asRouteObject, pageRoutes } from './routes.ts'
import { PageError } from './shell/PageError.tsx'
import { RootFallback } from './shell/RootFallback.tsx'

/** The router. It asks the guard before every route change, and again whenever somebody's standing changes. */
export function createAppRouter() {
  const router = createBrowserRouter([
    {
      id: 'root',
      loader: guardNavigation,
      shouldRevalidate: () => true,
      Component: Root,
      HydrateFallback: RootFallback,
      ErrorBoundary: PageError,
      children: [{ ErrorBoundary: PageError, children: pageRoutes.map(asRouteObject) }],
    },
  ])
  useAuthStore.subscribe((now, before) => {
    if (standingOf(now) !== standingOf(before)) void router.revalidate()
  })
  return router
}

import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { FrontPage } from './pages/FrontPage.tsx'

export type PageRoute = {
  path: string
  /** The guard turns signed-out people away. */
  requiresAuth: boolean
  page: () => Promise<ComponentType>
}

const open = (path: string, page: PageRoute['page']): PageRoute => ({ path, requiresAuth: false, page })
const closed = (path: string, page: PageRoute['page']): PageRoute => ({ path, requiresAuth: true, page })

/** Every address of the app (spec, section 2, and `/settings`). Each page is its own chunk. */
export const pageRoutes: readonly PageRoute[] = [
  // Small, and it decides what else is loaded.
  open('/', async () => FrontPage),
  open('/login', async () => (await import('./pages/LoginPage.tsx')).LoginPage),
  open('/sign-up', async () => (await import('./pages/SignUpPage.tsx')).SignUpPage),
  closed('/account-setup', async () => (await import('./pages/AccountSetupPage.tsx')).AccountSetupPage),
  open('/social_connect', async () => (await import('./pages/SocialConnectPage.tsx')).SocialConnectPage),
  open('/__auth/spotify', async () => (await import('./pages/SpotifyReturnPage.tsx')).SpotifyReturnPage),
  open('/__auth/youtube', async () => (await import('./pages/YoutubeReturnPage.tsx')).YoutubeReturnPage),
  closed('/moments/:uid?', async () => (await import('./pages/MomentsPage.tsx')).MomentsPage),
  closed('/discover_content', async () => (await import('./pages/DiscoverPage.tsx')).DiscoverPage),
  closed('/find_buddies', async () => (await import('./pages/FindBuddiesPage.tsx')).FindBuddiesPage),
  closed('/profile/:uid', async () => (await import('./pages/ProfilePage.tsx')).ProfilePage),
  closed('/profile/:user_id/spotify', async () => (await import('./pages/ProfileMusicPage.tsx')).ProfileMusicPage),
  closed('/profile/:user_id/youtube', async () => (await import('./pages/ProfileVideoPage.tsx')).ProfileVideoPage),
  closed('/profile/:user_id/buddies', async () => (await import('./pages/ProfileBuddiesPage.tsx')).ProfileBuddiesPage),
  closed('/find-people/:uid?', async () => (await import('./pages/FindPeoplePage.tsx')).FindPeoplePage),
  closed('/search/:uid?', async () => (await import('./pages/SearchPage.tsx')).SearchPage),
  closed('/view-connection/:uid', async () => (await import('./pages/ViewConnectionPage.tsx')).ViewConnectionPage),
  closed('/chat/:chat_id?', async () => (await import('./pages/ChatPage.tsx')).ChatPage),
  closed('/settings', async () => (await import('./pages/SettingsPage.tsx')).SettingsPage),
  open('/privacy-policy', async () => (await import('./pages/PrivacyPolicyPage.tsx')).PrivacyPolicyPage),
  open('/terms-of-service', async () => (await import('./pages/TermsOfServicePage.tsx')).TermsOfServicePage),
  open('*', async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage),
]

/** The route as the router takes it; `handle` carries what the guard needs. */
export function asRouteObject({ path, page, requiresAuth }: PageRoute): RouteObject {
  return { path, handle: { requiresAuth } satisfies RouteHandle, lazy: { Component: page } }
}

export type RouteHandle = { requiresAuth: boolean }

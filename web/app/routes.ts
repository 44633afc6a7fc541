/// <reference types="vite/client" />
import { lazyPage, readyPage, type LazyPage } from './lazy-page.ts'
import { FrontPage } from './pages/FrontPage.tsx'

export type PageRoute = LazyPage & {
  path: string
  /** The guard turns signed-out people away. */
  requiresAuth: boolean
}

const open = (path: string, page: LazyPage): PageRoute => ({ path, requiresAuth: false, ...page })
const closed = (path: string, page: LazyPage): PageRoute => ({ path, requiresAuth: true, ...page })

/** Every address of the app (spec, section 2, and `/settings`). Each page is its own chunk. */
export const pageRoutes: readonly PageRoute[] = [
  // It only decides between landing page and home, which are chunks of their own.
  open('/', readyPage(FrontPage)),
  open(
    '/login',
    lazyPage(async () => (await import('./pages/LoginPage.tsx')).LoginPage),
  ),
  open(
    '/sign-up',
    lazyPage(async () => (await import('./pages/SignUpPage.tsx')).SignUpPage),
  ),
  closed(
    '/account-setup',
    lazyPage(async () => (await import('./pages/AccountSetupPage.tsx')).AccountSetupPage),
  ),
  open(
    '/social_connect',
    lazyPage(async () => (await import('./pages/SocialConnectPage.tsx')).SocialConnectPage),
  ),
  open(
    '/__auth/spotify',
    lazyPage(async () => (await import('./pages/SpotifyReturnPage.tsx')).SpotifyReturnPage),
  ),
  open(
    '/__auth/youtube',
    lazyPage(async () => (await import('./pages/YoutubeReturnPage.tsx')).YoutubeReturnPage),
  ),
  open(
    '/__auth/lastfm',
    lazyPage(async () => (await import('./pages/LastfmReturnPage.tsx')).LastfmReturnPage),
  ),
  closed(
    '/moments/:uid?',
    lazyPage(async () => (await import('./pages/MomentsPage.tsx')).MomentsPage),
  ),
  closed(
    '/discover_content',
    lazyPage(async () => (await import('./pages/DiscoverPage.tsx')).DiscoverPage),
  ),
  closed(
    '/find_buddies',
    lazyPage(async () => (await import('./pages/FindBuddiesPage.tsx')).FindBuddiesPage),
  ),
  closed(
    '/profile/:uid',
    lazyPage(async () => (await import('./pages/ProfilePage.tsx')).ProfilePage),
  ),
  closed(
    '/profile/:user_id/spotify',
    lazyPage(async () => (await import('./pages/ProfileMusicPage.tsx')).ProfileMusicPage),
  ),
  closed(
    '/profile/:user_id/youtube',
    lazyPage(async () => (await import('./pages/ProfileVideoPage.tsx')).ProfileVideoPage),
  ),
  closed(
    '/profile/:user_id/buddies',
    lazyPage(async () => (await import('./pages/ProfileBuddiesPage.tsx')).ProfileBuddiesPage),
  ),
  closed(
    '/find-people/:uid?',
    lazyPage(async () => (await import('./pages/FindPeoplePage.tsx')).FindPeoplePage),
  ),
  closed(
    '/search/:uid?',
    lazyPage(async () => (await import('./pages/SearchPage.tsx')).SearchPage),
  ),
  closed(
    '/view-connection/:uid',
    lazyPage(async () => (await import('./pages/ViewConnectionPage.tsx')).ViewConnectionPage),
  ),
  closed(
    '/chat/:chat_id?',
    lazyPage(async () => (await import('#web/features/chat/ChatPage.tsx')).ChatPage),
  ),
  closed(
    '/moderation',
    lazyPage(async () => (await import('./pages/ModerationPage.tsx')).ModerationPage),
  ),
  closed(
    '/notifications',
    lazyPage(async () => (await import('./pages/NotificationsPage.tsx')).NotificationsPage),
  ),
  closed(
    '/settings',
    lazyPage(async () => (await import('./pages/SettingsPage.tsx')).SettingsPage),
  ),
  open(
    '/unsubscribe',
    lazyPage(async () => (await import('./pages/UnsubscribePage.tsx')).UnsubscribePage),
  ),
  open(
    '/shortcuts',
    lazyPage(async () => (await import('./pages/ShortcutsPage.tsx')).ShortcutsPage),
  ),
  open(
    '/privacy-policy',
    lazyPage(async () => (await import('./pages/PrivacyPolicyPage.tsx')).PrivacyPolicyPage),
  ),
  open(
    '/terms-of-service',
    lazyPage(async () => (await import('./pages/TermsOfServicePage.tsx')).TermsOfServicePage),
  ),
  // While developing only; the bundler leaves it out of what people get.
  ...(import.meta.env.DEV
    ? [
        open(
          '/gallery',
          lazyPage(async () => (await import('#web/dev/GalleryPage.tsx')).GalleryPage),
        ),
      ]
    : []),
  open(
    '*',
    lazyPage(async () => (await import('./pages/NotFoundPage.tsx')).NotFoundPage),
  ),
]

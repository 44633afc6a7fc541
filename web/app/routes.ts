/// <reference types="vite/client" />
import { lazyPage, readyPage, type LazyPage } from './lazy-page.ts'
import { FrontPage } from '#web/pages/home/FrontPage.tsx'

export type PageRoute = {
  path: string
  /** The route guard redirects signed-out visitors. */
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
    lazyPage(async () => (await import('#web/pages/login/LoginPage.tsx')).LoginPage),
  ),
  open(
    '/sign-up',
    lazyPage(async () => (await import('#web/pages/login/SignUpPage.tsx')).SignUpPage),
  ),
  closed(
    '/account-setup',
    lazyPage(async () => (await import('#web/pages/account-setup/AccountSetupPage.tsx')).AccountSetupPage),
  ),
  open(
    '/social_connect',
    lazyPage(async () => (await import('#web/pages/social-connect/SocialConnectPage.tsx')).SocialConnectPage),
  ),
  open(
    '/__auth/spotify',
    lazyPage(async () => (await import('#web/pages/auth-return/SpotifyReturnPage.tsx')).SpotifyReturnPage),
  ),
  open(
    '/__auth/youtube',
    lazyPage(async () => (await import('#web/pages/auth-return/YoutubeReturnPage.tsx')).YoutubeReturnPage),
  ),
  open(
    '/__auth/lastfm',
    lazyPage(async () => (await import('#web/pages/auth-return/LastfmReturnPage.tsx')).LastfmReturnPage),
  ),
  closed(
    '/moments/:uid?',
    lazyPage(async () => (await import('#web/pages/moments/MomentsPage.tsx')).MomentsPage),
  ),
  closed(
    '/discover_content',
    lazyPage(async () => (await import('#web/pages/discover-content/DiscoverPage.tsx')).DiscoverPage),
  ),
  closed(
    '/find_buddies',
    lazyPage(async () => (await import('#web/pages/find-buddies/FindBuddiesPage.tsx')).FindBuddiesPage),
  ),
  closed(
    '/profile/:uid',
    lazyPage(async () => (await import('#web/pages/profile/ProfilePage.tsx')).ProfilePage),
  ),
  closed(
    '/profile/:user_id/spotify',
    lazyPage(async () => (await import('#web/pages/profile/ProfileMusicPage.tsx')).ProfileMusicPage),
  ),
  closed(
    '/profile/:user_id/youtube',
    lazyPage(async () => (await import('#web/pages/profile/ProfileVideoPage.tsx')).ProfileVideoPage),
  ),
  closed(
    '/profile/:user_id/buddies',
    lazyPage(async () => (await import('#web/pages/profile/ProfileBuddiesPage.tsx')).ProfileBuddiesPage),
  ),
  closed(
    '/find-people/:uid?',
    lazyPage(async () => (await import('#web/pages/search/FindPeoplePage.tsx')).FindPeoplePage),
  ),
  closed(
    '/search/:uid?',
    lazyPage(async () => (await import('#web/pages/search/SearchPage.tsx')).SearchPage),
  ),
  closed(
    '/view-connection/:uid',
    lazyPage(async () => (await import('#web/pages/view-connection/ViewConnectionPage.tsx')).ViewConnectionPage),
  ),
  closed(
    '/chat/:chat_id?',
    lazyPage(async () => (await import('#web/features/chat/ChatPage.tsx')).ChatPage),
  ),
  closed(
    '/moderation',
    lazyPage(async () => (await import('#web/pages/moderation/ModerationPage.tsx')).ModerationPage),
  ),
  closed(
    '/notifications',
    lazyPage(async () => (await import('#web/pages/notifications/NotificationsPage.tsx')).NotificationsPage),
  ),
  closed(
    '/settings',
    lazyPage(async () => (await import('#web/pages/settings/SettingsPage.tsx')).SettingsPage),
  ),
  open(
    '/unsubscribe',
    lazyPage(async () => (await import('#web/pages/unsubscribe/UnsubscribePage.tsx')).UnsubscribePage),
  ),
  open(
    '/shortcuts',
    lazyPage(async () => (await import('#web/pages/shortcuts/ShortcutsPage.tsx')).ShortcutsPage),
  ),
  open(
    '/privacy-policy',
    lazyPage(async () => (await import('#web/pages/legal/PrivacyPolicyPage.tsx')).PrivacyPolicyPage),
  ),
  open(
    '/terms-of-service',
    lazyPage(async () => (await import('#web/pages/legal/TermsOfServicePage.tsx')).TermsOfServicePage),
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
    lazyPage(async () => (await import('#web/pages/not-found/NotFoundPage.tsx')).NotFoundPage),
  ),
]

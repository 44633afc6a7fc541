/// <reference types="vite/client" />
import type { ComponentType } from 'react'
import { createLazyComponent } from '#web/platform/lazy-component.ts'
import { reportLoading } from './loading.ts'
import { FrontPage } from '#web/pages/home/FrontPage.tsx'

export type PageRoute = {
  path: string
  /** The route guard redirects signed-out visitors. */
  requiresAuth: boolean
  Page: ComponentType
  /** Loads the page's code without rendering the page. Idempotent. */
  preload(): void
}

/** Every page of the app (spec, section 2, and `/settings`). Each has its own chunk. */
export const pageRoutes: readonly PageRoute[] = [
  // Part of the first chunk: it only chooses between the landing page and home, which have their own chunks.
  { path: '/', requiresAuth: false, Page: FrontPage, preload: () => undefined },
  publicPage('/login', 'LoginPage', () => import('#web/pages/login/LoginPage.tsx')),
  publicPage('/sign-up', 'SignUpPage', () => import('#web/pages/login/SignUpPage.tsx')),
  protectedPage('/account-setup', 'AccountSetupPage', () => import('#web/pages/account-setup/AccountSetupPage.tsx')),
  publicPage('/social_connect', 'SocialConnectPage', () => import('#web/pages/social-connect/SocialConnectPage.tsx')),
  publicPage('/__auth/spotify', 'SpotifyReturnPage', () => import('#web/pages/auth-return/AuthReturnPage.tsx')),
  publicPage('/__auth/youtube', 'YoutubeReturnPage', () => import('#web/pages/auth-return/AuthReturnPage.tsx')),
  publicPage('/__auth/lastfm', 'LastfmReturnPage', () => import('#web/pages/auth-return/AuthReturnPage.tsx')),
  protectedPage('/moments/:uid?', 'MomentsPage', () => import('#web/pages/moments/MomentsPage.tsx')),
  protectedPage('/discover_content', 'DiscoverPage', () => import('#web/pages/discover-content/DiscoverPage.tsx')),
  protectedPage('/blends', 'BlendsPage', () => import('#web/pages/blends/BlendsPage.tsx')),
  protectedPage('/blends/new', 'NewBlendPage', () => import('#web/pages/blends/NewBlendPage.tsx')),
  publicPage('/blend/:id', 'BlendPage', () => import('#web/pages/blends/BlendPage.tsx')),
  publicPage('/invite/:code', 'InvitePage', () => import('#web/pages/invite/InvitePage.tsx')),
  protectedPage('/find_buddies', 'FindBuddiesPage', () => import('#web/pages/find-buddies/FindBuddiesPage.tsx')),
  publicPage('/artist/:id', 'ItemPage', () => import('#web/pages/item/ItemPage.tsx')),
  publicPage('/channel/:id', 'ItemPage', () => import('#web/pages/item/ItemPage.tsx')),
  publicPage('/track/:id', 'ItemPage', () => import('#web/pages/item/ItemPage.tsx')),
  protectedPage('/profile/:uid', 'ProfilePage', () => import('#web/pages/profile/ProfilePage.tsx')),
  protectedPage('/profile/:user_id/spotify', 'ProfileMusicPage', () => import('#web/pages/profile/ProfileTastePage.tsx')),
  protectedPage('/profile/:user_id/youtube', 'ProfileVideoPage', () => import('#web/pages/profile/ProfileTastePage.tsx')),
  protectedPage('/profile/:user_id/time', 'TasteTimePage', () => import('#web/pages/taste-time/TasteTimePage.tsx')),
  protectedPage('/profile/:user_id/buddies', 'ProfileBuddiesPage', () => import('#web/pages/profile/ProfileBuddiesPage.tsx')),
  protectedPage('/find-people/:uid?', 'FindPeoplePage', () => import('#web/pages/search/FindPeoplePage.tsx')),
  protectedPage('/search/:uid?', 'SearchPage', () => import('#web/pages/search/SearchPage.tsx')),
  protectedPage('/view-connection/:uid', 'ViewConnectionPage', () => import('#web/pages/view-connection/ViewConnectionPage.tsx')),
  protectedPage('/chat/:chat_id?', 'ChatPage', () => import('#web/features/chat/ChatPage.tsx')),
  protectedPage('/group/:chat_id', 'GroupPage', () => import('#web/pages/group/GroupPage.tsx')),
  protectedPage('/saved/:id?', 'SavedPage', () => import('#web/pages/saved/SavedPage.tsx')),
  protectedPage('/moderation', 'ModerationPage', () => import('#web/pages/moderation/ModerationPage.tsx')),
  protectedPage('/week/:period?', 'RecapPage', () => import('#web/pages/week/RecapPage.tsx')),
  protectedPage('/plays/:range?', 'PlaysPage', () => import('#web/pages/plays/PlaysPage.tsx')),
  protectedPage('/notifications', 'NotificationsPage', () => import('#web/pages/notifications/NotificationsPage.tsx')),
  protectedPage('/settings', 'SettingsPage', () => import('#web/pages/settings/SettingsPage.tsx')),
  publicPage('/unsubscribe', 'UnsubscribePage', () => import('#web/pages/unsubscribe/UnsubscribePage.tsx')),
  publicPage('/shortcuts', 'ShortcutsPage', () => import('#web/pages/shortcuts/ShortcutsPage.tsx')),
  publicPage('/privacy-policy', 'PrivacyPolicyPage', () => import('#web/pages/legal/PrivacyPolicyPage.tsx')),
  publicPage('/terms-of-service', 'TermsOfServicePage', () => import('#web/pages/legal/TermsOfServicePage.tsx')),
  // Only in development; production builds exclude it.
  ...(import.meta.env.DEV ? [publicPage('/gallery', 'GalleryPage', () => import('#web/dev/GalleryPage.tsx'))] : []),
  publicPage('*', 'NotFoundPage', () => import('#web/pages/not-found/NotFoundPage.tsx')),
]

type PageModule<Name extends string> = Record<NoInfer<Name>, ComponentType>

function publicPage<Name extends string>(path: string, name: Name, load: () => Promise<PageModule<Name>>): PageRoute {
  return { path, requiresAuth: false, ...lazyPage(async () => (await load())[name]) }
}

function protectedPage<Name extends string>(path: string, name: Name, load: () => Promise<PageModule<Name>>): PageRoute {
  return { path, requiresAuth: true, ...lazyPage(async () => (await load())[name]) }
}

/** A page in its own chunk. The progress bar shows while the chunk loads. */
function lazyPage(load: () => Promise<ComponentType>): Pick<PageRoute, 'Page' | 'preload'> {
  const Page = createLazyComponent(load, () => reportLoading(load()))
  return { Page, preload: () => void Page.load() }
}

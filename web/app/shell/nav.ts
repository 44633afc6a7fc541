import { useLingui } from '@lingui/react'
import {
  IconHome,
  IconMessageCircle,
  IconPhotoHeart,
  IconPlugConnected,
  IconSettings,
  IconSparkles,
  IconUserCircle,
  IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { useMyUid } from '#web/features/identity/auth.store.ts'

export type NavItem = {
  key: 'home' | 'discover' | 'buddies' | 'moments' | 'chat' | 'profile' | 'accounts' | 'settings'
  to: string
  label: string
  shortLabel: string
  icon: Icon
  isCurrent: boolean
}

const isBelow = (pathname: string, ...paths: string[]) => paths.some((path) => pathname === path || pathname.startsWith(`${path}/`))

/** The items of the navigation rail, in order; `isCurrent` marks the one for this address. */
export function useNavItems(pathname: string): NavItem[] {
  const { i18n } = useLingui()
  const uid = useMyUid()
  const mine = uid === null ? null : `/profile/${uid}`
  const isMine = mine !== null && isBelow(pathname, mine)
  const item = (
    key: NavItem['key'],
    to: string,
    icon: Icon,
    label: string,
    isCurrent = isBelow(pathname, to),
    shortLabel = label,
  ): NavItem => ({
    key,
    to,
    icon,
    label,
    isCurrent,
    shortLabel,
  })
  return [
    item('home', '/', IconHome, i18n._({ id: 'nav.home', message: 'Home' }), pathname === '/'),
    item(
      'discover',
      '/discover_content',
      IconSparkles,
      i18n._({ id: 'nav.discover', message: 'Discover' }),
      isBelow(pathname, '/discover_content', '/saved', '/blends', '/blend'),
    ),
    item(
      'buddies',
      '/find_buddies',
      IconUsers,
      i18n._({ id: 'nav.buddies', message: 'Find buddies' }),
      !isMine && isBelow(pathname, '/find_buddies', '/view-connection', '/search', '/find-people', '/profile'),
      i18n._({ id: 'nav.buddies.short', message: 'Buddies' }),
    ),
    item('moments', '/moments', IconPhotoHeart, i18n._({ id: 'nav.moments', message: 'Moments' })),
    item('chat', '/chat', IconMessageCircle, i18n._({ id: 'nav.chat', message: 'Chat' })),
    item('profile', mine ?? '/', IconUserCircle, i18n._({ id: 'nav.profile', message: 'Profile' }), isMine),
    item('accounts', '/social_connect', IconPlugConnected, i18n._({ id: 'nav.accounts', message: 'Accounts' })),
    item('settings', '/settings', IconSettings, i18n._({ id: 'nav.settings', message: 'Settings' })),
  ]
}

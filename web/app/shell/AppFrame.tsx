import type { ReactNode } from 'react'
import { useLocation, Link } from 'react-router'
import { useRequestCount } from '#web/features/connections/requests.ts'
import { GlobalOverlays } from '../palette/GlobalOverlays.tsx'
import { AppBadge } from './AppBadge.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { useLingui } from '@lingui/react'
import { IconUserCircle } from '@tabler/icons-react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useMyProfile } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PersonSkeleton } from '#web/ui/Skeleton.tsx'
import { hasPage } from '../route-guard.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { NavBadge } from './NavBadge.tsx'
import { useNavItems, type NavItem } from './nav.ts'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'
import { SkipLink } from './SkipLink.tsx'
import { TopBar } from './TopBar.tsx'
import './AppFrame.css'

const tabs: readonly NavItem['key'][] = ['home', 'discover', 'buddies', 'moments', 'chat']

/** The tab bar of small screens. */
function TabBar() {
  const { i18n } = useLingui()
  const reservedArea = useReservedArea('bottom')
  const items = useNavItems(useLocation().pathname).filter((item) => tabs.includes(item.key))
  return (
    <nav ref={reservedArea} className="wl-tabs" aria-label={i18n._({ id: 'nav.label', message: 'Main' })}>
      {items.map(({ key, to, shortLabel, icon: Icon, isCurrent }) => (
        <Link key={key} to={to} className="wl-tab" aria-current={isCurrent ? 'page' : undefined}>
          <Icon size={22} stroke={1.8} aria-hidden />
          <span className="wl-line">{shortLabel}</span>
          <NavBadge of={key} floating />
        </Link>
      ))}
    </nav>
  )
}

/** The frame of signed-in users: rail and top bar, or top bar and tabs on small screens. */
export function AppFrame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  useRequestCount()
  return (
    <div className="wl-frame">
      <SkipLink />
      <Rail />
      <TopBar />
      <main id="main" tabIndex={-1} className="wl-main" data-whole={(pathname.startsWith('/chat') && hasPage(pathname)) || undefined}>
        <OfflineBar />
        {children}
      </main>
      <TabBar />
      <GlobalOverlays />
      <AppBadge />
    </div>
  )
}

/** The navigation rail on the left, from 1024 px on. */
function Rail() {
  const { i18n } = useLingui()
  const reservedArea = useReservedArea('start')
  const items = useNavItems(useLocation().pathname)
  return (
    <nav ref={reservedArea} className="wl-rail" aria-label={i18n._({ id: 'nav.label', message: 'Main' })}>
      <Link to="/" className="wl-rail-logo" aria-label={PRODUCT_NAME}>
        <Logo />
      </Link>
      <ul className="wl-rail-items">
        {items.map(({ key, to, label, icon: Icon, isCurrent }) => (
          <li key={key}>
            <Link to={to} className="wl-rail-item" aria-current={isCurrent ? 'page' : undefined}>
              <Icon size={20} stroke={1.8} aria-hidden />
              {label}
              <NavBadge of={key} />
            </Link>
          </li>
        ))}
      </ul>
      <div className="wl-rail-foot">
        <PreviewBanner />
        <div className="wl-rail-account">
          <Me />
          <AccountMenu />
        </div>
      </div>
    </nav>
  )
}

function Me() {
  const { i18n } = useLingui()
  const uid = useMyUid()
  const { data: me, isError } = useMyProfile()
  if (!me && !isError) return <MeSkeleton />
  if (!me) {
    // The profile did not load; its address is known from the session.
    return (
      <Link to={uid === null ? '/' : `/profile/${uid}`} className="wl-rail-me">
        <IconUserCircle size={36} stroke={1.2} aria-hidden />
        <span className="wl-line">{i18n._({ id: 'nav.profile', message: 'Profile' })}</span>
      </Link>
    )
  }
  return (
    <Link to={`/profile/${me.uid}`} className="wl-rail-me">
      <Avatar person={me} size={36} />
      <span>
        <span className="wl-line" style={{ display: 'block' }}>
          {me.name}
        </span>
        <span className="wl-line wl-dim wl-small" style={{ display: 'block', fontWeight: 400 }}>
          @{me.user_name}
        </span>
      </span>
    </Link>
  )
}

function MeSkeleton() {
  return (
    <div className="wl-rail-me">
      <PersonSkeleton size={36} widths={['70%', '45%']} />
    </div>
  )
}

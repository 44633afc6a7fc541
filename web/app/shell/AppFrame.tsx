import { type ReactNode, useRef, useState, type FormEvent, useEffect } from 'react'
import { useLocation, Link, useNavigate } from 'react-router'
import { useRequestCount } from '#web/features/connections/requests.ts'
import { GlobalOverlays } from '../palette/GlobalOverlays.tsx'
import { OfflineBar } from './OfflineBar.tsx'
import { useLingui } from '@lingui/react'
import { IconUserCircle, IconSearch, IconBell, IconSettings, IconSelector } from '@tabler/icons-react'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useMyProfile } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { Logo, LogoMark } from '#web/ui/Logo.tsx'
import { PersonSkeleton } from '#web/ui/Skeleton.tsx'
import { hasPage } from '../route-guard.ts'
import { useNavItems, type NavItem } from './nav.ts'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'
import { SkipLink } from './SkipLink.tsx'
import './AppFrame.css'
import { usePageName } from '#web/ui/text/page-name.ts'
import { useConnectionsStore } from '#web/features/connections/connections.store.ts'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { lazyPart } from '#web/platform/lazy-component.ts'
import './Bell.css'
import './MeButton.css'
import { limits } from '#contract/limits.ts'
import './SearchField.css'
import { useUnreadMessages } from '#web/features/chat/runtime/current-chat.ts'
import { useTitleCount } from '#web/ui/text/title-count.ts'

const tabs: readonly NavItem['key'][] = ['home', 'discover', 'buddies', 'moments', 'chat']

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
  const reservedArea = useReservedArea('side')
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
          <bdi>@{me.user_name}</bdi>
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

const LIST = 'wl-top-suggestions'
const TopSuggestions = lazyPart(async () => (await import('#web/pages/search/TopSuggestions.tsx')).TopSuggestions)

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The search field of the top bar. Ctrl or Cmd with K opens the palette instead, which also finds pages and commands. */
function SearchField() {
  const { i18n } = useLingui()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const isOpen = typed.length >= limits.search.min

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    const text = input.current?.value.trim() ?? ''
    setTyped('')
    if (text.length >= limits.search.min) void navigate(`/search?q=${encodeURIComponent(text)}`)
  }

  return (
    <search className="wl-search-area">
      <form className="wl-search-field wl-search-pill wl-search" onSubmit={handleSubmit}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
        <input
          ref={input}
          name="q"
          type="search"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={LIST}
          onInput={(event) => setTyped(event.currentTarget.value.trim())}
          onBlur={() => setTyped('')}
          autoComplete="off"
          maxLength={limits.search.max}
          aria-label={i18n._({ id: 'search.label', message: 'Search' })}
          placeholder={i18n._({ id: 'search.placeholder', message: 'Search people, artists, channels' })}
        />
        {isOpen && <TopSuggestions id={LIST} typed={typed} input={input} onClose={() => setTyped('')} />}
        <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </form>
    </search>
  )
}

const BellPanel = lazyPart(async () => (await import('./BellPanel.tsx')).BellPanel)

/** The bell with the unread count of requests and notifications; it opens a panel with both. */
function Bell() {
  const { i18n } = useLingui()
  const requests = useConnectionsStore((state) => state.connectionRequestsCount)
  const unread = useNotificationsStore((state) => state.unread)
  const count = requests + unread
  const { isOpen, toggle, close, area } = useDisclosure()
  return (
    <div className="wl-bell" ref={area}>
      <button type="button" className="wl-icon-button" aria-expanded={isOpen} onClick={toggle}>
        <IconBell size={20} stroke={1.8} aria-hidden />
        <span className="wl-hidden">{i18n._({ id: 'bell.label', message: 'Notifications' })}</span>
        {count > 0 && (
          <Badge
            floating
            count={count}
            label={i18n._({ id: 'bell.count', message: '{count, plural, one {# new} other {# new}}', values: { count } })}
          />
        )}
      </button>
      {isOpen && <BellPanel onClose={close} />}
    </div>
  )
}

/** Search and bell; on small screens also the page name and a link to the user's profile. */
function TopBar() {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  const reservedArea = useReservedArea('top')
  // The main pages have short names, which are known before the page loads.
  const title = useNavItems(pathname).find(({ to }) => to === pathname)?.label
  const { name } = usePageName()
  return (
    <header ref={reservedArea} className="wl-top">
      <Link to="/" className="wl-top-home" aria-label={PRODUCT_NAME}>
        <LogoMark />
      </Link>
      <span className="wl-top-title wl-line" aria-hidden>
        {title ?? name}
      </span>
      <SearchField />
      <Link to="/search" className="wl-icon-button wl-top-search" aria-label={i18n._({ id: 'search.label', message: 'Search' })}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
      </Link>
      <Bell />
      <MeButton />
      <PreviewBanner />
    </header>
  )
}

/** On small screens, which have no rail: the user's own profile, and from there the accounts and the settings. */
function MeButton() {
  const { i18n } = useLingui()
  const { data: me, isError } = useMyProfile()
  const own = useNavItems(useLocation().pathname).find(({ key }) => key === 'profile')
  if (own?.isCurrent) {
    return (
      <>
        <AccountMenu />
        <Link to="/settings" className="wl-icon-button wl-me-button" aria-label={i18n._({ id: 'nav.settings', message: 'Settings' })}>
          <IconSettings size={22} stroke={1.8} aria-hidden />
        </Link>
      </>
    )
  }
  return (
    <Link to={own?.to ?? '/'} className="wl-icon-button wl-me-button">
      <span className="wl-hidden">{i18n._({ id: 'nav.your-profile', message: 'Your profile' })}</span>
      {me && <Avatar person={me} size={28} />}
      {!me && (isError ? <IconUserCircle size={26} stroke={1.5} aria-hidden /> : <span className="wl-me-empty" />)}
    </Link>
  )
}

const AccountPanel = lazyPart(async () => (await import('./AccountPanel.tsx')).AccountPanel)

/** Opens the accounts of this browser: switch, add, and sign out. */
function AccountMenu() {
  const { i18n } = useLingui()
  const { isOpen, toggle, close, area } = useDisclosure()
  return (
    <div className="wl-accounts" ref={area}>
      <button type="button" className="wl-icon-button" aria-expanded={isOpen} onClick={toggle}>
        <IconSelector size={20} stroke={1.8} aria-hidden />
        <span className="wl-hidden">{i18n._({ id: 'accounts.menu', message: 'Switch accounts' })}</span>
      </button>
      {isOpen && <AccountPanel onClose={close} />}
    </div>
  )
}

/** The count in the tab title and on the app icon: messages, requests and notifications. Renders nothing. */
export function AppBadge(): null {
  const messages = useUnreadMessages() ?? 0
  const requests = useConnectionsStore((state) => state.connectionRequestsCount)
  const news = useNotificationsStore((state) => state.unread)
  const count = messages + requests + news
  useEffect(() => showBadge(count), [count])
  // Signing out clears the badge.
  useEffect(() => () => showBadge(0), [])
  return null
}

function showBadge(count: number): void {
  useTitleCount.setState({ count })
  if (!('setAppBadge' in navigator)) return
  // Browsers reject this without an installed app, which has no icon to badge.
  navigator.setAppBadge(count).catch(() => undefined)
}

function NavBadge({ of, floating = false }: { of: NavItem['key']; floating?: boolean }) {
  return of === 'chat' ? <UnreadBadge floating={floating} /> : null
}

function UnreadBadge({ floating }: { floating: boolean }) {
  const { i18n } = useLingui()
  const count = useUnreadMessages() ?? 0
  return count > 0 ? (
    <Badge
      count={count}
      floating={floating}
      label={i18n._({ id: 'nav.unread', message: '{count, plural, one {# unread message} other {# unread messages}}', values: { count } })}
    />
  ) : null
}

/** A count in the match color; the label is its accessible name. */
function Badge({ count, label, floating }: { count: number; label: string; floating: boolean }) {
  return (
    <span className="wl-badge" data-floating={floating || undefined}>
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="wl-hidden">{label}</span>
    </span>
  )
}

/** Open until Escape, a click outside, or a navigation. */
function useDisclosure() {
  const { key } = useLocation()
  // The address where it was opened: any other address closes it.
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const area = useRef<HTMLDivElement>(null)
  const isOpen = openedAt === key
  useEffect(() => {
    if (!isOpen) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenedAt(null)
      area.current?.querySelector('button')?.focus()
    }
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenedAt(null)
    }
    addEventListener('keydown', onKey)
    addEventListener('pointerdown', onPress)
    return () => {
      removeEventListener('keydown', onKey)
      removeEventListener('pointerdown', onPress)
    }
  }, [isOpen])
  return { isOpen, toggle: () => setOpenedAt(isOpen ? null : key), close: () => setOpenedAt(null), area }
}

import { useLingui } from '@lingui/react'
import { IconSearch, IconBell, IconSettings, IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation, useNavigate } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useReservedArea } from '#web/ui/panels/reserved-areas.ts'
import { usePageName } from '#web/ui/text/page-name.ts'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'
import { LogoMark } from '#web/ui/Logo.tsx'
import { Suspense, useRef, useState, type FormEvent } from 'react'
import { useConnectionsStore } from '#web/features/connections/connections.store.ts'
import { useNotificationsStore } from '#web/features/notifications/notifications.store.ts'
import { lazyComponent } from '#web/platform/lazy-component.ts'
import { Badge } from './NavBadge.tsx'
import './Bell.css'
import { useMyProfile } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import './MeButton.css'
import { limits } from '#contract/limits.ts'
import './SearchField.css'
import { useNavItems } from './nav.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { useDisclosure } from './use-disclosure.ts'

const LIST = 'wl-top-suggestions'
const TopSuggestions = lazyComponent(async () => (await import('#web/pages/search/TopSuggestions.tsx')).TopSuggestions)

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
      <form className="wl-search" onSubmit={handleSubmit}>
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
        {isOpen && (
          <Suspense>
            <TopSuggestions id={LIST} typed={typed} input={input} onClose={() => setTyped('')} />
          </Suspense>
        )}
        <kbd aria-hidden>{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </form>
    </search>
  )
}

const BellPanel = lazyComponent(async () => (await import('./BellPanel.tsx')).BellPanel)

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
      {isOpen && (
        <Suspense>
          <BellPanel onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** Search and bell; on small screens also the page name and a link to the user's profile. */
export function TopBar() {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  const reservedArea = useReservedArea('top')
  // The main pages have short names, which are known before the page loads.
  const known = useNavItems(pathname).find(({ to }) => to === pathname)?.label
  const { name } = usePageName()
  return (
    <header ref={reservedArea} className="wl-top">
      <Link to="/" className="wl-top-home" aria-label={PRODUCT_NAME}>
        <LogoMark />
      </Link>
      <span className="wl-top-title wl-line" aria-hidden>
        {known ?? name}
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

import { useLingui } from '@lingui/react'
import { IconSearch } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useKeepClear } from '#web/ui/panels/keep-clear.ts'
import { LogoMark } from '#web/ui/Logo.tsx'
import { Bell } from './Bell.tsx'
import { MeButton } from './MeButton.tsx'
import { SearchField } from './SearchField.tsx'
import { useNavItems } from './nav.ts'

/** Search and bell; on small screens also where one is, and the way to the own account. */
export function TopBar() {
  const { i18n } = useLingui()
  const { pathname } = useLocation()
  const keepClear = useKeepClear('top')
  const current = useNavItems(pathname).find((item) => item.isCurrent)?.shortLabel
  const isNews = pathname === '/notifications'
  return (
    <header ref={keepClear} className="wl-top">
      <Link to="/" className="wl-top-home" aria-label={PRODUCT_NAME}>
        <LogoMark />
      </Link>
      <span className="wl-top-title wl-line" aria-hidden>
        {isNews ? i18n._({ id: 'notifications.title', message: 'Notifications' }) : (current ?? PRODUCT_NAME)}
      </span>
      <SearchField />
      <Link to="/search" className="wl-icon-button wl-top-search" aria-label={i18n._({ id: 'search.label', message: 'Search' })}>
        <IconSearch size={20} stroke={1.8} aria-hidden />
      </Link>
      <Bell />
      <MeButton />
    </header>
  )
}

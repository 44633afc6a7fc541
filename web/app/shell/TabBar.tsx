import { useLingui } from '@lingui/react'
import { Link, useLocation } from 'react-router'
import { useKeepClear } from '#web/ui/panels/keep-clear.ts'
import { NavBadge } from './NavBadge.tsx'
import { useNavItems, type NavItem } from './nav.ts'

const tabs: readonly NavItem['key'][] = ['home', 'discover', 'buddies', 'moments', 'chat']

/** The tabs at the bottom of small screens. */
export function TabBar() {
  const { i18n } = useLingui()
  const keepClear = useKeepClear('bottom')
  const items = useNavItems(useLocation().pathname).filter((item) => tabs.includes(item.key))
  return (
    <nav ref={keepClear} className="wl-tabs" aria-label={i18n._({ id: 'nav.label', message: 'Main' })}>
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

import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { FeedTab } from '#contract/moments.ts'
import './FeedTabs.css'

/** The parameter that chooses the second tab. */
export const TAB_PARAM = 'tab'

/** The two feeds of everybody. Links, because each has an address of its own. */
export function FeedTabs({ current }: { current: FeedTab }) {
  const { i18n } = useLingui()
  const tabs: readonly [tab: FeedTab, to: string, label: string][] = [
    ['buddies', '/moments', i18n._({ id: 'moments.tab.buddies', message: 'Buddies' })],
    ['wavelength', `/moments?${TAB_PARAM}=wavelength`, i18n._({ id: 'moments.tab.wavelength', message: 'On your wavelength' })],
  ]
  return (
    <nav className="wl-feed-tabs" aria-label={i18n._({ id: 'moments.tabs', message: 'Which moments' })}>
      {tabs.map(([tab, to, label]) => (
        <Link key={tab} to={to} aria-current={tab === current ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  )
}

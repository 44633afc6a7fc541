import { useEffect, useRef } from 'react'
import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import type { Uid } from '#contract/base/ids.ts'
import './ProfileTabs.css'

export type ProfileTab = 'overview' | 'music' | 'video' | 'buddies' | 'moments'

export type ProfileTabsProps = {
  uid: Uid
  current: ProfileTab
  /** The persona of the owner's preview (`?as=`): links keep it. */
  as?: string | undefined
}

/** The pages of one person. Links, because each has its own address. */
export function ProfileTabs({ uid, current, as }: ProfileTabsProps) {
  const { i18n } = useLingui()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => showCurrent(nav.current), [])
  const persona = as === undefined ? '' : `?as=${encodeURIComponent(as)}`
  const tabs: readonly [tab: ProfileTab, to: string, label: string][] = [
    ['overview', `/profile/${uid}`, i18n._({ id: 'profile.tab.overview', message: 'Overview' })],
    ['music', `/profile/${uid}/spotify`, i18n._({ id: 'profile.tab.music', message: 'Music' })],
    ['video', `/profile/${uid}/youtube`, i18n._({ id: 'profile.tab.video', message: 'Video' })],
    ['buddies', `/profile/${uid}/buddies`, i18n._({ id: 'profile.tab.buddies', message: 'Buddies' })],
    ['moments', `/moments/${uid}`, i18n._({ id: 'profile.tab.moments', message: 'Moments' })],
  ]
  return (
    <nav ref={nav} className="wl-profile-tabs" aria-label={i18n._({ id: 'profile.tabs', message: 'Profile pages' })}>
      <ul>
        {tabs.map(([tab, to, label]) => (
          <li key={tab}>
            <Link to={to + persona} aria-current={tab === current ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Scrolls the current tab into the middle of a too narrow tab bar, without scrolling the page. */
function showCurrent(nav: HTMLElement | null): void {
  const current = nav?.querySelector<HTMLElement>('[aria-current]')
  if (!nav || !current) return
  const box = current.getBoundingClientRect()
  const navBox = nav.getBoundingClientRect()
  nav.scrollLeft += box.left + box.width / 2 - (navBox.left + navBox.width / 2)
}

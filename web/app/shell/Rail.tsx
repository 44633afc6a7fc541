import { useLingui } from '@lingui/react'
import { IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { PRODUCT_NAME } from '#contract/base/product.ts'
import { useMyUid } from '#web/features/identity/auth.store.ts'
import { useMyProfile } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { useKeepClear } from '#web/ui/panels/keep-clear.ts'
import { Logo } from '#web/ui/Logo.tsx'
import { PersonSkeleton } from '#web/ui/Skeleton.tsx'
import { NavBadge } from './NavBadge.tsx'
import { useNavItems } from './nav.ts'
import { PreviewBanner } from '#web/ui/PreviewBanner.tsx'

/** The rail on the left, from 1024 px on. */
export function Rail() {
  const { i18n } = useLingui()
  const keepClear = useKeepClear('start')
  const items = useNavItems(useLocation().pathname)
  return (
    <nav ref={keepClear} className="wl-rail" aria-label={i18n._({ id: 'nav.label', message: 'Main' })}>
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
        <Me />
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
    // Their name did not arrive; the way to them is known all the same.
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

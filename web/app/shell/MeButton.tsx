import { useLingui } from '@lingui/react'
import { Link } from 'react-router'
import { useMe } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import './MeButton.css'

/** The way to profile, accounts and settings on small screens, where the rail is not. */
export function MeButton() {
  const { i18n } = useLingui()
  const me = useMe()
  return (
    <Link to="/settings" className="wl-icon-button wl-me-button">
      <span className="wl-hidden">{i18n._({ id: 'nav.you', message: 'You and your settings' })}</span>
      {me ? <Avatar person={me} size={28} /> : <span className="wl-me-empty" />}
    </Link>
  )
}

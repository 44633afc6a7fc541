import { useLingui } from '@lingui/react'
import { IconUserCircle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useMyProfile } from '#web/features/profiles/me.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import './MeButton.css'

/** The way to profile, accounts and settings on small screens, where the rail is not. */
export function MeButton() {
  const { i18n } = useLingui()
  const { data: me, isError } = useMyProfile()
  return (
    <Link to="/settings" className="wl-icon-button wl-me-button">
      <span className="wl-hidden">{i18n._({ id: 'nav.you', message: 'You and your settings' })}</span>
      {me && <Avatar person={me} size={28} />}
      {!me && (isError ? <IconUserCircle size={26} stroke={1.5} aria-hidden /> : <span className="wl-me-empty" />)}
    </Link>
  )
}

import { useLingui } from '@lingui/react'
import './groups.css'

/** Shown before the user joins a group that has a blocked user. */
export function BlockedMemberWarning() {
  const { i18n } = useLingui()
  return (
    <p className="wl-group-warning" role="alert">
      {i18n._({
        id: 'group.has-blocked',
        message: 'Someone you blocked is in this group. If you join, you won’t see each other’s messages or names.',
      })}
    </p>
  )
}

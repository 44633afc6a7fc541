import { useLingui } from '@lingui/react'
import type { Uid } from '#contract/base/ids.ts'
import { usePresence } from './presence.ts'
import './PresenceDot.css'

/** A green dot on the avatar before it while the person is online. Its parent must be `position: relative`. */
export function PresenceDot({ uid }: { uid: Uid }) {
  const { i18n } = useLingui()
  const isOnline = usePresence(uid)?.online ?? false
  if (!isOnline) return null
  return (
    <span className="wl-presence-dot">
      <span className="wl-hidden">{i18n._({ id: 'presence.online', message: 'online' })}</span>
    </span>
  )
}

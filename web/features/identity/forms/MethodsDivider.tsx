import { useLingui } from '@lingui/react'
import './MethodsDivider.css'

/** Stands between the form and the other ways in. */
export function WaysDivider() {
  const { i18n } = useLingui()
  return <p className="wl-ways-divider wl-muted wl-small">{i18n._({ id: 'identity.or', message: 'or' })}</p>
}

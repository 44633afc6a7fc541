import { useLingui } from '@lingui/react'
import './MethodsDivider.css'

/** Separates the form from the other sign-in methods. */
export function MethodsDivider() {
  const { i18n } = useLingui()
  return <p className="wl-ways-divider wl-muted wl-small">{i18n._({ id: 'identity.or', message: 'or' })}</p>
}

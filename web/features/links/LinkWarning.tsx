import { useLingui } from '@lingui/react'
import { IconAlertTriangle } from '@tabler/icons-react'
import { lookAlike } from './look-alike.ts'
import './LinkWarning.css'

/** A warning behind a link whose address imitates a known one. */
export function LinkWarning({ href }: { href: string }) {
  const { i18n } = useLingui()
  const found = lookAlike(new URL(href).hostname, location.hostname)
  if (!found) return null
  return (
    <strong className="wl-link-warning">
      <IconAlertTriangle size={16} stroke={2} aria-hidden />
      {found.kind === 'imitates'
        ? i18n._({
            id: 'link.look-alike',
            message: 'Careful: this looks like {domain}, but it’s another site',
            values: { domain: found.domain },
          })
        : i18n._({ id: 'link.mixed', message: 'Careful: this address mixes alphabets' })}
    </strong>
  )
}

import { useLingui } from '@lingui/react'
import { IconExternalLink } from '@tabler/icons-react'
import './OpenOutside.css'

/** A link to the item on its platform, as an icon in a panel's title bar. */
export function OpenOutside({ href, platform }: { href: string; platform: string }) {
  const { i18n } = useLingui()
  const label = i18n._({ id: 'player.open', message: 'Open on {platform}', values: { platform } })
  return (
    <a
      className="wl-action wl-open-outside"
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={label}
      aria-label={`${label} ${i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}`}
    >
      <IconExternalLink size={20} stroke={1.8} aria-hidden />
    </a>
  )
}

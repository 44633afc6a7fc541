import { useLingui } from '@lingui/react'
import { IconPlayerPlay } from '@tabler/icons-react'
import type { Item } from '#contract/media.ts'
import { openAddressOf } from './open-address.ts'
import './OpenItem.css'

const platformName = { spotify: 'Spotify', youtube: 'YouTube' } as const

/** A round play button that opens an item where it can be heard or watched. Nothing when no platform knows it. */
export function OpenItem({ item, size = 'medium' }: { item: Item; size?: 'small' | 'medium' }) {
  const { i18n } = useLingui()
  const address = openAddressOf(item)
  if (!address) return null
  const platform = platformName[address.platform]
  const label = i18n._({ id: 'media.open', message: 'Play {name} at {platform} (opens a new tab)', values: { name: item.name, platform } })
  return (
    <a className="wl-open-item" data-size={size} href={address.href} target="_blank" rel="noreferrer" aria-label={label} title={platform}>
      <IconPlayerPlay size={size === 'small' ? 16 : 18} stroke={1.8} aria-hidden />
    </a>
  )
}

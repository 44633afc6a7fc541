import { useLingui } from '@lingui/react'
import type { Discovery } from '#contract/taste.ts'
import { AvatarStack } from '#web/features/connections/AvatarStack.tsx'
import { ItemTile } from '#web/features/media/ItemTile.tsx'
import { reasonWords } from './discovery.words.ts'
import './Discoveries.css'

/** Something the viewer does not have yet, with who loves it. */
export function DiscoveryTile({ discovery: { item, reason } }: { discovery: Discovery }) {
  const { i18n } = useLingui()
  return (
    <ItemTile item={item}>
      <p className="wl-discovery-reason wl-muted wl-small">
        <AvatarStack people={reason.people} />
        <span title={reason.people.map(({ name }) => name).join(', ')}>{reasonWords(i18n, reason)}</span>
      </p>
    </ItemTile>
  )
}

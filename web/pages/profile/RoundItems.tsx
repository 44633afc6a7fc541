import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { TasteRow } from '#contract/taste/taste.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import './RoundItems.css'

/** Round items in a responsive grid. */
export function RoundItems({ children }: { children: ReactNode }) {
  return <ul className="wl-round-items">{children}</ul>
}

/** An artist or channel: artwork, name, and whether the viewer shares it. The name links to its page; the button plays it. */
export function RoundItem({ row: { item, rank, shared }, marksShared }: { row: TasteRow; marksShared: boolean }) {
  const { i18n } = useLingui()
  return (
    <li className="wl-round-item">
      <Artwork id={item.id} kind={item.kind} />
      <ItemName item={item} className="wl-round-item-name" />
      {shared && marksShared ? (
        <span className="wl-shared-mark">{i18n._({ id: 'profile.shared.short', message: 'shared' })}</span>
      ) : (
        <span className="wl-dim">{i18n._({ id: 'profile.rank', message: '#{rank}', values: { rank } })}</span>
      )}
      <PlayItem item={item} size="small" />
    </li>
  )
}

import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { TasteRow } from '#contract/taste.ts'
import { openAddressOf } from '#web/features/media/open-address.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import './RoundItems.css'

/** Round things in a grid that fits as many as there is room for. */
export function RoundItems({ children }: { children: ReactNode }) {
  return <ul className="wl-round-items">{children}</ul>
}

/** An artist or a channel: artwork, name, and below it whether the viewer has it, too. The name leads to the platform. */
export function RoundItem({ row: { item, rank, shared }, marksShared }: { row: TasteRow; marksShared: boolean }) {
  const { i18n } = useLingui()
  const address = openAddressOf(item)
  return (
    <li className="wl-round-item">
      <Artwork id={item.id} kind={item.kind} />
      {address ? (
        <a className="wl-round-item-name" href={address.href} target="_blank" rel="noreferrer" title={item.name}>
          {item.name}
          <span className="wl-hidden">{i18n._({ id: 'link.new-tab', message: '(opens a new tab)' })}</span>
        </a>
      ) : (
        <span className="wl-round-item-name" title={item.name}>
          {item.name}
        </span>
      )}
      {shared && marksShared ? (
        <span className="wl-shared-mark">{i18n._({ id: 'profile.shared.short', message: 'shared' })}</span>
      ) : (
        <span className="wl-dim">{i18n._({ id: 'profile.rank', message: '#{rank}', values: { rank } })}</span>
      )}
    </li>
  )
}

import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { TasteRow } from '#contract/taste.ts'
import { play, playableOf } from '#web/features/media/items/play.ts'
import { Artwork } from '#web/ui/Artwork.tsx'
import './RoundItems.css'

/** Round items in a responsive grid. */
export function RoundItems({ children }: { children: ReactNode }) {
  return <ul className="wl-round-items">{children}</ul>
}

/** An artist or channel: artwork, name, and whether the viewer shares it. A press on the name plays it. */
export function RoundItem({ row: { item, rank, shared }, marksShared }: { row: TasteRow; marksShared: boolean }) {
  const { i18n } = useLingui()
  const playable = playableOf(item)
  return (
    <li className="wl-round-item">
      <Artwork id={item.id} kind={item.kind} />
      {playable ? (
        <button
          type="button"
          className="wl-round-item-name"
          title={item.name}
          aria-label={i18n._({ id: 'media.play', message: 'Play {name}', values: { name: item.name } })}
          onClick={() => play(playable)}
        >
          {item.name}
        </button>
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

import type { ReactNode } from 'react'
import { useLingui } from '@lingui/react'
import type { Item } from '#contract/media.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { sideOf } from './item-side.ts'
import { play, playableOf } from './play.ts'
import './PlayChip.css'

/** An item as a chip: music amber, video blue. A press plays it if a panel can. */
export function PlayChip({ item, children }: { item: Item; children?: ReactNode }) {
  const { i18n } = useLingui()
  const playable = playableOf(item)
  const chip = children ?? <Chip kind={sideOf(item.kind)}>{item.name}</Chip>
  if (!playable) return chip
  return (
    <button
      type="button"
      className="wl-play-chip"
      aria-label={i18n._({ id: 'media.play', message: 'Play {name}', values: { name: item.name } })}
      onClick={() => play(playable)}
    >
      {chip}
    </button>
  )
}

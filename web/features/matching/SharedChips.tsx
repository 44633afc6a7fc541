import { useLingui } from '@lingui/react'
import type { SharedItem } from '#contract/taste.ts'
import { PlayChip } from '#web/features/media/items/PlayChip.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import './SharedChips.css'

export type SharedChipsProps = {
  /** Rarest first, as the server returns them. */
  shared: readonly SharedItem[]
  /** Total number, including unnamed ones. */
  total: number
  /** Number of named items before the rest is counted. */
  most?: number
}

/** Shared items as chips: music amber, video blue. A press plays the item. */
export function SharedChips({ shared, total, most = 5 }: SharedChipsProps) {
  const { i18n } = useLingui()
  if (shared.length === 0) return null
  const named = shared.slice(0, most)
  const rest = total - named.length
  return (
    <ul className="wl-chips wl-shared-chips" aria-label={i18n._({ id: 'match.shared', message: 'What you share, rarest first' })}>
      {named.map(({ item }) => (
        <li key={item.id}>
          <PlayChip item={item} />
        </li>
      ))}
      {rest > 0 && (
        <li>
          <Chip>
            <span aria-hidden>+{rest}</span>
            <span className="wl-hidden">{i18n._({ id: 'match.shared.more', message: 'and {count} more', values: { count: rest } })}</span>
          </Chip>
        </li>
      )}
    </ul>
  )
}

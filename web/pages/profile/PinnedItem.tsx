import { useLingui } from '@lingui/react'
import type { Item } from '#contract/media.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'

/** The track or video that somebody shows first. */
export function PinnedItem({ item }: { item: Item }) {
  const { i18n } = useLingui()
  const title = i18n._({ id: 'profile.pinned', message: 'Pinned' })
  return (
    <section className="wl-card wl-pinned" aria-label={title}>
      <h2 className="wl-small wl-dim">{title}</h2>
      <ul className="wl-item-list">
        <ItemRow
          item={item}
          about={
            item.kind === 'video'
              ? i18n._({ id: 'search.kind.video', message: 'Video' })
              : i18n._({ id: 'search.kind.track', message: 'Track' })
          }
        />
      </ul>
    </section>
  )
}

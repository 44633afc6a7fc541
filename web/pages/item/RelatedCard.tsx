import { useLingui } from '@lingui/react'
import type { ItemPage } from '#contract/taste/item-pages.ts'
import { reasonText } from '#web/features/discover/discover.messages.ts'
import { ItemName } from '#web/features/media/items/ItemName.tsx'
import { PlayItem } from '#web/features/media/items/PlayItem.tsx'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { videoPicture } from '#web/features/media/items/play.ts'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { Artwork } from '#web/ui/Artwork.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'

/** Items that fans of this item also love. */
export function RelatedCard({ page: { item, related } }: { page: ItemPage }) {
  const { i18n } = useLingui()
  if (related.length === 0) return null
  const title =
    sideOf(item.kind) === 'music'
      ? i18n._({ id: 'item.related.music', message: 'Fans also play' })
      : i18n._({ id: 'item.related.video', message: 'Fans also watch' })
  return (
    <section className="wl-card" aria-label={title}>
      <SectionHeader title={title}>
        <PlayAll items={related.map((one) => one.item)} of={title} from={item.name} />
      </SectionHeader>
      <ul className="wl-item-related">
        {related.map((one) => (
          <li key={one.item.id}>
            <Artwork id={one.item.id} kind={one.item.kind} src={one.item.kind === 'video' ? videoPicture(one.item.youtube_id) : null} />
            <ItemName item={one.item} className="wl-item-related-name" />
            <span className="wl-muted wl-small">{reasonText(i18n, { people: one.people, others: one.others, at_least_percent: 0 })}</span>
            <PlayItem item={one.item} size="small" from={item.name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

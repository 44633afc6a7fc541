import { useLingui } from '@lingui/react'
import { mediaCalls } from '#contract/media.ts'
import { ItemRow } from '#web/features/media/items/ItemRow.tsx'
import { useCall } from '#web/platform/query.ts'

const MOST = 8

/** Artists and channels by that name, below the people. Nothing where there are none: people were asked for first. */
export function CatalogueResults({ typed }: { typed: string }) {
  const { i18n } = useLingui()
  const found = useCall(mediaCalls.searchCatalogue, { query: { q: typed } })
  const items = found.data?.items.slice(0, MOST) ?? []
  if (items.length === 0) return null
  const kinds = {
    artist: i18n._({ id: 'search.kind.artist', message: 'Artist' }),
    channel: i18n._({ id: 'search.kind.channel', message: 'Channel' }),
    track: i18n._({ id: 'search.kind.track', message: 'Track' }),
    video: i18n._({ id: 'search.kind.video', message: 'Video' }),
  }
  return (
    <section className="wl-results">
      <h2>{i18n._({ id: 'search.catalogue', message: 'Artists and channels' })}</h2>
      <ul className="wl-item-list">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} about={kinds[item.kind]} />
        ))}
      </ul>
    </section>
  )
}

import { useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Discovery } from '#contract/taste.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { DiscoveryTile } from './DiscoveryTile.tsx'
import './Discoveries.css'

type Shape = 'square' | 'wide'
/** Two rows on a wide screen; the rest comes when it is asked for. */
const FIRST: Record<Shape, number> = { square: 10, wide: 8 }

/** Discoveries in their sections; a section with nothing in it is left out. */
export function Discoveries({ items }: { items: readonly Discovery[] }) {
  const { i18n } = useLingui()
  const of = (...kinds: Discovery['item']['kind'][]) => items.filter(({ item }) => kinds.includes(item.kind))
  return (
    <div className="wl-discoveries">
      <Section title={i18n._({ id: 'discover.artists', message: 'Artists for you' })} shape="square" items={of('artist')} />
      <Section title={i18n._({ id: 'discover.tracks', message: 'Tracks for you' })} shape="square" items={of('track')} />
      <Section title={i18n._({ id: 'discover.channels', message: 'Channels for you' })} shape="square" items={of('channel')} />
      <Section title={i18n._({ id: 'discover.videos', message: 'Videos for you' })} shape="wide" items={of('video')} />
    </div>
  )
}

function Section({ title, shape, items }: { title: string; shape: Shape; items: readonly Discovery[] }) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  if (items.length === 0) return null
  const shown = isWhole ? items : items.slice(0, FIRST[shape])
  return (
    <section className="wl-discovery-section">
      <h2>{title}</h2>
      <ul className="wl-discovery-grid" data-shape={shape}>
        {shown.map((discovery) => (
          <li key={discovery.item.id}>
            <DiscoveryTile discovery={discovery} />
          </li>
        ))}
      </ul>
      {shown.length < items.length && (
        <Button
          variant="default"
          aria-label={`${i18n._({ id: 'discover.all', message: 'Show all {count}', values: { count: items.length } })}: ${title}`}
          onClick={() => setWhole(true)}
        >
          {i18n._({ id: 'discover.all', message: 'Show all {count}', values: { count: items.length } })}
        </Button>
      )}
    </section>
  )
}

export function DiscoveriesSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-discoveries">
      <LoadingLabel label={i18n._({ id: 'discover.loading', message: 'Looking for things you would like' })} />
      {(['square', 'wide'] as const).map((shape) => (
        <div className="wl-discovery-section" key={shape} aria-hidden>
          <Skeleton width={160} height="1.4rem" />
          <div className="wl-discovery-grid" data-shape={shape}>
            {Array.from({ length: shape === 'square' ? 5 : 4 }, (_, at) => (
              <div className="wl-discovery-skeleton" key={at} data-shape={shape}>
                <Skeleton shape="block" height="auto" />
                <Skeleton width="70%" />
                <Skeleton width="45%" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

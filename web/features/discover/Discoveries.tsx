import { type ReactNode, useDeferredValue, useState } from 'react'
import { useLingui } from '@lingui/react'
import type { Item, ItemKind } from '#contract/media.ts'
import { discoverCalls, type Discovery } from '#contract/taste/discover.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import { sideOf } from '#web/features/media/items/item-side.ts'
import { PlayAll } from '#web/features/media/queue/PlayAll.tsx'
import { useCallPages } from '#web/platform/query-pages.ts'
import { useCall } from '#web/platform/query.ts'
import { Button } from '#web/ui/Button.tsx'
import { SectionHeader } from '#web/ui/SectionHeader.tsx'
import { Skeleton, LoadingLabel } from '#web/ui/Skeleton.tsx'
import { useHiddenItems } from './discover.commands.ts'
import { DiscoveryTile } from './DiscoveryTile.tsx'
import './Discoveries.css'

type Shape = 'square' | 'wide'
/** A discovery, or a saved item without a reason. */
type Tile = { item: Item; is_saved: boolean; bars?: Discovery['bars']; reason?: Discovery['reason'] }
/** Two rows on a wide screen; the rest is shown on request. */
const FIRST: Record<Shape, number> = { square: 10, wide: 8 }

/** These fill a screen and are shown before the others. */
const FIRST_SHELVES = 2

/** `kind`: the further pages are of this kind. */
type Shelf = { title: string; shape: Shape; tiles: readonly Tile[]; kind?: ItemKind }

export type DiscoveriesProps = {
  items: readonly Discovery[]
  trending: readonly Discovery[]
  ofBuddies: readonly Discovery[]
  filter: MatchFilter
  /** Shown without visible discoveries; saved items appear in any case. */
  nothing: ReactNode
}

/** Discoveries in sections; empty sections are left out. */
export function Discoveries({ items, trending, ofBuddies, filter, nothing }: DiscoveriesProps) {
  const { i18n } = useLingui()
  const saved = useCall(discoverCalls.getSaved)
  const hidden = useHiddenItems((state) => state.hidden)
  const savedItems = (saved.data?.items ?? []).filter(({ kind }) => filter === 'all' || sideOf(kind) === filter)
  const visible = (tiles: readonly Discovery[]) => tiles.filter(({ item }) => !hidden.has(item.id))
  const ofKind = (title: string, kind: ItemKind, shape: Shape): Shelf => ({
    title,
    shape,
    kind,
    tiles: visible(items).filter(({ item }) => item.kind === kind),
  })
  const shelves: Shelf[] = [
    { title: i18n._({ id: 'discover.trending', message: 'Popular with your buddies' }), shape: 'square', tiles: visible(trending) },
    { title: i18n._({ id: 'discover.of-buddies', message: 'Loved by your buddies' }), shape: 'square', tiles: visible(ofBuddies) },
    ofKind(i18n._({ id: 'discover.artists', message: 'Artists for you' }), 'artist', 'square'),
    ofKind(i18n._({ id: 'discover.tracks', message: 'Tracks for you' }), 'track', 'square'),
    ofKind(i18n._({ id: 'discover.channels', message: 'Channels for you' }), 'channel', 'square'),
    ofKind(i18n._({ id: 'discover.videos', message: 'Videos for you' }), 'video', 'wide'),
    {
      title: i18n._({ id: 'discover.kept', message: 'Saved for later' }),
      shape: 'square',
      tiles: savedItems.map((item) => ({ item, is_saved: true })),
    },
  ]
  const filled = shelves.filter(({ tiles }) => tiles.length > 0)
  const showsAll = useDeferredValue(true, false)
  return (
    <div className="wl-discoveries">
      {visible([...trending, ...ofBuddies, ...items]).length === 0 && nothing}
      {(showsAll ? filled : filled.slice(0, FIRST_SHELVES)).map((shelf) => (
        <Section key={shelf.title} {...shelf} />
      ))}
    </div>
  )
}

function Section({ title, shape, tiles, kind }: Shelf) {
  const { i18n } = useLingui()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? tiles : tiles.slice(0, FIRST[shape])
  const all = kind
    ? i18n._({ id: 'match.more', message: 'Show more' })
    : i18n._({ id: 'discover.all', message: 'Show all {count}', values: { count: tiles.length } })
  return (
    <section className="wl-discovery-section">
      <SectionHeader title={title}>
        <PlayAll items={tiles.map(({ item }) => item)} of={title} from={i18n._({ id: 'nav.discover', message: 'Discover' })} />
      </SectionHeader>
      <ul className="wl-discovery-grid" data-shape={shape}>
        {shown.map(({ item, is_saved: isKept, bars, reason }) => (
          <li key={item.id}>
            <DiscoveryTile item={item} bars={bars} reason={reason} isKept={isKept} />
          </li>
        ))}
        {isWhole && kind && <FurtherTiles kind={kind} before={tiles} title={title} />}
      </ul>
      {!isWhole && (shown.length < tiles.length || kind) && (
        <Button variant="default" aria-label={`${all}: ${title}`} onClick={() => setWhole(true)}>
          {all}
        </Button>
      )}
    </section>
  )
}

type FurtherTilesProps = { kind: ItemKind; before: readonly Tile[]; title: string }

/** All further items of one kind, page by page. */
function FurtherTiles({ kind, before, title }: FurtherTilesProps) {
  const { i18n } = useLingui()
  const found = useCallPages(discoverCalls.discoverKind, { params: { kind } })
  const hidden = useHiddenItems((state) => state.hidden)
  if (found.status === 'loading') return null
  const more = i18n._({ id: 'match.more', message: 'Show more' })
  if (found.status === 'failed')
    return (
      <li className="wl-discovery-more">
        <Button variant="default" onClick={found.retry}>
          {i18n._({ id: 'state.retry', message: 'Try again' })}
        </Button>
      </li>
    )
  const shown = new Set([...before.map(({ item }) => item.id), ...hidden])
  const further = found.pages.flatMap(({ items }) => items).filter(({ item }) => !shown.has(item.id))
  return (
    <>
      {further.map(({ item, is_saved: isKept, bars, reason }) => (
        <li key={item.id}>
          <DiscoveryTile item={item} bars={bars} reason={reason} isKept={isKept} />
        </li>
      ))}
      {found.more && (
        <li className="wl-discovery-more">
          <Button variant="default" aria-label={`${more}: ${title}`} loading={found.more.isLoading} onClick={found.more.load}>
            {more}
          </Button>
        </li>
      )}
    </>
  )
}

export function DiscoveriesSkeleton() {
  const { i18n } = useLingui()
  return (
    <div className="wl-discoveries">
      <LoadingLabel label={i18n._({ id: 'discover.loading', message: 'Finding music and videos for you' })} />
      {(['square', 'wide'] as const).map((shape) => (
        <div className="wl-discovery-section" key={shape} aria-hidden>
          <Skeleton width={160} height="1.4rem" />
          <div className="wl-discovery-grid" data-shape={shape}>
            {Array.from({ length: shape === 'square' ? 5 : 4 }, (_, index) => (
              <div className="wl-discovery-skeleton" key={index} data-shape={shape}>
                <Skeleton shape="block" height="auto" />
                <Skeleton width="70%" />
                <Skeleton width="45%" />
                <Skeleton width="60%" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}

import { popularityOf } from '../match.rarity.ts'
import { createTopList } from './candidates.ts'

export type ChartsDeps = {
  items: { size: () => number; kindOf: (item: number) => number; worldShare: (item: number) => number }
  /** The current holders of an item. */
  holders: (item: number) => number
  /** Counts changes of all users. */
  changes: () => number
  /** Users with rows. */
  crowdSize: () => number
}

/** The charts of a kind are at most this many items, and of a small catalog this share. */
const MAX_CHARTS = 100
const MAX_SHARE = 0.1

/** The most popular items of each kind, here and in the world. They change slowly: read again after a hundredth of the users have changed. */
export function createCharts({ items, holders, changes, crowdSize }: ChartsDeps): () => ReadonlySet<number> {
  let cached: { changes: number; charts: ReadonlySet<number> } | null = null

  function read(): Set<number> {
    const perKind = new Map<number, { best: ReturnType<typeof createTopList>; count: number }>()
    for (let item = 0; item < items.size(); item++) {
      const holderCount = holders(item)
      if (holderCount === 0) continue
      const kind = items.kindOf(item)
      const chart = perKind.get(kind) ?? { best: createTopList(MAX_CHARTS), count: 0 }
      perKind.set(kind, chart)
      chart.count++
      const popularity = popularityOf(holderCount, items.worldShare(item))
      if (popularity >= chart.best.minimum()) chart.best.add(item, popularity)
    }
    return new Set([...perKind.values()].flatMap(({ best, count }) => best.members().slice(0, Math.floor(count * MAX_SHARE))))
  }

  return () => {
    if (cached === null || changes() - cached.changes >= Math.max(1, crowdSize() / 100)) cached = { changes: changes(), charts: read() }
    return cached.charts
  }
}

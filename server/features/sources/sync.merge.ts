import type { ProviderRow } from '#server/providers/provider.ts'

/** One thing of one person from one source. `ranges` are places by time range, as the table keeps them. */
export type SyncedRow = { itemId: string; weight: number; rank: number; ranges: Partial<Record<NonNullable<ProviderRow['range']>, number>> }

/**
 * Joins what a page says with what earlier pages of the same sync said: the strongest word counts, and each time range
 * keeps its place. What an earlier sync said (`stale`) is replaced. Reading the same page twice changes nothing.
 */
export function mergeRows(
  page: readonly (ProviderRow & { itemId: string })[],
  before: readonly SyncedRow[],
  stale: ReadonlySet<string>,
): SyncedRow[] {
  const merged = new Map(before.filter(({ itemId }) => !stale.has(itemId)).map((row) => [row.itemId, row]))
  const touched = new Set<string>()
  for (const { itemId, weight, rank, range } of page) {
    const known = merged.get(itemId)
    const isStronger = !known || weight > known.weight
    const place = range === null ? {} : { [range]: Math.min(rank, known?.ranges[range] ?? rank) }
    merged.set(itemId, {
      itemId,
      weight: isStronger ? weight : known.weight,
      rank: isStronger ? rank : known.rank,
      ranges: { ...known?.ranges, ...place },
    })
    touched.add(itemId)
  }
  return [...merged.values()].filter(({ itemId }) => touched.has(itemId))
}

import type { ProviderList, ProviderPage, ProviderRow } from '#server/providers/provider.ts'
import type { ListPosition, Position, Progress } from './sources.types.ts'

// Pure functions of a sync: which page comes next, how far it is, and how its rows are merged.

/** A list is read up to this many entries. */
const MAX_LIST_ENTRIES = 5_000

/** The position of a new sync. `stale` are the items of the previous one. */
export function initialPosition(run: string, lists: readonly ProviderList[], stale: readonly string[]): Position {
  const unread = { from: null, started: false, done: false, read: 0, total: null }
  return { run, step: 0, failures: 0, waitsUntil: null, lists: lists.map((list) => ({ ...list, ...unread })), stale: [...stale] }
}

/**
 * Returns the next list to read. Kinds follow the provider's order, so artists come first. Within a kind one page of
 * each list comes first: then the top items and the totals are known.
 */
export function nextList({ lists }: Position): ListPosition | null {
  const reading = lists.find((list) => !list.done)?.reading
  const ofKind = lists.filter((list) => list.reading === reading && !list.done)
  return ofKind.find((list) => !list.started) ?? ofKind[0] ?? null
}

/** The position after a page of `list` with these items. */
export function positionAfterPage(position: Position, list: string, page: ProviderPage, items: readonly string[]): Position {
  const seen = new Set(items)
  const lists = position.lists.map((entry) => {
    if (entry.name !== list) return entry
    const read = entry.read + page.read
    return { ...entry, started: true, read, total: page.total, from: page.next, done: page.next === null || read >= MAX_LIST_ENTRIES }
  })
  return { ...position, failures: 0, waitsUntil: null, lists, stale: position.stale.filter((item) => !seen.has(item)) }
}

/** The current list and its progress. The total is null until every list of this kind has reported its own. */
export function progressOf(position: Position): Progress | null {
  const current = nextList(position)
  if (!current) return null
  const ofKind = position.lists.filter(({ reading }) => reading === current.reading)
  const done = ofKind.reduce((sum, { read }) => sum + read, 0)
  const isKnown = ofKind.every(({ started, total }) => started && total !== null)
  const total = isKnown ? ofKind.reduce((sum, list) => sum + (list.done ? list.read : (list.total ?? 0)), 0) : null
  return { reading: current.reading, done, total: total === null ? null : Math.max(total, done) }
}

/** One item of a user and source. `ranges` are ranks by time range, as stored. */
export type SyncedRow = { itemId: string; weight: number; rank: number; ranges: Partial<Record<NonNullable<ProviderRow['range']>, number>> }

/**
 * Merges a page with earlier pages of the same sync: the highest weight counts, and each time range has its own rank.
 * Rows of an earlier sync (`stale`) are replaced. Reading a page twice changes nothing.
 */
export function mergeRows(
  page: readonly (ProviderRow & { itemId: string })[],
  before: readonly SyncedRow[],
  stale: ReadonlySet<string>,
): SyncedRow[] {
  const merged = new Map(before.filter(({ itemId }) => !stale.has(itemId)).map((row) => [row.itemId, row]))
  const touched = new Set<string>()
  for (const { itemId, weight, rank, range } of page) {
    const existing = merged.get(itemId)
    const isStronger = !existing || weight > existing.weight
    const place = range === null ? {} : { [range]: Math.min(rank, existing?.ranges[range] ?? rank) }
    merged.set(itemId, {
      itemId,
      weight: isStronger ? weight : existing.weight,
      rank: isStronger ? rank : existing.rank,
      ranges: { ...existing?.ranges, ...place },
    })
    touched.add(itemId)
  }
  return [...merged.values()].filter(({ itemId }) => touched.has(itemId))
}

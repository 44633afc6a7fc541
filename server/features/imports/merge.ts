import type { ItemKind } from '#contract/media.ts'
import type { Ranges } from '#server/features/sources/sources.types.ts'
import type { SyncedRow } from '#server/features/sources/sync.plan.ts'
import { addWeeks, lastWeek, mergeWeeks, playsOf, weekOf, type Weeks } from './weeks.ts'

// Turns counted plays into taste rows.

/** One item of a user, from all files of a source. */
export type ImportedItem = { itemId: string; kind: ItemKind; weeks: Weeks; kept: boolean }

/** Saved items without plays weigh as much as in a provider's unordered list. */
const SAVED_WEIGHT = 0.08
const MIN_WEIGHT = 0.001
const SUBSCRIBED_WEIGHT = 0.25
/** Rows stored of each kind: what pages can show. */
const MAX_ROWS: Record<ItemKind, number> = { artist: 2_000, track: 5_000, channel: 2_000, video: 1_000 }
/** Ranks stored for each time range. */
const MAX_RANGE_RANKS = 500
/** Exports may take weeks: the last plays of a recent file still count as recent. */
const FRESH_WEEKS = 8
const RANGE_WEEKS = { '4_weeks': 4, '6_months': 26 } as const

/** Merges rows of one file that resolved to the same item. */
export function mergeDuplicates(items: readonly ImportedItem[]): ImportedItem[] {
  return mergeItems(items, addWeeks)
}

/** Merges a file with earlier ones; weeks in both count once. */
export function mergeWithEarlier(before: readonly ImportedItem[], now: readonly ImportedItem[]): ImportedItem[] {
  return mergeItems([...before, ...now], mergeWeeks)
}

function mergeItems(items: readonly ImportedItem[], join: (one: Weeks, two: Weeks) => Weeks): ImportedItem[] {
  const byItem = new Map<string, ImportedItem>()
  for (const item of items) {
    const known = byItem.get(item.itemId)
    byItem.set(item.itemId, known ? { ...known, weeks: join(known.weeks, item.weeks), kept: known.kept || item.kept } : item)
  }
  return [...byItem.values()]
}

/** The rows of a source. Weights are relative to the most played item of the kind. */
export function rowsOf(items: readonly ImportedItem[], now: Date): SyncedRow[] {
  return [...Map.groupBy(items, ({ kind }) => kind).values()].flatMap((ofKind) => rowsOfKind(ofKind, now))
}

function rowsOfKind(items: readonly ImportedItem[], now: Date): SyncedRow[] {
  const most = Math.max(1, ...items.map(({ weeks }) => playsOf(weeks)))
  const weighed = items.map((item) => ({
    item,
    weight: Math.max(playsOf(item.weeks) / most, item.kept ? savedWeight(item.kind) : MIN_WEIGHT),
  }))
  const inOrder = weighed.toSorted((one, two) => two.weight - one.weight || (one.item.itemId < two.item.itemId ? -1 : 1))
  const ranges = rangesOf(items, now)
  return inOrder.slice(0, inOrder[0] ? MAX_ROWS[inOrder[0].item.kind] : 0).map(({ item, weight }, at) => ({
    itemId: item.itemId,
    weight,
    rank: at + 1,
    ranges: ranges.get(item.itemId) ?? {},
  }))
}

const savedWeight = (kind: ItemKind): number => (kind === 'channel' ? SUBSCRIBED_WEIGHT : SAVED_WEIGHT)

function rangesOf(items: readonly ImportedItem[], now: Date): Map<string, Ranges> {
  const ranges = new Map<string, Ranges>()
  const place = (range: keyof Ranges, from: number) => {
    const played = items.map(({ itemId, weeks }) => ({ itemId, plays: playsOf(weeks, from) })).filter(({ plays }) => plays > 0)
    const inOrder = played.toSorted((one, two) => two.plays - one.plays || (one.itemId < two.itemId ? -1 : 1)).slice(0, MAX_RANGE_RANKS)
    for (const [at, { itemId }] of inOrder.entries()) ranges.set(itemId, { ...ranges.get(itemId), [range]: at + 1 })
  }
  place('all_time', 0)
  const today = weekOf(now.getTime())
  const last = items.reduce((latest, { weeks }) => Math.max(latest, lastWeek(weeks)), 0)
  const end = today - last <= FRESH_WEEKS ? last : today
  for (const [range, weeks] of [
    ['4_weeks', RANGE_WEEKS['4_weeks']],
    ['6_months', RANGE_WEEKS['6_months']],
  ] as const)
    place(range, end - weeks + 1)
  const kept = items.filter((item) => item.kept)
  for (const [at, { itemId }] of kept.slice(0, MAX_RANGE_RANKS).entries()) ranges.set(itemId, { ...ranges.get(itemId), saved: at + 1 })
  return ranges
}

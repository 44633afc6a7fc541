import type { ItemKind } from '#contract/media.ts'
import type { Ranges } from '#server/features/sources/sources.types.ts'
import type { SyncedRow } from '#server/features/sources/sync.plan.ts'
import {
  addPlays,
  countPlays,
  lastDay,
  mergePlays,
  playsSince,
  SAME_SERVICE_MINUTES,
  type Plays,
} from '#server/features/sources/play-times.ts'
import type { Day } from '#server/platform/local-day.ts'
import type { PlayedItem } from '#server/features/sources/plays.ts'

// Turns counted plays into taste rows.

/** Saved items without plays weigh as much as in a provider's unordered list. */
const SAVED_WEIGHT = 0.08
const MIN_WEIGHT = 0.001
const SUBSCRIBED_WEIGHT = 0.25
/** Rows stored per kind, which is what pages can show. */
const MAX_ROWS: Record<ItemKind, number> = { artist: 2_000, track: 5_000, channel: 2_000, video: 1_000 }
/** Ranks stored for each time range. */
const MAX_RANGE_RANKS = 500
/** Exports may take weeks: the last plays of a recent file still count as recent. */
const FRESH_DAYS = 56
const RANGE_DAYS = { '4_weeks': 28, '6_months': 182 } as const
const DAY_MS = 86_400_000

/** Merges rows of one file that resolved to the same item. */
export function mergeDuplicates(items: readonly PlayedItem[]): PlayedItem[] {
  return mergeItems(items, addPlays)
}

/** Merges a file with earlier ones; a play in both counts once. */
export function mergeWithEarlier(before: readonly PlayedItem[], now: readonly PlayedItem[], dayOf: (at: number) => Day): PlayedItem[] {
  return mergeItems([...before, ...now], (a, b) => mergePlays(a, b, { tolerance: SAME_SERVICE_MINUTES, dayOf }))
}

function mergeItems(items: readonly PlayedItem[], join: (a: Plays, b: Plays) => Plays): PlayedItem[] {
  const byItem = new Map<string, PlayedItem>()
  for (const item of items) {
    const existing = byItem.get(item.itemId)
    byItem.set(item.itemId, existing ? { ...existing, ...join(existing, item), kept: existing.kept || item.kept } : item)
  }
  return [...byItem.values()]
}

/** The items whose plays are stored: those with a row, and recently played ones, even if rarely played. */
export function itemsToStore(items: readonly PlayedItem[], rows: readonly SyncedRow[]): PlayedItem[] {
  const withRow = new Set(rows.map(({ itemId }) => itemId))
  const recent = lastPlayed(items) - FRESH_DAYS
  return items.filter((item) => withRow.has(item.itemId) || lastDay(item) > recent)
}

const lastPlayed = (items: readonly PlayedItem[]): number => items.reduce((latest, item) => Math.max(latest, lastDay(item)), 0)

/** The rows of a source. Weights are relative to the most played item of the kind. */
export function rowsOf(items: readonly PlayedItem[], now: Date): SyncedRow[] {
  return [...Map.groupBy(items, ({ kind }) => kind).values()].flatMap((ofKind) => rowsOfKind(ofKind, now))
}

function rowsOfKind(items: readonly PlayedItem[], now: Date): SyncedRow[] {
  const highest = Math.max(1, ...items.map(countPlays))
  const weighed = items.map((item) => ({
    item,
    weight: Math.max(countPlays(item) / highest, item.kept ? savedWeight(item.kind) : MIN_WEIGHT),
  }))
  const inOrder = weighed.toSorted((a, b) => b.weight - a.weight || (a.item.itemId < b.item.itemId ? -1 : 1))
  const ranges = rangesOf(items, now)
  return inOrder.slice(0, inOrder[0] ? MAX_ROWS[inOrder[0].item.kind] : 0).map(({ item, weight }, index) => ({
    itemId: item.itemId,
    weight,
    rank: index + 1,
    ranges: ranges.get(item.itemId) ?? {},
  }))
}

const savedWeight = (kind: ItemKind): number => (kind === 'channel' ? SUBSCRIBED_WEIGHT : SAVED_WEIGHT)

function rangesOf(items: readonly PlayedItem[], now: Date): Map<string, Ranges> {
  const ranges = new Map<string, Ranges>()
  const rankRange = (range: keyof Ranges, from: number) => {
    const played = items
      .map((item) => ({ itemId: item.itemId, plays: from === 0 ? countPlays(item) : playsSince(item, from) }))
      .filter(({ plays }) => plays > 0)
    const inOrder = played.toSorted((a, b) => b.plays - a.plays || (a.itemId < b.itemId ? -1 : 1)).slice(0, MAX_RANGE_RANKS)
    for (const [index, { itemId }] of inOrder.entries()) ranges.set(itemId, { ...ranges.get(itemId), [range]: index + 1 })
  }
  rankRange('all_time', 0)
  const today = Math.floor(now.getTime() / DAY_MS)
  const last = lastPlayed(items)
  const end = today - last <= FRESH_DAYS ? last : today
  for (const [range, days] of [
    ['4_weeks', RANGE_DAYS['4_weeks']],
    ['6_months', RANGE_DAYS['6_months']],
  ] as const)
    rankRange(range, end - days + 1)
  const savedItems = items.filter((item) => item.kept)
  for (const [index, { itemId }] of savedItems.slice(0, MAX_RANGE_RANKS).entries())
    ranges.set(itemId, { ...ranges.get(itemId), saved: index + 1 })
  return ranges
}

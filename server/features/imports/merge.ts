import type { ItemKind } from '#contract/media.ts'
import type { Ranges } from '#server/features/sources/sources.types.ts'
import type { SyncedRow } from '#server/features/sources/sync.merge.ts'
import { addWeeks, lastWeek, mergeWeeks, playsOf, weekOf, type Weeks } from './weeks.ts'

// How what files said becomes what somebody loves.

/** One thing of one person out of all files of one source. */
export type ImportedItem = { itemId: string; kind: ItemKind; weeks: Weeks; kept: boolean }

/** Things that were saved or subscribed and never played weigh as much as in a provider's list without order. */
const KEPT_WEIGHT = 0.08
const FAINTEST = 0.001
const SUBSCRIBED_WEIGHT = 0.25
/** Rows of one kind that are kept: what the pages can show. */
const MOST: Record<ItemKind, number> = { artist: 2_000, track: 5_000, channel: 2_000, video: 1_000 }
/** Places of a range that are told. */
const PLACES = 500
/** An export may have been on its way for a month: what it ends with still counts as lately. */
const FRESH_WEEKS = 8
const RANGE_WEEKS = { '4_weeks': 4, '6_months': 26 } as const

/** Joins rows of one file that turned out to be the same thing. */
export function sameThings(items: readonly ImportedItem[]): ImportedItem[] {
  return joined(items, addWeeks)
}

/** Joins what a file says with what earlier files said; weeks that both tell of count once. */
export function withEarlier(before: readonly ImportedItem[], now: readonly ImportedItem[]): ImportedItem[] {
  return joined([...before, ...now], mergeWeeks)
}

function joined(items: readonly ImportedItem[], join: (one: Weeks, two: Weeks) => Weeks): ImportedItem[] {
  const byItem = new Map<string, ImportedItem>()
  for (const item of items) {
    const known = byItem.get(item.itemId)
    byItem.set(item.itemId, known ? { ...known, weeks: join(known.weeks, item.weeks), kept: known.kept || item.kept } : item)
  }
  return [...byItem.values()]
}

/** The rows of a source: each thing weighed against the most played of its kind, with its places by range. */
export function rowsOf(items: readonly ImportedItem[], now: Date): SyncedRow[] {
  return [...Map.groupBy(items, ({ kind }) => kind).values()].flatMap((ofKind) => rowsOfKind(ofKind, now))
}

function rowsOfKind(items: readonly ImportedItem[], now: Date): SyncedRow[] {
  const most = Math.max(1, ...items.map(({ weeks }) => playsOf(weeks)))
  const weighed = items.map((item) => ({
    item,
    weight: Math.max(playsOf(item.weeks) / most, item.kept ? keptWeight(item.kind) : FAINTEST),
  }))
  const inOrder = weighed.toSorted((one, two) => two.weight - one.weight || (one.item.itemId < two.item.itemId ? -1 : 1))
  const ranges = rangesOf(items, now)
  return inOrder.slice(0, inOrder[0] ? MOST[inOrder[0].item.kind] : 0).map(({ item, weight }, at) => ({
    itemId: item.itemId,
    weight,
    rank: at + 1,
    ranges: ranges.get(item.itemId) ?? {},
  }))
}

const keptWeight = (kind: ItemKind): number => (kind === 'channel' ? SUBSCRIBED_WEIGHT : KEPT_WEIGHT)

function rangesOf(items: readonly ImportedItem[], now: Date): Map<string, Ranges> {
  const ranges = new Map<string, Ranges>()
  const place = (range: keyof Ranges, from: number) => {
    const played = items.map(({ itemId, weeks }) => ({ itemId, plays: playsOf(weeks, from) })).filter(({ plays }) => plays > 0)
    const inOrder = played.toSorted((one, two) => two.plays - one.plays || (one.itemId < two.itemId ? -1 : 1)).slice(0, PLACES)
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
  for (const [at, { itemId }] of kept.slice(0, PLACES).entries()) ranges.set(itemId, { ...ranges.get(itemId), saved: at + 1 })
  return ranges
}

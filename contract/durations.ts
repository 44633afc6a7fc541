import type { Item, ItemKind } from './media.ts'

export type Timed = Pick<Item, 'kind' | 'duration_ms'>
/** `is_estimate`: an item has no known duration. */
export type TotalDuration = { ms: number; is_estimate: boolean }

/** The median duration of each kind, in milliseconds. */
export function medianDurations(items: readonly Timed[]): Map<ItemKind, number> {
  const known = items.filter(({ duration_ms }) => duration_ms !== undefined)
  return new Map(
    Array.from(
      Map.groupBy(known, ({ kind }) => kind),
      ([kind, all]) => [kind, median(all)],
    ),
  )
}

/** How long all tracks and videos among these items are. Those without a known duration count like the median of their kind; null if most have none. */
export function totalDuration(all: readonly Timed[]): TotalDuration | null {
  const items = all.filter(({ kind }) => kind === 'track' || kind === 'video')
  const known = items.filter(({ duration_ms }) => duration_ms !== undefined)
  if (known.length === 0 || known.length * 2 < items.length) return null
  const medians = medianDurations(items)
  const ms = items.reduce((sum, { kind, duration_ms }) => sum + (duration_ms ?? medians.get(kind) ?? median(known)), 0)
  return { ms, is_estimate: known.length < items.length }
}

/** The lower of two middle ones. */
function median(items: readonly Timed[]): number {
  const sorted = items.map(({ duration_ms }) => duration_ms ?? 0).toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0
}

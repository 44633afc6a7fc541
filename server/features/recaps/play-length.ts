import type { ItemKind } from '#contract/media.ts'
import type { TotalDuration } from '#contract/durations.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { isWork, type ItemCount } from './range.ts'

type Counted = Pick<ItemCount, 'itemId' | 'kind' | 'plays' | 'seconds' | 'untimed'>

/** The tracks and videos whose duration `playLength` needs. */
export const itemsWithoutLength = (items: readonly Counted[]): ItemId[] =>
  items.filter(({ kind, untimed }) => isWork(kind) && untimed > 0).map(({ itemId }) => itemId)

/**
 * How long all plays of tracks and videos were: as reported, otherwise as long as the whole item. Other plays count like the average of
 * their kind. Null if the length of most plays is unknown.
 * @param durations milliseconds by item
 */
export function playLength(items: readonly Counted[], durations: ReadonlyMap<ItemId, number>): TotalDuration | null {
  const works = items.filter(({ kind, plays }) => isWork(kind) && plays > 0)
  const known = new Map<ItemKind, { plays: number; ms: number }>()
  for (const { itemId, kind, plays, seconds, untimed } of works) {
    const sum = known.get(kind) ?? { plays: 0, ms: 0 }
    const duration = durations.get(itemId)
    sum.plays += duration === undefined ? plays - untimed : plays
    sum.ms += seconds * 1_000 + untimed * (duration ?? 0)
    known.set(kind, sum)
  }
  const total = (field: 'plays' | 'ms') => [...known.values()].reduce((sum, value) => sum + value[field], 0)
  const plays = works.reduce((sum, work) => sum + work.plays, 0)
  if (total('plays') === 0 || total('plays') * 2 < plays) return null
  const averageOf = (kind: ItemKind): number => {
    const ofKind = known.get(kind)
    return ofKind && ofKind.plays > 0 ? ofKind.ms / ofKind.plays : total('ms') / total('plays')
  }
  const unknown = works.filter(({ itemId }) => !durations.has(itemId))
  const ms = unknown.reduce((sum, { kind, untimed }) => sum + untimed * averageOf(kind), total('ms'))
  return { ms: Math.round(ms), is_estimate: works.some(({ untimed }) => untimed > 0) }
}

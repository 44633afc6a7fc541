import type { ItemAttributes } from '#server/features/media/media.service.ts'
import type { IndexedRow } from '#server/features/matching/index/index-rows.ts'

export type Crowd = {
  people: number
  items: number
  uidOf: (person: number) => string
  itemOf: (item: number) => string
  /** Fifty items of a user, most loved first. Deterministic per user. */
  rowsOf: (person: number) => IndexedRow[]
  attributes: () => ItemAttributes[]
}

const EACH = 50
/** Number of scenes that share the items that are not hits. */
const SCENES = 400

/**
 * A synthetic crowd with a realistic shape: a third of all rows are hits, popularity falls off as one over the rank, and the
 * rest is grouped in scenes. Two hundred thousand items per million users.
 */
export function crowd(people: number): Crowd {
  const items = Math.max(20_000, Math.round(people / 5))
  const perScene = Math.floor(items / (SCENES + 1))
  const itemOf = (item: number): string => `00000000-0000-4000-9000-${item.toString(16).padStart(12, '0')}`
  return {
    people,
    items,
    itemOf,
    uidOf: (person) => `00000000-0000-4000-8000-${person.toString(16).padStart(12, '0')}`,
    rowsOf(person) {
      const random = seeded(person)
      const scenes = [Math.floor(random() * SCENES), Math.floor(random() * SCENES)]
      const loved = new Set<number>()
      while (loved.size < EACH) {
        const draw = random()
        const scene = draw < 0.33 ? SCENES : (scenes[draw < 0.75 ? 0 : 1] ?? 0)
        loved.add(scene * perScene + Math.min(perScene - 1, Math.floor(perScene ** random()) - 1))
      }
      return [...loved].map((item, index) => ({ itemId: itemOf(item), weight: 1 / (index + 1), shownTo: 'everyone', counts: true }))
    },
    attributes: () =>
      Array.from({ length: items }, (_, item) => ({ id: itemOf(item), kind: 'artist', bars: item % 3 ? ['jazz'] : [], by: null })),
  }
}

function seeded(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

import type { ItemAttributes } from '#server/features/media/media.service.ts'
import type { IndexedRow } from '#server/features/matching/index/index-rows.ts'

export type Crowd = {
  people: number
  things: number
  uidOf: (person: number) => string
  itemOf: (thing: number) => string
  /** Fifty things of that person, the most loved first; always the same for the same person. */
  rowsOf: (person: number) => IndexedRow[]
  facts: () => ItemAttributes[]
}

const EACH = 50
/** So many scenes share out the things that are no hits. */
const SCENES = 400

/**
 * A made-up crowd with the shape of real ones: a third of what people hold are hits, a thing's popularity falls off as one
 * over its place, and the rest hangs together in scenes. Two hundred thousand things per million people.
 */
export function crowd(people: number): Crowd {
  const things = Math.max(20_000, Math.round(people / 5))
  const perScene = Math.floor(things / (SCENES + 1))
  const itemOf = (thing: number): string => `00000000-0000-4000-9000-${thing.toString(16).padStart(12, '0')}`
  return {
    people,
    things,
    itemOf,
    uidOf: (person) => `00000000-0000-4000-8000-${person.toString(16).padStart(12, '0')}`,
    rowsOf(person) {
      const random = seeded(person)
      const scenes = [Math.floor(random() * SCENES), Math.floor(random() * SCENES)]
      const held = new Set<number>()
      while (held.size < EACH) {
        const draw = random()
        const scene = draw < 0.33 ? SCENES : (scenes[draw < 0.75 ? 0 : 1] ?? 0)
        held.add(scene * perScene + Math.min(perScene - 1, Math.floor(perScene ** random()) - 1))
      }
      return [...held].map((thing, at) => ({ itemId: itemOf(thing), weight: 1 / (at + 1), shownTo: 'everyone', counts: true }))
    },
    facts: () =>
      Array.from({ length: things }, (_, thing) => ({ id: itemOf(thing), kind: 'artist', bars: thing % 3 ? ['jazz'] : [], by: null })),
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

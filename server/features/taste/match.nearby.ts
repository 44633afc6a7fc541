import type { MatchFilter } from '#contract/taste.ts'
import { sharedEnough } from './match.calibration.ts'
import type { IdTable } from './match.ids.ts'
import type { Lists } from './match.lists.ts'
import { countsFor, itemOf, LEVELS, weightOf, type ThingFacts } from './match.rows.ts'
import type { Standing } from './match.listeners.ts'
import { compare, type Score } from './match.score.ts'
import { CHANNEL, COMPARED, KIND_WEIGHTS, measure, type Rarity, type Taste } from './match.taste.ts'

// Who might be close, out of very many. In two steps: first everybody who shares something is weighed roughly, thing by
// thing from the lists, then the best of them are compared in full, by the very function that answers for a pair. In a
// crowd that is small enough everybody is compared in full, so there the first step is left out and nothing is rough.

export type NearbyDeps = {
  people: Pick<IdTable, 'size'>
  rowsOf: Lists
  holdersOf: Lists
  things: ThingFacts
  rarity: Rarity
  tasteAt: (person: number, level: number) => Taste
  /** Where somebody stands among listeners, by what they show to everyone. */
  standingOf: (person: number) => Standing | null
  /** See `LEVELS`: whoever keeps the match from strangers is not found by it. */
  matchLevel: (person: number) => number
}

/** People who are compared in full. */
const COMPARED_IN_FULL = 400
/** Entries of lists that are read for one ranking: the rarest things come first, the end of the longest lists never. */
const READ_ENTRIES = 150_000
/** A crowd that has grown or shrunk by this much is measured anew. */
const DRIFT = 0.25

export function createNearby({ people, rowsOf, holdersOf, things, rarity, tasteAt, standingOf, matchLevel }: NearbyDeps) {
  let room = 0
  /** One over the length of each person's side, as it was when they were measured. */
  let perMusic = new Float32Array(0)
  let perVideo = new Float32Array(0)
  let sums = new Float32Array(0)
  let rough = new Float32Array(0)
  let shared = new Uint8Array(0)
  let touched = new Uint32Array(0)
  let sweptAt = 0

  function ensure(): void {
    if (people.size() <= room) return
    room = Math.max(1_024, people.size() * 2)
    const [music, video] = [perMusic, perVideo]
    perMusic = new Float32Array(room)
    perVideo = new Float32Array(room)
    perMusic.set(music)
    perVideo.set(video)
    sums = new Float32Array(room)
    rough = new Float32Array(room)
    shared = new Uint8Array(room)
    touched = new Uint32Array(room)
  }

  function measured(person: number): void {
    ensure()
    const rows = rowsOf.view(person)
    let [music, video] = [0, 0]
    for (let at = rows.from; at < rows.to; at++) {
      const word = rows.numbers[at] ?? 0
      const kind = things.kindOf(itemOf(word))
      if (kind >= COMPARED.length || !countsFor(word, LEVELS.everyone)) continue
      const mass = weightOf(rows.strengths[at] ?? 0) * (KIND_WEIGHTS[kind] ?? 0) * rarity(itemOf(word)) ** 2
      if (kind === CHANNEL) video += mass
      else music += mass
    }
    perMusic[person] = music > 0 ? 1 / Math.sqrt(music) : 0
    perVideo[person] = video > 0 ? 1 / Math.sqrt(video) : 0
  }

  /** Adds up on one side, in `rough`, how close those are who share something. @returns how many were touched so far */
  function addSide(taste: Taste, isVideo: boolean, lengthOf: Float32Array, known: number): number {
    const own = Array.from(taste.items, (item, at) => ({
      item,
      kind: taste.kinds[at] ?? 0,
      mass: taste.masses[at] ?? 0,
      rare: rarity(item),
    }))
      .filter(({ kind }) => (kind === CHANNEL) === isVideo)
      .toSorted((one, two) => two.rare - one.rare)
    const length = Math.sqrt(own.reduce((sum, { mass, rare }) => sum + mass * rare ** 2, 0))
    let left = READ_ENTRIES
    let count = known
    for (const { item, kind, mass, rare } of own) {
      const { numbers, strengths, from, to } = holdersOf.view(item)
      const scale = (Math.sqrt(mass * (KIND_WEIGHTS[kind] ?? 0)) * rare ** 2) / (length * 65_535)
      const end = Math.min(to, from + left)
      left -= end - from
      for (let at = from; at < end; at++) {
        const person = numbers[at] ?? 0
        if (shared[person] === 0) touched[count++] = person
        if ((shared[person] ?? 0) < 255) shared[person] = (shared[person] ?? 0) + 1
        sums[person] = (sums[person] ?? 0) + scale * (strengths[at] ?? 0)
      }
      if (left <= 0) break
    }
    for (let at = 0; at < count; at++) {
      const person = touched[at] ?? 0
      const sum = sums[person] ?? 0
      if (sum === 0) continue
      rough[person] = (rough[person] ?? 0) + sum * (lengthOf[person] ?? 0)
      sums[person] = 0
    }
    return count
  }

  /** The people who look closest, so many as are worth a full comparison. */
  function likeliest(viewer: number, filter: MatchFilter, left: ReadonlySet<number>): number[] {
    const taste = tasteAt(viewer, LEVELS.everyone)
    let count = 0
    if (filter !== 'video') count = addSide(taste, false, perMusic, count)
    if (filter !== 'music') count = addSide(taste, true, perVideo, count)
    const best = createBest(COMPARED_IN_FULL)
    for (let at = 0; at < count; at++) {
      const person = touched[at] ?? 0
      const value = (rough[person] ?? 0) * sharedEnough(shared[person] ?? 0)
      rough[person] = 0
      shared[person] = 0
      if (best.wants(value) && !left.has(person) && matchLevel(person) === LEVELS.everyone) best.add(person, value)
    }
    return best.members()
  }

  function everybody(left: ReadonlySet<number>): number[] {
    return Array.from({ length: people.size() }, (_, person) => person).filter(
      (person) => rowsOf.length(person) > 0 && !left.has(person) && matchLevel(person) === LEVELS.everyone,
    )
  }

  return {
    /** Call when somebody's rows were written. */
    measured,

    of(viewer: number, filter: MatchFilter, left: ReadonlySet<number>, present: number): { person: number; score: Score }[] {
      const isSmall = present <= COMPARED_IN_FULL
      if (!isSmall && Math.abs(present - sweptAt) > sweptAt * DRIFT) {
        for (let person = 0; person < people.size(); person++) measured(person)
        sweptAt = present
      }
      const mine = tasteAt(viewer, LEVELS.everyone)
      const myMeasure = measure(mine, rarity, standingOf(viewer))
      return (isSmall ? everybody(left) : likeliest(viewer, filter, left)).map((person) => {
        const taste = tasteAt(person, LEVELS.everyone)
        return { person, score: compare(mine, taste, rarity, myMeasure, measure(taste, rarity, standingOf(person))) }
      })
    },
  }
}

/** The `size` highest of many values: a heap with the lowest of them on top. */
function createBest(size: number) {
  const members: number[] = []
  const values: number[] = []

  function swap(one: number, two: number): void {
    const [member = 0, value = 0] = [members[one], values[one]]
    members[one] = members[two] ?? 0
    values[one] = values[two] ?? 0
    members[two] = member
    values[two] = value
  }

  function sink(): void {
    for (let at = 0; ;) {
      const [leftOf, rightOf] = [2 * at + 1, 2 * at + 2]
      let least = at
      if (leftOf < values.length && (values[leftOf] ?? 0) < (values[least] ?? 0)) least = leftOf
      if (rightOf < values.length && (values[rightOf] ?? 0) < (values[least] ?? 0)) least = rightOf
      if (least === at) return
      swap(at, least)
      at = least
    }
  }

  return {
    wants: (value: number): boolean => values.length < size || value > (values[0] ?? 0),
    add(member: number, value: number): void {
      if (values.length === size) {
        members[0] = member
        values[0] = value
        sink()
        return
      }
      members.push(member)
      values.push(value)
      for (let at = values.length - 1; at > 0;) {
        const parent = (at - 1) >> 1
        if ((values[parent] ?? 0) <= (values[at] ?? 0)) return
        swap(parent, at)
        at = parent
      }
    },
    members: (): number[] => members,
  }
}

import type { Uid } from '#contract/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import { PRINT_BARS } from '#contract/print.ts'
import type { Audience } from '#contract/people.ts'
import type { ItemFacts } from '../media/media.service.ts'
import type { ItemId } from '../media/media.types.ts'
import { middleOf } from './match.calibration.ts'
import { meanOverlap } from './match.crowd.ts'
import { addShared, compare, noOverlap, scoreOf, sharedAmount, type Comparison, type Overlap, type Score } from './match.score.ts'
import { measure, rarityOf, tasteOf, type Loved, type Measure, type Taste } from './match.taste.ts'

// Everybody's taste in memory, turned round: for each thing the people who love it. Ranking for one person reads only
// the lists of what that person loves. The store stays the truth; this is filled from it (match.live.ts).

/** One thing somebody loves, with what they allow. */
export type IndexedRow = { itemId: ItemId; weight: number; shownTo: Audience; counts: boolean }

/** How close somebody stands who looks at a person's rows. */
export type Closeness = 'everyone' | 'buddies' | 'self'
const LEVELS: Record<Closeness | Audience, number> = { everyone: 0, buddies: 1, only_me: 2, self: 2 }

/** A thing as seen by somebody. */
export type Held = { itemId: ItemId; kind: ItemKind; weight: number; bars: readonly number[]; by: string | null }

export type Ranked = { uid: Uid; score: Score }

export type PairMatch = Omit<Comparison, 'shared'> & {
  shared: { itemId: ItemId; kind: ItemKind; amount: number; holders: number }[]
  counts: { one: Taste['counts']; other: Taste['counts'] }
  /** The score that reads 50 % here; see `percentOf`. */
  middle: number
}

type Row = { item: number; weight: number; level: number; counts: boolean }
type Person = {
  slot: number
  uid: Uid
  rows: Row[]
  everyone: Taste
  buddies: Taste | null
  measured: { at: number; measure: Measure } | null
}
type Item = ItemFacts & { places: number[]; people: number[]; masses: number[] }

export type MatchIndex = ReturnType<typeof createMatchIndex>

export function createMatchIndex() {
  const items: Item[] = []
  const itemNumbers = new Map<ItemId, number>()
  const people = new Map<Uid, Person>()
  const slots: (Person | undefined)[] = []
  const freeSlots: number[] = []
  /** Counts changes: what is rare moves with every one of them. */
  let version = 0
  let middle: { at: number; score: number } | null = null

  const rarity = (item: number): number => rarityOf(items[item]?.people.length ?? 0, people.size)

  function loved(rows: readonly Row[], level: number): Loved[] {
    return rows
      .filter((row) => row.counts && row.level <= level)
      .map((row) => ({ ...factsOf(row.item), item: row.item, weight: row.weight }))
  }

  function factsOf(item: number): { kind: ItemKind; bars: number[] } {
    const facts = items[item]
    if (!facts) throw new Error('an item was indexed before it was learnt')
    return { kind: facts.kind, bars: facts.places }
  }

  function tasteFor(person: Person, closeness: 'everyone' | 'buddies'): Taste {
    if (closeness === 'everyone') return person.everyone
    person.buddies ??= person.rows.some((row) => row.level === LEVELS.buddies)
      ? tasteOf(loved(person.rows, LEVELS.buddies))
      : person.everyone
    return person.buddies
  }

  function measured(person: Person): Measure {
    if (person.measured?.at !== version) person.measured = { at: version, measure: measure(person.everyone, rarity) }
    return person.measured.measure
  }

  function middleNow(): number {
    if (middle?.at !== version) {
      const crowd = [...people.values()].map((person) => ({ taste: person.everyone, measure: measured(person) }))
      middle = { at: version, score: middleOf(meanOverlap(crowd, rarity, items.length), crowd.length) }
    }
    return middle.score
  }

  function list(person: Person): void {
    const { items: held, masses } = person.everyone
    held.forEach((item, at) => {
      items[item]?.people.push(person.slot)
      items[item]?.masses.push(masses[at] ?? 0)
    })
  }

  function unlist(person: Person): void {
    for (const number of person.everyone.items) {
      const item = items[number]
      const at = item?.people.indexOf(person.slot) ?? -1
      if (at < 0) continue
      item?.people.splice(at, 1)
      item?.masses.splice(at, 1)
    }
  }

  function remove(uid: Uid): void {
    const person = people.get(uid)
    if (!person) return
    version++
    unlist(person)
    people.delete(uid)
    slots[person.slot] = undefined
    freeSlots.push(person.slot)
  }

  return {
    /** Those of `ids` that must be learnt before rows with them are put. */
    unknown: (ids: Iterable<ItemId>): ItemId[] => [...new Set(ids)].filter((id) => !itemNumbers.has(id)),

    learn(facts: Iterable<ItemFacts>): void {
      for (const one of facts) {
        if (itemNumbers.has(one.id)) continue
        itemNumbers.set(one.id, items.length)
        items.push({ ...one, places: one.bars.map((bar) => PRINT_BARS.indexOf(bar)), people: [], masses: [] })
      }
    },

    /** What this person loves from now on. Rows with items that were not learnt are left out. */
    put(uid: Uid, rows: readonly IndexedRow[]): void {
      remove(uid)
      const known = rows.flatMap((row): Row[] => {
        const item = itemNumbers.get(row.itemId)
        return item === undefined ? [] : [{ item, weight: row.weight, level: LEVELS[row.shownTo], counts: row.counts }]
      })
      if (known.length === 0) return
      version++
      const slot = freeSlots.pop() ?? slots.length
      const person: Person = { slot, uid, rows: known, everyone: tasteOf(loved(known, LEVELS.everyone)), buddies: null, measured: null }
      slots[slot] = person
      people.set(uid, person)
      list(person)
    },

    remove,

    /** Everybody who loves anything. */
    uids: (): Uid[] => [...people.keys()],

    /** How many people show everybody that they love this. */
    holders(itemId: ItemId): number {
      return items[itemNumbers.get(itemId) ?? -1]?.people.length ?? 0
    },

    /** The score that reads 50 % among these people; see `percentOf`. */
    middle: middleNow,

    rarityOf: (itemId: ItemId): number => rarity(itemNumbers.get(itemId) ?? -1),

    /** What a person loves, as far as somebody so close may see it, the most loved first; each thing once. */
    held(uid: Uid, closeness: Closeness): Held[] {
      const strongest = new Map<number, number>()
      for (const row of people.get(uid)?.rows ?? []) {
        if (row.level <= LEVELS[closeness]) strongest.set(row.item, Math.max(row.weight, strongest.get(row.item) ?? 0))
      }
      return [...strongest]
        .flatMap(([number, weight]): Held[] => {
          const item = items[number]
          return item ? [{ itemId: item.id, kind: item.kind, weight, bars: item.places, by: item.by }] : []
        })
        .toSorted((one, two) => two.weight - one.weight || (one.itemId < two.itemId ? -1 : 1))
    },

    /**
     * Everybody who shares something with this person, in no order, by what all of them show to everyone. Buddies show
     * each other more: their score is that of `pair`.
     */
    rank(uid: Uid): Ranked[] {
      const viewer = people.get(uid)
      if (!viewer) return []
      const overlaps = new Map<number, Overlap>()
      viewer.everyone.items.forEach((number, at) => {
        const item = items[number]
        if (!item) return
        const rare = rarity(number)
        const kind = viewer.everyone.kinds[at] ?? 0
        for (let other = 0; other < item.people.length; other++) {
          const slot = item.people[other] ?? -1
          if (slot === viewer.slot) continue
          let overlap = overlaps.get(slot)
          if (!overlap) overlaps.set(slot, (overlap = noOverlap()))
          addShared(overlap, kind, sharedAmount(viewer.everyone.masses[at] ?? 0, item.masses[other] ?? 0, rare))
        }
      })
      return [...overlaps].flatMap(([slot, overlap]): Ranked[] => {
        const other = slots[slot]
        return other ? [{ uid: other.uid, score: scoreOf(overlap, measured(viewer), measured(other)) }] : []
      })
    },

    /**
     * Two people thing by thing. A thing counts when its owner lets it count and lets the other see it; so both are
     * shown the same figure, and neither learns from it what the other keeps to themselves.
     */
    pair(one: Uid, other: Uid, closeness: 'everyone' | 'buddies'): PairMatch {
      const tastes = [one, other].map((uid) => {
        const person = people.get(uid)
        return person ? tasteFor(person, closeness) : NOTHING
      })
      const [mine = NOTHING, theirs = NOTHING] = tastes
      const { shared, ...score } = compare(mine, theirs, rarity)
      return {
        ...score,
        shared: shared.flatMap(({ item: number, amount }) => {
          const item = items[number]
          return item ? [{ itemId: item.id, kind: item.kind, amount, holders: item.people.length }] : []
        }),
        counts: { one: mine.counts, other: theirs.counts },
        middle: middleNow(),
      }
    },
  }
}

const NOTHING = tasteOf([])

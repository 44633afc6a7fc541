import type { Uid } from '#contract/base/ids.ts'
import type { ItemKind } from '#contract/media.ts'
import type { Audience } from '#contract/people.ts'
import type { MatchFilter, Print } from '#contract/taste.ts'
import type { ItemAttributes } from '#server/features/media/media.service.ts'
import type { ItemId } from '#server/features/media/media.types.ts'
import { midpointOf, type Midpoints } from '../calibration.ts'
import { meanOverlaps } from './crowd.ts'
import { createIdTable } from './id-table.ts'
import { createPostingLists } from './posting-lists.ts'
import { createUserEmbeddings } from './user-embeddings.ts'
import { createCandidateSearch } from './nearby.ts'
import { countsFor, isSilent, itemOf, KINDS, LEVELS, levelOf, strengthOf, rowsToTaste, weightOf, wordOf } from './index-rows.ts'
import type { Closeness, IndexedRow } from './index-rows.ts'
import { rarityOf } from '../match.rarity.ts'
import { compare, rankOf, type Comparison } from '../score.ts'
import { measure, type Taste } from './taste-vector.ts'
import { createItems } from './items.ts'
import { inferredOf, printOf } from '../taste-print.ts'

// Everybody's taste in memory, turned round: for each thing the people who love it. Ranking for one person reads only
// the lists of what that person loves. The store stays the truth; this is filled from it (live-index.ts). Everything is
// typed arrays: a million people of fifty things take some 800 MB (bench/match.ts).

/** A thing as seen by somebody. */
export type LovedItem = { itemId: ItemId; kind: ItemKind; weight: number; bars: readonly number[]; isInferred: boolean }

/** `score`: 0 to 1, what the list is ordered by; see `rankOf`. */
export type Ranked = { uid: Uid; score: number }

export type RankQuery = {
  filter: MatchFilter
  /** Who is not asked for. */
  exclude?: readonly Uid[]
  limit?: number
  /** Which part of a large crowd, from 0: each holds the next closest ones. */
  window?: number
}

/** The people of one window. `total` counts those of all. */
export type Ranking = { people: Ranked[]; total: number; isLast: boolean }

export type PairMatch = Omit<Comparison, 'shared'> & {
  /** Only what each lets the other see. */
  shared: { itemId: ItemId; kind: ItemKind; amount: number; holders: number; rarity: number }[]
  counts: { one: Taste['counts']; other: Taste['counts'] }
  /** How many users are compared here. */
  users: number
  /** One of them lets things count that they do not show: the score is told in coarse steps only. */
  isCoarse: boolean
  /** One of them keeps to themselves how well others match them. */
  isHidden: boolean
}

export type MatchIndex = ReturnType<typeof createMatchIndex>

/** People by whom it is measured how much a crowd has in common. */
const CROWD_SAMPLE = 2_000

export function createMatchIndex() {
  const things = createItems()
  const people = createIdTable()
  /** Of each person their rows, and of each thing the people who let it count for everybody. */
  const rowsOf = createPostingLists()
  const holdersOf = createPostingLists()
  /** To whom somebody shows how well they match, by person. */
  let matchLevels = new Uint8Array(1_024)
  let present = 0
  /** Counts changes: what is rare moves with every one of them. */
  let version = 0
  let midpoints: { at: number; scores: Midpoints } | null = null

  const isPresent = (person: number): boolean => rowsOf.length(person) > 0
  const everybody = (): number[] => Array.from({ length: people.size() }, (_, person) => person).filter(isPresent)
  const rarity = createRarities(
    (item) => rarityOf(holdersOf.length(item), present, things.worldShare(item)),
    () => version,
  )
  const tasteAt = (person: number, level: number): Taste => rowsToTaste(rowsOf.view(person), level, things)
  const places = createUserEmbeddings({
    tasteOf: (person) => tasteAt(person, LEVELS.everyone),
    everybody: () => everybody(),
    changes: () => version,
  })
  const nearby = createCandidateSearch({
    people,
    rowsOf,
    holdersOf,
    things,
    rarity,
    midpoints: currentMidpoints,
    tasteAt,
    standingOf: places.of,
    matchLevel: (person) => matchLevels[person] ?? 0,
  })

  /** In a crowd these move slowly: they are measured again after a hundredth of the users have changed. */
  function currentMidpoints(): Midpoints {
    if (midpoints === null || version - midpoints.at >= Math.max(1, present / 100)) {
      const step = Math.max(1, Math.ceil(people.size() / CROWD_SAMPLE))
      const crowd = Array.from({ length: Math.ceil(people.size() / step) }, (_, at) => at * step)
        .filter(isPresent)
        .map((person) => tasteAt(person, LEVELS.everyone))
        .map((taste) => ({ taste, measure: measure(taste, rarity) }))
      const { music, video } = meanOverlaps(crowd, rarity, things.size())
      midpoints = { at: version, scores: { music: midpointOf(music, present), video: midpointOf(video, present) } }
    }
    return midpoints.scores
  }

  /** The things that this person adds to everybody's lists, each once, with the strongest of its rows. */
  function* listed(person: number): Generator<readonly [item: number, strength: number]> {
    const rows = rowsOf.view(person)
    for (let at = rows.from; at < rows.to;) {
      const item = itemOf(rows.numbers[at] ?? 0)
      let strength = 0
      for (; at < rows.to && itemOf(rows.numbers[at] ?? 0) === item; at++) {
        if (countsFor(rows.numbers[at] ?? 0, LEVELS.everyone)) strength = Math.max(strength, rows.strengths[at] ?? 0)
      }
      if (strength > 0) yield [item, strength]
    }
  }

  function remove(uid: Uid): void {
    const person = people.find(uid)
    if (person === undefined || !isPresent(person)) return
    version++
    present--
    for (const [item] of listed(person)) holdersOf.remove(item, person)
    rowsOf.set(person, [], [])
  }

  /** Whether that person stands in the index with exactly these rows. */
  function isThere(uid: Uid, known: readonly { word: number; strength: number }[], matchShownTo: Audience): boolean {
    const person = people.find(uid)
    if (person === undefined || rowsOf.length(person) !== known.length || matchLevels[person] !== LEVELS[matchShownTo]) return false
    const { numbers, strengths, from } = rowsOf.view(person)
    return known.every(({ word, strength }, at) => numbers[from + at] === word && strengths[from + at] === strength)
  }

  function put(uid: Uid, rows: readonly IndexedRow[], matchShownTo: Audience = 'everyone'): void {
    const known = rows
      .flatMap((row) => {
        const item = things.find(row.itemId)
        return item === undefined ? [] : [{ word: wordOf(item, row), strength: strengthOf(row.weight) }]
      })
      .toSorted((one, two) => one.word - two.word || one.strength - two.strength)
    // Everybody is read again now and then: whoever has not changed must not count as a change, or all that is learnt were learnt anew.
    if (isThere(uid, known, matchShownTo)) return
    remove(uid)
    if (known.length === 0) return
    version++
    present++
    const person = people.number(uid)
    rowsOf.set(
      person,
      known.map(({ word }) => word),
      known.map(({ strength }) => strength),
    )
    if (person >= matchLevels.length) matchLevels = grown(matchLevels, person * 2)
    matchLevels[person] = LEVELS[matchShownTo]
    for (const [item, strength] of listed(person)) holdersOf.add(item, person, strength)
    nearby.measured(person)
    places.forget(person)
  }

  function held(uid: Uid, closeness: Closeness, atMost = Number.POSITIVE_INFINITY): LovedItem[] {
    const rows = rowsOf.view(people.find(uid) ?? -1)
    const strongest = new Map<number, number>()
    for (let at = rows.from; at < rows.to; at++) {
      const word = rows.numbers[at] ?? 0
      const [item, strength] = [itemOf(word), rows.strengths[at] ?? 0]
      if (levelOf(word) <= LEVELS[closeness]) strongest.set(item, Math.max(strength, strongest.get(item) ?? 0))
    }
    return [...strongest]
      .map(([item, strength]): LovedItem => {
        return {
          itemId: things.id(item),
          kind: KINDS[things.kindOf(item)] ?? 'video',
          weight: weightOf(strength),
          bars: things.barsOf(item),
          isInferred: things.isInferred(item),
        }
      })
      .toSorted((one, two) => two.weight - one.weight || (one.itemId < two.itemId ? -1 : 1))
      .slice(0, atMost)
  }

  /** The things that one shows somebody so close. */
  function shownTo(person: number, level: number): Set<number> {
    const rows = rowsOf.view(person)
    const shown = new Set<number>()
    for (let at = rows.from; at < rows.to; at++) if (levelOf(rows.numbers[at] ?? 0) <= level) shown.add(itemOf(rows.numbers[at] ?? 0))
    return shown
  }

  function hasSilent(person: number): boolean {
    const rows = rowsOf.view(person)
    return rows.numbers.subarray(rows.from, rows.to).some(isSilent)
  }

  /**
   * Two people thing by thing. A thing counts when its owner lets it count and lets the other see it, or has it counted
   * silently. Both are shown the same score, and only what both may see is named.
   */
  function pair(one: Uid, other: Uid, closeness: 'everyone' | 'buddies'): PairMatch {
    const level = LEVELS[closeness]
    const [mine = NO_ID, theirs = NO_ID] = [one, other].map((uid) => people.find(uid) ?? NO_ID)
    const tastes = { one: tasteAt(mine, level), other: tasteAt(theirs, level) }
    const { shared, ...score } = compare(
      tastes.one,
      tastes.other,
      { rarity, midpoints: currentMidpoints() },
      measure(tastes.one, rarity, places.ofTaste(tastes.one)),
      measure(tastes.other, rarity, places.ofTaste(tastes.other)),
    )
    const [mineShown, theirsShown] = [shownTo(mine, level), shownTo(theirs, level)]
    return {
      ...score,
      shared: shared
        .filter(({ item }) => mineShown.has(item) && theirsShown.has(item))
        .map(({ item, amount }) => ({
          itemId: things.id(item),
          kind: KINDS[things.kindOf(item)] ?? 'video',
          amount,
          holders: holdersOf.length(item),
          rarity: rarity(item),
        })),
      counts: { one: tastes.one.counts, other: tastes.other.counts },
      users: present,
      isCoarse: hasSilent(mine) || hasSilent(theirs),
      isHidden: Math.max(matchLevels[mine] ?? 0, matchLevels[theirs] ?? 0) > level,
    }
  }

  return {
    /** Those of `ids` that must be learnt before rows with them are put. */
    unknown: (ids: readonly ItemId[]): ItemId[] => [...new Set(ids)].filter((id) => things.find(id) === undefined),

    learn(facts: readonly ItemAttributes[]): void {
      for (const one of facts) things.learn(one)
    },

    /**
     * What this person loves from now on. Rows with items that were not learnt are left out.
     * @param matchShownTo who may see how well they match this person, and find them by it
     */
    put,
    remove,

    /** Forgets everybody and everything. */
    clear(): void {
      for (let person = 0; person < people.size(); person++) if (isPresent(person)) remove(people.id(person))
    },

    /** How many people love anything. */
    size: (): number => present,

    /** Everybody who loves anything. */
    uids: (): Uid[] => everybody().map((person) => people.id(person)),

    /** How many people let everybody know that they love this. */
    holders: (itemId: ItemId): number => holdersOf.length(things.find(itemId) ?? NO_ID),
    raritiesOf: (ids: readonly ItemId[]): number[] => ids.map((id) => rarity(things.find(id) ?? NO_ID)),

    /** What a person loves, as far as somebody so close may see it, the most loved first; each thing once. */
    held,
    print: (uid: Uid, closeness: Closeness): Print => printOf(held(uid, closeness)),
    /** The bars of that print which rest on inference. */
    inferred: (uid: Uid, closeness: Closeness): number[] => inferredOf(held(uid, closeness)),
    pair,

    /**
     * People by how close they are, by what all show to everyone, the closest first. In a small crowd everybody, also
     * those with nothing in common at 0 (with a filter they are left out); in a large one, window by window, all who share
     * something: each window is in order, and holds whoever looks closer than those of the next.
     */
    rank(uid: Uid, { filter, exclude: without = [], limit: atMost = Number.POSITIVE_INFINITY, window = 0 }: RankQuery): Ranking {
      const viewer = people.find(uid)
      if (viewer === undefined || !isPresent(viewer)) return { people: [], total: 0, isLast: true }
      const left = new Set([viewer, ...without.map((other) => people.find(other) ?? NO_ID)])
      const found = nearby.of(viewer, filter, left, present, window)
      const ranked = found.people
        .map(({ person, score }): Ranked => ({ uid: people.id(person), score: rankOf(score, filter) }))
        .filter(({ score }) => score > 0 || filter === 'all')
        .toSorted(byScore)
      return { people: ranked.slice(0, atMost), total: found.total - (found.people.length - ranked.length), isLast: found.isLast }
    },

    /** One step towards knowing who listens like whom, where that is not known or the crowd has changed. @returns whether there is another */
    study: places.study,

    /** Of the typed arrays. */
    bytes: (): number => rowsOf.bytes() + holdersOf.bytes() + places.bytes(),
  }
}

/** How rare each thing is, worked out once between two changes. */
function createRarities(of: (item: number) => number, versionNow: () => number): (item: number) => number {
  let rarities = new Float64Array(1_024)
  let versions = new Float64Array(1_024).fill(-1)
  return (item) => {
    if (item === NO_ID) return of(item)
    if (item >= rarities.length) {
      rarities = new Float64Array(item * 2)
      versions = new Float64Array(item * 2).fill(-1)
    }
    if (versions[item] !== versionNow()) {
      rarities[item] = of(item)
      versions[item] = versionNow()
    }
    return rarities[item] ?? 0
  }
}

/** A number that nobody and nothing has. */
const NO_ID = 0xffff_ffff

function grown(before: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const after = new Uint8Array(length)
  after.set(before)
  return after
}

const byScore = (one: Ranked, two: Ranked): number => two.score - one.score || (one.uid < two.uid ? -1 : 1)

import type { MatchFilter } from '#contract/taste/taste.ts'
import { calibrate, sideWeight, uncalibrate, type Midpoints } from '../calibration.ts'
import type { HolderLists } from './holder-lists.ts'
import type { IdTable } from './id-table.ts'
import type { RowLists, View } from './row-lists.ts'
import { countsFor, dampedOf, itemOf, LEVELS, type ItemLookup } from './index-rows.ts'
import { combineSides, compare, UNKNOWN_RANKS_UP_TO, type Score } from '../score.ts'
import { CHANNEL, COMPARED, KIND_WEIGHTS, measure, type Embedding, type Rarity, type Taste } from './taste-vector.ts'

// Finds the closest users among very many in two steps: a rough score from the posting lists for everyone who shares an
// item, then a full comparison of the best, with the function that also compares pairs. In a small crowd all are compared.

export type CandidateSearchDeps = {
  users: Pick<IdTable, 'size'>
  rows: RowLists
  holders: HolderLists
  items: ItemLookup
  rarity: Rarity
  midpoints: () => Midpoints
  tasteAt: (user: number, level: number) => Taste
  /** The embedding of what a user shows to everyone. */
  embeddingOf: (user: number, taste: Taste) => Embedding | null
  /** See `LEVELS`: users who hide their match from strangers are not found. */
  matchLevel: (user: number) => number
}

export type CandidateQuery = {
  filter: MatchFilter
  excluded: ReadonlySet<number>
  /** Users of the first window, whatever they share. A small crowd has all. */
  included: readonly number[]
  /** Users with rows. */
  crowdSize: number
  /** From 0; a small crowd has one window. */
  window: number
}

export type Candidates = {
  members: { user: number; score: Score }[]
  /** Users in all windows. */
  total: number
  isLast: boolean
}

/** Up to this many users all are compared in full. */
const FULL_COMPARISON_USERS = 400
/** Users compared in full per window of a larger crowd. */
const WINDOW = 200
/** Posting list entries read per side and ranking. The rarest items come first, so only the end of long lists is cut (decision 0006). */
const MAX_ENTRIES_READ = 50_000
/** All users are measured again after the crowd's size changed by this share. */
const REMEASURE_DRIFT = 0.25

const SIDES = 2
const MUSIC = 0
const VIDEO = 1
/** Values of a user in `amounts`, in one cache line; the inverse lengths begin at `INVERSES`. */
const AMOUNTS = 4
const INVERSES = 2
const MAX_COUNTED = 65_535
/** An equal score must not be skipped because of a rounding error. */
const BELOW_ROUNDING = 1 - 1e-9

type Search = CandidateSearchDeps & {
  capacity: number
  /**
   * Four values for each user. First the rough overlap of each side with the viewer, not yet divided by the user's length; both are 0
   * between rankings. Then the inverse length of each side when it was last measured.
   */
  amounts: Float32Array<ArrayBuffer>
  /** The users with an overlap, so that a ranking reads only these of a million. */
  sharing: Uint32Array<ArrayBuffer>
  sharingLength: number
  /** The number of items of each side. */
  counts: Uint16Array<ArrayBuffer>
  measuredAtSize: number
}

export type CandidateSearch = ReturnType<typeof createCandidateSearch>

export function createCandidateSearch(deps: CandidateSearchDeps) {
  const search: Search = {
    ...deps,
    capacity: 0,
    ...createArrays(0),
    sharing: new Uint32Array(MAX_ENTRIES_READ * SIDES),
    sharingLength: 0,
    measuredAtSize: 0,
  }
  const { users, rarity, midpoints, tasteAt, embeddingOf } = deps

  return {
    /** Call after a user's rows were written. */
    update: (user: number): void => measureUser(search, user),

    find(viewer: number, { filter, excluded, included, crowdSize, window }: CandidateQuery): Candidates {
      const isSmall = crowdSize <= FULL_COMPARISON_USERS
      if (isSmall && window > 0) return { members: [], total: 0, isLast: true }
      if (!isSmall && Math.abs(crowdSize - search.measuredAtSize) > search.measuredAtSize * REMEASURE_DRIFT) {
        for (let user = 0; user < users.size(); user++) measureUser(search, user)
        search.measuredAtSize = crowdSize
      }
      const mine = tasteAt(viewer, LEVELS.everyone)
      const myMeasure = measure(mine, rarity, embeddingOf(viewer, mine))
      const others = included.filter((user) => isFindable(search, user))
      const all = isSmall ? listFindable(search, excluded) : null
      const { found, total } = all
        ? { found: all, total: all.length }
        : selectWithIncluded(search, mine, { filter, excluded, included: others, window })
      const members = found.map((user) => {
        const taste = tasteAt(user, LEVELS.everyone)
        const theirs = measure(taste, rarity, embeddingOf(user, taste))
        return { user, score: compare(mine, taste, { rarity, midpoints: midpoints() }, myMeasure, theirs) }
      })
      return { members, total, isLast: isSmall || total - others.length <= WINDOW * (window + 1) }
    },
  }
}

const createArrays = (users: number): Pick<Search, 'amounts' | 'counts'> => ({
  amounts: new Float32Array(users * AMOUNTS),
  counts: new Uint16Array(users * SIDES),
})

function ensureCapacity(search: Search): void {
  if (search.users.size() <= search.capacity) return
  search.capacity = Math.max(1_024, search.users.size() * 2)
  const { amounts, counts } = search
  Object.assign(search, createArrays(search.capacity))
  search.amounts.set(amounts)
  search.counts.set(counts)
}

function measureUser(search: Search, user: number): void {
  ensureCapacity(search)
  const { amounts, counts, items, rarity } = search
  const rows = search.rows.view(user)
  let [music, video, musicItems, videoItems] = [0, 0, 0, 0]
  // A user who hides the match has length 0, and is never close.
  const to = search.matchLevel(user) === LEVELS.everyone ? rows.to : rows.from
  for (let index = rows.from; index < to; index++) {
    const word = rows.numbers[index] ?? 0
    const kind = items.kindOf(itemOf(word))
    if (kind >= COMPARED.length || !countsFor(word, LEVELS.everyone)) continue
    const mass = dampedOf(rows.strengths[index] ?? 0) ** 2 * (KIND_WEIGHTS[kind] ?? 0) * rarity(itemOf(word)) ** 2
    if (kind === CHANNEL) {
      video += mass
      videoItems++
    } else {
      music += mass
      musicItems++
    }
  }
  counts[user * SIDES + MUSIC] = Math.min(musicItems, MAX_COUNTED)
  counts[user * SIDES + VIDEO] = Math.min(videoItems, MAX_COUNTED)
  amounts[user * AMOUNTS + INVERSES + MUSIC] = music > 0 ? 1 / Math.sqrt(music) : 0
  amounts[user * AMOUNTS + INVERSES + VIDEO] = video > 0 ? 1 / Math.sqrt(video) : 0
}

/** Adds up the approximate overlap of one side for all users who share an item. */
function scoreSide(search: Search, taste: Taste, side: typeof MUSIC | typeof VIDEO): void {
  const own = Array.from(taste.items, (item, index) => ({
    item,
    kind: taste.kinds[index] ?? 0,
    mass: taste.masses[index] ?? 0,
    rare: search.rarity(item),
  }))
    .filter(({ kind }) => (kind === CHANNEL) === (side === VIDEO))
    .toSorted((a, b) => b.rare - a.rare)
  const length = Math.sqrt(own.reduce((sum, { mass, rare }) => sum + mass * rare ** 2, 0))
  let left = MAX_ENTRIES_READ
  for (const { item, kind, mass, rare } of own) {
    const scale = (Math.sqrt(mass * (KIND_WEIGHTS[kind] ?? 0)) * rare ** 2) / (length * 65_535)
    for (const view of search.holders.views(item)) {
      const to = Math.min(view.to, view.from + left)
      left -= to - view.from
      addAmounts(search, view, to, scale, side)
    }
    if (left <= 0) break
  }
}

function addAmounts(search: Search, { numbers, strengths, from }: View, to: number, scale: number, side: number): void {
  const { amounts, sharing } = search
  let length = search.sharingLength
  for (let index = from; index < to; index++) {
    const place = numbers[index]! * AMOUNTS
    const before = amounts[place + MUSIC]! + amounts[place + VIDEO]!
    // Overwritten by the next user unless this one is new: an `if` would be mispredicted half of the time.
    sharing[length] = numbers[index]!
    length += Number(before === 0)
    amounts[place + side]! += scale * strengths[index]!
  }
  search.sharingLength = length
}

/** Like `selectWindow`, but adds the included users to the first window only. */
function selectWithIncluded(
  search: Search,
  taste: Taste,
  { filter, excluded, included, window }: Omit<CandidateQuery, 'crowdSize'>,
): { found: number[]; total: number } {
  const { found, total } = selectWindow(search, taste, { filter, excluded: new Set([...excluded, ...included]), window })
  return { found: window === 0 ? [...included, ...found] : found, total: total + included.length }
}

/** The users of one window by approximate score, and the number of users in all windows. */
function selectWindow(
  search: Search,
  taste: Taste,
  { filter, excluded, window }: Pick<CandidateQuery, 'filter' | 'excluded' | 'window'>,
): { found: number[]; total: number } {
  if (filter !== 'video') scoreSide(search, taste, MUSIC)
  if (filter !== 'music') scoreSide(search, taste, VIDEO)
  const { amounts, capacity } = search
  for (const user of excluded) if (user < capacity) amounts.fill(0, user * AMOUNTS, user * AMOUNTS + SIDES)
  const best = createTopList(WINDOW * (window + 1))
  const total = selectOverlaps(search, createSelection(search, taste, filter, best))
  return { found: best.members().slice(WINDOW * window), total }
}

/** Collects the users with the highest approximate scores. */
type Selection = {
  /** Overlaps that could still be among the best. Most users are below both and are skipped without calibration. */
  minMusic: number
  minVideo: number
  add: (user: number, ofMusic: number, ofVideo: number) => void
}

function createSelection(
  { midpoints, counts }: Search,
  taste: Taste,
  filter: MatchFilter,
  best: ReturnType<typeof createTopList>,
): Selection {
  const { music, video } = midpoints()
  const [myMusic, myVideo] = [taste.counts.artists + taste.counts.tracks, taste.counts.channels]
  const selection: Selection = {
    minMusic: Number.MIN_VALUE,
    minVideo: Number.MIN_VALUE,
    add(user, ofMusic, ofVideo) {
      const rough = { music: calibrate(ofMusic, music), video: calibrate(ofVideo, video) }
      const weights = {
        music: filter === 'video' ? 0 : sideWeight(Math.min(myMusic, counts[user * SIDES + MUSIC]!)),
        video: filter === 'music' ? 0 : sideWeight(Math.min(myVideo, counts[user * SIDES + VIDEO]!)),
      }
      const value = combineSides(rough, weights) ?? UNKNOWN_RANKS_UP_TO * Math.max(rough.music, rough.video)
      if (value < best.minimum()) return
      best.add(user, value)
      const minimum = best.minimum() * BELOW_ROUNDING
      selection.minMusic = uncalibrate(minimum, music)
      selection.minVideo = uncalibrate(minimum, video)
    },
  }
  return selection
}

/** Adds all users with shared items to the selection and clears the overlaps. @returns the number of these users */
function selectOverlaps(search: Search, selection: Selection): number {
  const { amounts, sharing } = search
  let total = 0
  for (let index = 0; index < search.sharingLength; index++) {
    const user = sharing[index]!
    const place = user * AMOUNTS
    const ofMusic = amounts[place + MUSIC]! * amounts[place + INVERSES + MUSIC]!
    const ofVideo = amounts[place + VIDEO]! * amounts[place + INVERSES + VIDEO]!
    amounts[place + MUSIC] = 0
    amounts[place + VIDEO] = 0
    total += Number(ofMusic + ofVideo > 0)
    if (ofMusic >= selection.minMusic || ofVideo >= selection.minVideo) selection.add(user, ofMusic, ofVideo)
  }
  search.sharingLength = 0
  return total
}

const isFindable = ({ rows, matchLevel }: Search, user: number): boolean => rows.length(user) > 0 && matchLevel(user) === LEVELS.everyone

function listFindable(search: Search, excluded: ReadonlySet<number>): number[] {
  return Array.from({ length: search.users.size() }, (_, user) => user).filter((user) => isFindable(search, user) && !excluded.has(user))
}

/**
 * The `size` highest of many values above 0: a binary heap with the lowest on top. Of equal values the member with the
 * lower number is higher, so that one window ends exactly where the next begins.
 */
export function createTopList(size: number) {
  const members: number[] = []
  const values: number[] = []

  const isLower = (a: number, b: number): boolean => values[a]! < values[b]! || (values[a] === values[b] && members[a]! > members[b]!)

  function swap(a: number, b: number): void {
    const [member, value] = [members[a]!, values[a]!]
    members[a] = members[b]!
    values[a] = values[b]!
    members[b] = member
    values[b] = value
  }

  function siftDown(): void {
    for (let index = 0; ;) {
      const [left, right] = [2 * index + 1, 2 * index + 2]
      let lowest = index
      if (left < values.length && isLower(left, lowest)) lowest = left
      if (right < values.length && isLower(right, lowest)) lowest = right
      if (lowest === index) return
      swap(index, lowest)
      index = lowest
    }
  }

  function siftUp(): void {
    for (let index = values.length - 1; index > 0;) {
      const parent = (index - 1) >> 1
      if (!isLower(index, parent)) return
      swap(index, parent)
      index = parent
    }
  }

  return {
    /** Lower values are not added. */
    minimum: (): number => (values.length < size ? Number.MIN_VALUE : values[0]!),
    add(member: number, value: number): void {
      if (values.length < size) {
        members.push(member)
        values.push(value)
        siftUp()
      } else if (value > values[0]! || (value === values[0] && member < members[0]!)) {
        members[0] = member
        values[0] = value
        siftDown()
      }
    },
    /** The highest first. */
    members: (): number[] =>
      members
        .map((member, index) => ({ member, value: values[index]! }))
        .toSorted((a, b) => b.value - a.value || a.member - b.member)
        .map(({ member }) => member),
  }
}

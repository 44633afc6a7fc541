import type { MatchFilter } from '#contract/taste/taste.ts'
import { calibrate, sideWeight, uncalibrate, type Midpoints } from '../calibration.ts'
import type { IdTable } from './packed-tables.ts'
import type { PostingLists, View } from './packed-tables.ts'
import { countsFor, dampedOf, itemOf, LEVELS, type ItemLookup } from './index-rows.ts'
import { combineSides, compare, UNKNOWN_RANKS_UP_TO, type Score } from '../score.ts'
import { CHANNEL, COMPARED, KIND_WEIGHTS, measure, type Embedding, type Rarity, type Taste } from './taste-vector.ts'

// Finds the closest users among very many in two steps: a rough score from the posting lists for everyone who shares an
// item, then a full comparison of the best, with the function that also compares pairs. In a small crowd all are compared.

export type CandidateSearchDeps = {
  users: Pick<IdTable, 'size'>
  rows: PostingLists
  holders: PostingLists
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
/** Posting list entries read per side and ranking. The rarest items come first, so only the end of long lists is cut. */
const MAX_ENTRIES_READ = 100_000
/** All users are measured again after the crowd's size changed by this share. */
const REMEASURE_DRIFT = 0.25

/**
 * Fields of each user, side by side in one cache line: the overlap of each side and a seen mark for the current ranking,
 * the inverse length of each side when it was last measured, and its number of items.
 */
const FIELDS = 8
const MUSIC = 0
const VIDEO = 1
const SEEN = 2
const INVERSE_MUSIC = 3
const INVERSE_VIDEO = 4
const MUSIC_ITEMS = 5
const VIDEO_ITEMS = 6

type Search = CandidateSearchDeps & {
  capacity: number
  fields: Float32Array<ArrayBuffer>
  /** Users seen in the current ranking. */
  seen: Uint32Array
  measuredAtSize: number
}

export type CandidateSearch = ReturnType<typeof createCandidateSearch>

export function createCandidateSearch(deps: CandidateSearchDeps) {
  const search: Search = { ...deps, capacity: 0, fields: new Float32Array(0), seen: new Uint32Array(0), measuredAtSize: 0 }
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

function ensureCapacity(search: Search): void {
  if (search.users.size() <= search.capacity) return
  search.capacity = Math.max(1_024, search.users.size() * 2)
  const before = search.fields
  search.fields = new Float32Array(search.capacity * FIELDS)
  search.fields.set(before)
  search.seen = new Uint32Array(search.capacity)
}

function measureUser(search: Search, user: number): void {
  ensureCapacity(search)
  const { fields, items, rarity } = search
  const rows = search.rows.view(user)
  let [music, video, musicItems, videoItems] = [0, 0, 0, 0]
  // A user who hides the match has no length, and so is never close.
  const to = search.matchLevel(user) === LEVELS.everyone ? rows.to : rows.from
  for (let at = rows.from; at < to; at++) {
    const word = rows.numbers[at] ?? 0
    const kind = items.kindOf(itemOf(word))
    if (kind >= COMPARED.length || !countsFor(word, LEVELS.everyone)) continue
    const mass = dampedOf(rows.strengths[at] ?? 0) ** 2 * (KIND_WEIGHTS[kind] ?? 0) * rarity(itemOf(word)) ** 2
    if (kind === CHANNEL) {
      video += mass
      videoItems++
    } else {
      music += mass
      musicItems++
    }
  }
  fields[user * FIELDS + MUSIC_ITEMS] = musicItems
  fields[user * FIELDS + VIDEO_ITEMS] = videoItems
  fields[user * FIELDS + INVERSE_MUSIC] = music > 0 ? 1 / Math.sqrt(music) : 0
  fields[user * FIELDS + INVERSE_VIDEO] = video > 0 ? 1 / Math.sqrt(video) : 0
}

/** Adds up the rough overlap of one side for everyone who shares an item. @returns how many users were seen so far */
function scoreSide(search: Search, taste: Taste, isVideo: boolean, seenBefore: number): number {
  const own = Array.from(taste.items, (item, at) => ({
    item,
    kind: taste.kinds[at] ?? 0,
    mass: taste.masses[at] ?? 0,
    rare: search.rarity(item),
  }))
    .filter(({ kind }) => (kind === CHANNEL) === isVideo)
    .toSorted((one, two) => two.rare - one.rare)
  const length = Math.sqrt(own.reduce((sum, { mass, rare }) => sum + mass * rare ** 2, 0))
  let left = MAX_ENTRIES_READ
  let count = seenBefore
  for (const { item, kind, mass, rare } of own) {
    const list = search.holders.view(item)
    const to = Math.min(list.to, list.from + left)
    left -= to - list.from
    const scale = (Math.sqrt(mass * (KIND_WEIGHTS[kind] ?? 0)) * rare ** 2) / (length * 65_535)
    count = scoreList(search, { ...list, to }, scale, isVideo, count)
    if (left <= 0) break
  }
  return count
}

function scoreList(
  { fields, seen }: Search,
  { numbers, strengths, from, to }: View,
  scale: number,
  isVideo: boolean,
  seenBefore: number,
): number {
  const side = isVideo ? VIDEO : MUSIC
  const inverse = isVideo ? INVERSE_VIDEO : INVERSE_MUSIC
  let count = seenBefore
  for (let at = from; at < to; at++) {
    const user = numbers[at]!
    const line = user * FIELDS
    if (fields[line + SEEN] === 0) {
      fields[line + SEEN] = 1
      seen[count++] = user
    }
    fields[line + side]! += scale * strengths[at]! * fields[line + inverse]!
  }
  return count
}

/** As `selectWindow`, with the included users beside those of the first window and in no other one. */
function selectWithIncluded(
  search: Search,
  taste: Taste,
  { filter, excluded, included, window }: Omit<CandidateQuery, 'crowdSize'>,
): { found: number[]; total: number } {
  const { found, total } = selectWindow(search, taste, { filter, excluded: new Set([...excluded, ...included]), window })
  return { found: window === 0 ? [...included, ...found] : found, total: total + included.length }
}

/** The users of one window by rough score, and how many there are in all windows. */
function selectWindow(
  search: Search,
  taste: Taste,
  { filter, excluded, window }: Pick<CandidateQuery, 'filter' | 'excluded' | 'window'>,
): { found: number[]; total: number } {
  let count = 0
  if (filter !== 'video') count = scoreSide(search, taste, false, count)
  if (filter !== 'music') count = scoreSide(search, taste, true, count)
  const { fields, seen, capacity } = search
  const best = createTopList(WINDOW * (window + 1))
  for (const user of excluded) if (user < capacity) fields.fill(0, user * FIELDS + MUSIC, user * FIELDS + VIDEO + 1)
  const { music, video } = search.midpoints()
  const [myMusic, myVideo] = [taste.counts.artists + taste.counts.tracks, taste.counts.channels]
  let total = 0
  /** Overlaps that could still enter the list. Most users are below both and are skipped without calibration. */
  let minimum = best.minimum()
  let [minMusic, minVideo] = [0, 0]
  for (let at = 0; at < count; at++) {
    const line = seen[at]! * FIELDS
    const [ofMusic, ofVideo] = [fields[line + MUSIC]!, fields[line + VIDEO]!]
    fields[line + MUSIC] = 0
    fields[line + VIDEO] = 0
    fields[line + SEEN] = 0
    if (ofMusic > 0 || ofVideo > 0) total++
    if (ofMusic < minMusic && ofVideo < minVideo) continue
    const rough = { music: calibrate(ofMusic, music), video: calibrate(ofVideo, video) }
    const weights = {
      music: filter === 'video' ? 0 : sideWeight(Math.min(myMusic, fields[line + MUSIC_ITEMS]!)),
      video: filter === 'music' ? 0 : sideWeight(Math.min(myVideo, fields[line + VIDEO_ITEMS]!)),
    }
    const value = combineSides(rough, weights) ?? UNKNOWN_RANKS_UP_TO * Math.max(rough.music, rough.video)
    if (value < minimum) continue
    best.add(seen[at]!, value)
    minimum = best.minimum()
    minMusic = uncalibrate(minimum, music)
    minVideo = uncalibrate(minimum, video)
  }
  return { found: best.members().slice(WINDOW * window), total }
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

  const isLower = (one: number, other: number): boolean =>
    values[one]! < values[other]! || (values[one] === values[other] && members[one]! > members[other]!)

  function swap(one: number, two: number): void {
    const [member, value] = [members[one]!, values[one]!]
    members[one] = members[two]!
    values[one] = values[two]!
    members[two] = member
    values[two] = value
  }

  function siftDown(): void {
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2]
      let lowest = at
      if (left < values.length && isLower(left, lowest)) lowest = left
      if (right < values.length && isLower(right, lowest)) lowest = right
      if (lowest === at) return
      swap(at, lowest)
      at = lowest
    }
  }

  function siftUp(): void {
    for (let at = values.length - 1; at > 0;) {
      const parent = (at - 1) >> 1
      if (!isLower(at, parent)) return
      swap(at, parent)
      at = parent
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
        .map((member, at) => ({ member, value: values[at]! }))
        .toSorted((one, two) => two.value - one.value || one.member - two.member)
        .map(({ member }) => member),
  }
}

import type { MatchFilter } from '#contract/taste.ts'
import { calibrate, uncalibrate, sideWeight, type Midpoints } from '../calibration.ts'
import type { IdTable } from './id-table.ts'
import type { PostingLists, View } from './posting-lists.ts'
import { countsFor, dampedOf, itemOf, LEVELS, type ItemLookup } from './index-rows.ts'
import { compare, combineSides, UNKNOWN_RANKS_UP_TO, type Score } from '../score.ts'
import { CHANNEL, COMPARED, KIND_WEIGHTS, measure, type Rarity, type Embedding, type Taste } from './taste-vector.ts'

// Who might be close, out of very many. In two steps: first everybody who shares something is weighed roughly, thing by
// thing from the lists, then the best of them are compared in full, by the very function that answers for a pair. In a
// crowd that is small enough everybody is compared in full, so there the first step is left out and nothing is rough.

export type CandidateSearchDeps = {
  people: Pick<IdTable, 'size'>
  rowsOf: PostingLists
  holdersOf: PostingLists
  things: ItemLookup
  rarity: Rarity
  midpoints: () => Midpoints
  tasteAt: (person: number, level: number) => Taste
  /** Where somebody stands among listeners, by what they show to everyone. */
  standingOf: (person: number, taste: Taste) => Embedding | null
  /** See `LEVELS`: whoever keeps the match from strangers is not found by it. */
  matchLevel: (person: number) => number
}

/** A crowd so small is compared in full. */
const FULL_COMPARISON_USERS = 400
/** In a larger one so many are compared at a time, those who look closest first: a window. */
const WINDOW = 200
/** Entries of lists that are read for one ranking: the rarest things come first, the end of the longest lists never. */
const MAX_ENTRIES_READ = 100_000
/** A crowd that has grown or shrunk by this much is measured anew. */
const REMEASURE_DRIFT = 0.25

/**
 * What is stored of each user, side by side so that one cache line holds all of it: the overlap of each side in the ranking
 * under way and whether they were met in it, one over the length of each side when it was measured, and the items it holds.
 */
const FIELDS = 8
const MUSIC = 0
const VIDEO = 1
const SEEN = 2
const INVERSE_MUSIC = 3
const INVERSE_VIDEO = 4
const MUSIC_ITEMS = 5
const VIDEO_ITEMS = 6

export type Candidates = {
  people: { person: number; score: Score }[]
  /** How many people there are in all windows. */
  total: number
  /** Whether nobody comes after this window. */
  isLast: boolean
}

export function createCandidateSearch({
  people,
  rowsOf,
  holdersOf,
  things,
  rarity,
  midpoints,
  tasteAt,
  standingOf,
  matchLevel,
}: CandidateSearchDeps) {
  let room = 0
  let sheet = new Float32Array(0)
  let touched = new Uint32Array(0)
  let sweptAt = 0

  function ensure(): void {
    if (people.size() <= room) return
    room = Math.max(1_024, people.size() * 2)
    const before = sheet
    sheet = new Float32Array(room * FIELDS)
    sheet.set(before)
    touched = new Uint32Array(room)
  }

  function measured(person: number): void {
    ensure()
    const rows = rowsOf.view(person)
    let [music, video, musicItems, videoItems] = [0, 0, 0, 0]
    // Whoever is not found by the match is as far from everybody as can be.
    const to = matchLevel(person) === LEVELS.everyone ? rows.to : rows.from
    for (let at = rows.from; at < to; at++) {
      const word = rows.numbers[at] ?? 0
      const kind = things.kindOf(itemOf(word))
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
    sheet[person * FIELDS + MUSIC_ITEMS] = musicItems
    sheet[person * FIELDS + VIDEO_ITEMS] = videoItems
    sheet[person * FIELDS + INVERSE_MUSIC] = music > 0 ? 1 / Math.sqrt(music) : 0
    sheet[person * FIELDS + INVERSE_VIDEO] = video > 0 ? 1 / Math.sqrt(video) : 0
  }

  /** Adds up on one side how close those are who share something. @returns how many were touched so far */
  function addSide(taste: Taste, isVideo: boolean, known: number): number {
    const own = Array.from(taste.items, (item, at) => ({
      item,
      kind: taste.kinds[at] ?? 0,
      mass: taste.masses[at] ?? 0,
      rare: rarity(item),
    }))
      .filter(({ kind }) => (kind === CHANNEL) === isVideo)
      .toSorted((one, two) => two.rare - one.rare)
    const length = Math.sqrt(own.reduce((sum, { mass, rare }) => sum + mass * rare ** 2, 0))
    let left = MAX_ENTRIES_READ
    let count = known
    for (const { item, kind, mass, rare } of own) {
      const list = holdersOf.view(item)
      const to = Math.min(list.to, list.from + left)
      left -= to - list.from
      count = addList({ ...list, to }, (Math.sqrt(mass * (KIND_WEIGHTS[kind] ?? 0)) * rare ** 2) / (length * 65_535), isVideo, count)
      if (left <= 0) break
    }
    return count
  }

  function addList({ numbers, strengths, from, to }: View, scale: number, isVideo: boolean, known: number): number {
    const [side, perSide] = isVideo ? [VIDEO, INVERSE_VIDEO] : [MUSIC, INVERSE_MUSIC]
    let count = known
    for (let at = from; at < to; at++) {
      const person = numbers[at]!
      const line = person * FIELDS
      if (sheet[line + SEEN] === 0) {
        sheet[line + SEEN] = 1
        touched[count++] = person
      }
      sheet[line + side]! += scale * strengths[at]! * sheet[line + perSide]!
    }
    return count
  }

  /** The people who look closest, so many as are worth a full comparison: those of the window, and how many there are in all. */
  function likeliest(viewer: number, filter: MatchFilter, left: ReadonlySet<number>, window: number): { members: number[]; total: number } {
    const taste = tasteAt(viewer, LEVELS.everyone)
    let count = 0
    if (filter !== 'video') count = addSide(taste, false, count)
    if (filter !== 'music') count = addSide(taste, true, count)
    const best = createTopList(WINDOW * (window + 1))
    for (const person of left) if (person < room) sheet.fill(0, person * FIELDS + MUSIC, person * FIELDS + VIDEO + 1)
    const { music, video } = midpoints()
    const [myMusic, myVideo] = [taste.counts.artists + taste.counts.tracks, taste.counts.channels]
    let total = 0
    /** Overlaps that could still get in; most users are below both, and are passed over without a reading. */
    let least = best.least()
    let [leastMusic, leastVideo] = [0, 0]
    for (let at = 0; at < count; at++) {
      const line = touched[at]! * FIELDS
      const [ofMusic, ofVideo] = [sheet[line + MUSIC]!, sheet[line + VIDEO]!]
      sheet[line + MUSIC] = 0
      sheet[line + VIDEO] = 0
      sheet[line + SEEN] = 0
      if (ofMusic > 0 || ofVideo > 0) total++
      if (ofMusic < leastMusic && ofVideo < leastVideo) continue
      const rough = { music: calibrate(ofMusic, music), video: calibrate(ofVideo, video) }
      const weights = {
        music: filter === 'video' ? 0 : sideWeight(Math.min(myMusic, sheet[line + MUSIC_ITEMS]!)),
        video: filter === 'music' ? 0 : sideWeight(Math.min(myVideo, sheet[line + VIDEO_ITEMS]!)),
      }
      const value = combineSides(rough, weights) ?? UNKNOWN_RANKS_UP_TO * Math.max(rough.music, rough.video)
      if (value < least) continue
      best.add(touched[at]!, value)
      least = best.least()
      leastMusic = uncalibrate(least, music)
      leastVideo = uncalibrate(least, video)
    }
    return { members: best.members().slice(WINDOW * window), total }
  }

  function everybody(left: ReadonlySet<number>): number[] {
    return Array.from({ length: people.size() }, (_, person) => person).filter(
      (person) => rowsOf.length(person) > 0 && !left.has(person) && matchLevel(person) === LEVELS.everyone,
    )
  }

  return {
    /** Call when somebody's rows were written. */
    measured,

    /** @param window which of the windows, from 0; a small crowd is one */
    of(viewer: number, filter: MatchFilter, left: ReadonlySet<number>, present: number, window = 0): Candidates {
      const isSmall = present <= FULL_COMPARISON_USERS
      if (isSmall && window > 0) return { people: [], total: 0, isLast: true }
      if (!isSmall && Math.abs(present - sweptAt) > sweptAt * REMEASURE_DRIFT) {
        for (let person = 0; person < people.size(); person++) measured(person)
        sweptAt = present
      }
      const mine = tasteAt(viewer, LEVELS.everyone)
      const myMeasure = measure(mine, rarity, standingOf(viewer, mine))
      const all = isSmall ? everybody(left) : null
      const { members, total } = all ? { members: all, total: all.length } : likeliest(viewer, filter, left, window)
      const scored = members.map((person) => {
        const taste = tasteAt(person, LEVELS.everyone)
        return {
          person,
          score: compare(mine, taste, { rarity, midpoints: midpoints() }, myMeasure, measure(taste, rarity, standingOf(person, taste))),
        }
      })
      return { people: scored, total, isLast: isSmall || total <= WINDOW * (window + 1) }
    },
  }
}

/**
 * The `size` highest of many values above 0: a heap with the lowest of them on top. Of the same value whoever has the lower
 * number is higher, so that one window ends exactly where the next begins.
 */
function createTopList(size: number) {
  const members: number[] = []
  const values: number[] = []

  /** Whether what stands at one place is lower than what stands at the other. */
  const isLower = (one: number, other: number): boolean =>
    values[one]! < values[other]! || (values[one] === values[other] && members[one]! > members[other]!)

  function swap(one: number, two: number): void {
    const [member, value] = [members[one]!, values[one]!]
    members[one] = members[two]!
    values[one] = values[two]!
    members[two] = member
    values[two] = value
  }

  function sink(): void {
    for (let at = 0; ;) {
      const [leftOf, rightOf] = [2 * at + 1, 2 * at + 2]
      let lowest = at
      if (leftOf < values.length && isLower(leftOf, lowest)) lowest = leftOf
      if (rightOf < values.length && isLower(rightOf, lowest)) lowest = rightOf
      if (lowest === at) return
      swap(at, lowest)
      at = lowest
    }
  }

  function rise(): void {
    for (let at = values.length - 1; at > 0;) {
      const parent = (at - 1) >> 1
      if (!isLower(at, parent)) return
      swap(at, parent)
      at = parent
    }
  }

  return {
    /** Nothing lower than this gets in. */
    least: (): number => (values.length < size ? Number.MIN_VALUE : values[0]!),
    add(member: number, value: number): void {
      if (values.length < size) {
        members.push(member)
        values.push(value)
        rise()
      } else if (value > values[0]! || (value === values[0] && member < members[0]!)) {
        members[0] = member
        values[0] = value
        sink()
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

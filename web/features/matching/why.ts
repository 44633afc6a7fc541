/* Why a match has its percentage: how both sides are weighted, and the reasons, whose points add up to it. */
import type { MatchInFull, MatchPart, SharedItem } from '#contract/taste/taste.ts'
import { WORLD_POPULATION } from '#contract/taste/world-population.ts'
import { oneIn } from './match.messages.ts'

const MAX_REASONS = 5
/** Below this difference between music and video, rounding hides their weights. */
const MIN_DISTANCE = 8
/** Shares are rounded to multiples of this many percentage points. */
const SHARE_STEP = 5
/** From this share of all users here, or of the world, an item is a hit. */
const HIT_HERE = 0.5
const HIT_WORLD = 0.03

export type Weighting =
  | { kind: 'music-only' | 'video-only' | 'alike' }
  /** `music` is the weight of music in percent. */
  | { kind: 'weighted'; music: number }

/** How music and video are weighted: the total lies between them, nearer to the heavier side. */
export function weightingOf({ percent, music, video }: { percent: number; music: number | null; video: number | null }): Weighting {
  if (video === null) return { kind: 'music-only' }
  if (music === null) return { kind: 'video-only' }
  if (Math.abs(music - video) < MIN_DISTANCE) return { kind: 'alike' }
  const share = (100 * (percent - video)) / (music - video)
  return { kind: 'weighted', music: Math.min(95, Math.max(5, Math.round(share / SHARE_STEP) * SHARE_STEP)) }
}

export type Reason = { kind: MatchPart['part'] | 'genres-and-topics' | 'rare-artists' | 'hits'; shared: number; points: number }

/** At most five reasons for a percentage, the strongest first; hits come last. Their points add up to the percentage. */
export function reasonsOf({ match, parts }: Pick<MatchInFull, 'match' | 'parts'>): Reason[] {
  const found = parts.filter(({ points }) => points > 0).map(({ part, points, shared }): Reason => ({ kind: part, shared, points }))
  const merged = mergeBars(found)
  const withHits = merged.flatMap((reason) => (reason.kind === 'artists' ? splitArtists(reason, match) : [reason]))
  return (withHits.length > MAX_REASONS ? merged : withHits).toSorted(
    (a, b) => Number(a.kind === 'hits') - Number(b.kind === 'hits') || b.points - a.points,
  )
}

/** Genres and topics are one reason if there would be too many, with one left for hits. */
function mergeBars(reasons: readonly Reason[]): Reason[] {
  const genres = reasons.find(({ kind }) => kind === 'genres')
  const topics = reasons.find(({ kind }) => kind === 'topics')
  if (!genres || !topics || reasons.length < MAX_REASONS) return [...reasons]
  const both: Reason = { kind: 'genres-and-topics', shared: genres.shared + topics.shared, points: genres.points + topics.points }
  return [...reasons.filter((reason) => reason !== genres && reason !== topics), both]
}

/** Separates hits from other shared artists, and says when few people know the others, if all shared artists are listed. */
function splitArtists(reason: Reason, { shared }: MatchInFull['match']): Reason[] {
  const artists = shared.filter(({ item }) => item.kind === 'artist')
  if (artists.length === 0 || artists.length !== reason.shared) return [reason]
  const hits = artists.filter(isHit)
  const others = artists.filter((artist) => !isHit(artist))
  const all = sumOf(artists)
  const percentOfHits = all > 0 ? Math.round((reason.points * sumOf(hits)) / all) : 0
  const reasons: Reason[] = [
    {
      kind: others.every((other) => oneIn(other) !== null) ? 'rare-artists' : 'artists',
      shared: others.length,
      points: reason.points - percentOfHits,
    },
    { kind: 'hits', shared: hits.length, points: percentOfHits },
  ]
  const withItems = reasons.filter((entry) => entry.shared > 0)
  return withItems.every(({ points }) => points > 0) ? withItems : [reason]
}

const sumOf = (items: readonly SharedItem[]): number => items.reduce((sum, { contribution }) => sum + contribution, 0)

/** Whether a large part of the users here or of the world loves an item. */
export function isHit({ here, world }: Pick<SharedItem, 'here' | 'world'>): boolean {
  if (world) return world.count / WORLD_POPULATION[world.unit] >= HIT_WORLD
  return here !== null && here.holders / here.users >= HIT_HERE
}

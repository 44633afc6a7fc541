import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'
import type { MatchFilter } from '#contract/taste/taste.ts'
import { trustedOverlap, similarListenersScore, calibrate, sideWeight, type Midpoints } from './calibration.ts'
import { embeddingSimilarity } from './index/latent-factors.ts'
import { ARTIST, CHANNEL, measure, OTHER_MUSIC, OTHER_VIDEO, TRACK, type Measure, type Rarity, type Taste } from './index/taste-vector.ts'

// Similarity of two users: pure, symmetric, the same function for pairs and rankings. All that pages show of a match
// (rank, percentages, parts, shared items) comes from here. Each side of a user, music and video, is a distribution
// over their items: an item's share is weight^(2 x LOVE_EXPONENT) x the kind's weight x rarity squared. The overlap of
// two sides is sum(sqrt(p x q)), a cosine: an item with the same share for both never lowers it, and it is a sum over
// shared items. Each side is calibrated to 0 to 1. The total is their mean, weighted by how much is known.

/**
 * How much alike genres or topics raise the overlap. They only scale it, by at most a fifth: with two dozen bars every
 * pair is somewhat alike.
 */
const BARS_WEIGHT = 0.25
/** The highest rank of a pair with too little data for a percentage. */
export const UNKNOWN_RANKS_UP_TO = 0.004

/** Sums over shared items by kind, and the largest summand of each side. */
type Overlap = Record<'artists' | 'tracks' | 'channels' | 'musicMost' | 'videoMost', number>

const noOverlap = (): Overlap => ({ artists: 0, tracks: 0, channels: 0, musicMost: 0, videoMost: 0 })

/** What one shared item adds to the overlap before normalization. */
const sharedAmount = (oneMass: number, otherMass: number, rarity: number): number => Math.sqrt(oneMass * otherMass) * rarity * rarity

function addShared(overlap: Overlap, kind: number, amount: number): void {
  if (kind === CHANNEL) {
    overlap.channels += amount
    overlap.videoMost = Math.max(overlap.videoMost, amount)
    return
  }
  if (kind === ARTIST) overlap.artists += amount
  else overlap.tracks += amount
  overlap.musicMost = Math.max(overlap.musicMost, amount)
}

/** `listeners`: similar embeddings, without a shared item. */
export type PartName = 'artists' | 'tracks' | 'genres' | 'channels' | 'topics' | 'listeners'

export type Side = {
  /** Overlap as measured, 0 to 1. */
  overlap: number
  /** The calibrated score of overlap and similar listeners, 0 to 1. It ranks lists of one side. */
  calibrated: number
  /** Weight of the side in the total, 0 to 1; 0 with too little data of either user. */
  weight: number
}

export type Score = {
  music: Side
  video: Side
  /** 0 to 1, between both sides; null with too little data on either side. */
  total: number | null
  /** What each part adds to the total; all 0 without a total. */
  parts: Record<PartName, number>
}

/** The order of a list with this filter, 0 to 1; near 0 with too little data for a percentage. */
export function rankOf({ music, video, total }: Pick<Score, 'music' | 'video' | 'total'>, filter: MatchFilter): number {
  if (filter === 'all') return total ?? UNKNOWN_RANKS_UP_TO * Math.max(music.calibrated, video.calibrated)
  const { calibrated: reading, weight } = filter === 'music' ? music : video
  return weight > 0 ? reading : UNKNOWN_RANKS_UP_TO * reading
}

/** Rarity and midpoints of the crowd. */
export type CompareContext = { rarity: Rarity; midpoints: Midpoints }

/** Combines what two users share into one score. Every step is symmetric. */
function scoreOf(overlap: Overlap, a: Measure, b: Measure, midpoints: Midpoints): Score {
  const similarity = a.embedding && b.embedding ? embeddingSimilarity(a.embedding, b.embedding) : 0
  const music = sideOf(
    {
      all: overlap.artists + overlap.tracks,
      strongest: overlap.musicMost,
      lengths: vectorLength(a, ARTIST, TRACK) * vectorLength(b, ARTIST, TRACK),
    },
    { items: Math.min(a.music, b.music), midpoint: midpoints.music, similarity },
    compareBars(a, b, 0, MUSIC_BARS, OTHER_MUSIC),
  )
  const video = sideOf(
    { all: overlap.channels, strongest: overlap.videoMost, lengths: vectorLength(a, CHANNEL) * vectorLength(b, CHANNEL) },
    { items: Math.min(a.video, b.video), midpoint: midpoints.video, similarity },
    compareBars(a, b, MUSIC_BARS, PRINT_BARS.length, OTHER_VIDEO),
  )
  const total = combineSides({ music: music.calibrated, video: video.calibrated }, { music: music.weight, video: video.weight })
  const ofMusic = total === null ? 0 : music.weight / (music.weight + video.weight)
  const ofVideo = total === null ? 0 : video.weight / (music.weight + video.weight)
  return {
    music: { overlap: music.overlap, calibrated: music.calibrated, weight: music.weight },
    video: { overlap: video.overlap, calibrated: video.calibrated, weight: video.weight },
    total,
    parts: {
      artists: share(overlap.artists, overlap.artists + overlap.tracks) * music.items * ofMusic,
      tracks: share(overlap.tracks, overlap.artists + overlap.tracks) * music.items * ofMusic,
      genres: music.bars * ofMusic,
      channels: video.items * ofVideo,
      topics: video.bars * ofVideo,
      listeners: music.listeners * ofMusic + video.listeners * ofVideo,
    },
  }
}

type OfSides = { music: number; video: number }

/** The mean of both sides, weighted by how much is known of each; null without either. */
export function combineSides(readings: OfSides, weights: OfSides): number | null {
  if (weights.music === 0) return weights.video === 0 ? null : readings.video
  if (weights.video === 0) return readings.music
  const ofMusic = weights.music / (weights.music + weights.video)
  // This form keeps two equal values exactly equal.
  return readings.music + (1 - ofMusic) * (readings.video - readings.music)
}

/** A side and the parts of its calibrated score. */
type SideInParts = Side & { items: number; bars: number; listeners: number }

function sideOf(
  { all, strongest, lengths }: { all: number; strongest: number; lengths: number },
  { items, midpoint, similarity }: { items: number; midpoint: number; similarity: number },
  bars: BarOverlap,
): SideInParts {
  const scale = (1 + BARS_WEIGHT * (bars.known + bars.unknown)) / (1 + BARS_WEIGHT)
  const overlap = cosine(all, lengths) * scale
  const explained = trustedOverlap({ all: overlap, strongest: Math.min(overlap, cosine(strongest, lengths) * scale) }, items)
  const listeners = similarity > 0 ? similarListenersScore(similarity, { explained, items, midpoint }) : 0
  const score = explained + listeners
  const reading = calibrate(score, midpoint)
  const perScore = score > 0 ? reading / score : 0
  const fromBars = (perScore * explained * BARS_WEIGHT * bars.known) / (scale * (1 + BARS_WEIGHT))
  return {
    overlap,
    calibrated: reading,
    weight: sideWeight(items),
    items: perScore * explained - fromBars,
    bars: fromBars,
    listeners: perScore * listeners,
  }
}

/**
 * Overlap of two users' genres or topics, 0 to 1 together. Unknown ones count in the sum, so that identical users are
 * identical, but explain nothing.
 */
type BarOverlap = { known: number; unknown: number }

function compareBars(a: Measure, b: Measure, from: number, to: number, otherBar: number): BarOverlap {
  let knownWeight = 0
  for (let bar = from; bar < to; bar++) if (bar !== otherBar) knownWeight += (a.bars[bar] ?? 0) * (b.bars[bar] ?? 0)
  const unknown = Math.min(1, (a.bars[otherBar] ?? 0) * (b.bars[otherBar] ?? 0))
  return { known: Math.min(1 - unknown, knownWeight), unknown }
}

const vectorLength = (of: Measure, ...kinds: number[]): number =>
  Math.sqrt(kinds.reduce((sum, kind) => sum + (of.lengths[kind] ?? 0) ** 2, 0))
/** Rounding must not exceed 1. */
const cosine = (amount: number, lengths: number): number => (lengths > 0 ? Math.min(1, amount / lengths) : 0)
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** A shared item; `amount` is its contribution to the total. */
type SharedEntry = { item: number; kind: number; amount: number }

export type Comparison = Score & {
  shared: SharedEntry[]
}

/**
 * Compares two users item by item. The order in which sources reported the items doesn't matter.
 * @param ofOne the users' measures, if the caller has them
 */
export function compare(
  a: Taste,
  b: Taste,
  { rarity, midpoints }: CompareContext,
  ofOne: Measure = measure(a, rarity),
  ofOther: Measure = measure(b, rarity),
): Comparison {
  const overlap = noOverlap()
  const found: SharedEntry[] = []
  for (let mine = 0, theirs = 0; mine < a.items.length && theirs < b.items.length;) {
    const item = a.items[mine] ?? 0
    const difference = item - (b.items[theirs] ?? 0)
    if (difference === 0) {
      const kind = a.kinds[mine] ?? 0
      const amount = sharedAmount(a.masses[mine] ?? 0, b.masses[theirs] ?? 0, rarity(item))
      addShared(overlap, kind, amount)
      found.push({ item, kind, amount })
    }
    if (difference <= 0) mine++
    if (difference >= 0) theirs++
  }
  const score = scoreOf(overlap, ofOne, ofOther, midpoints)
  const scale = [score.parts.artists, score.parts.tracks, score.parts.channels]
  const sums = [overlap.artists, overlap.tracks, overlap.channels]
  const shared = found.map((entry) => ({ ...entry, amount: share(entry.amount, sums[entry.kind] ?? 0) * (scale[entry.kind] ?? 0) }))
  return { ...score, shared }
}

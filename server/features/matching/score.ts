import { MUSIC_BARS, PRINT_BARS } from '#contract/print.ts'
import { believed, LISTENERS_WORTH, thingsEnough } from './calibration.ts'
import { nearness } from './index/latent-factors.ts'
import { ARTIST, CHANNEL, measure, OTHER_MUSIC, OTHER_VIDEO, TRACK, type Measure, type Rarity, type Taste } from './index/taste-vector.ts'

// How alike two people are: pure, symmetric, and the same function for one pair and for a ranking.
//
// Each side of a person, music and video, is one distribution of love over the things they hold: a thing's share is its
// weight x its kind's weight x rarity squared. Two sides are as alike as their distributions overlap, sum(sqrt(p x q)),
// which is the cosine over sqrt(weight) x rarity. So a thing that takes the same share of both people never lowers the
// raw score, the root damps what is on repeat, and the sum falls apart into what each shared thing adds. In a crowd there
// is a little more for those who listen like each other without sharing much: a part of its own, which no thing explains.

/**
 * How far alike genres or topics raise what is shared. They only ever scale it, by at most a fifth of the whole: with two
 * dozen bars everybody is somewhat alike, and "you both listen to pop" is no match by itself.
 */
const BARS_WEIGHT = 0.25

/** What two people share, summed up: of each kind and, to see whether it rests on one thing, the most and how many of each side. */
type Overlap = Record<'artists' | 'tracks' | 'channels' | 'musicMost' | 'musicShared' | 'videoMost' | 'videoShared', number>

const noOverlap = (): Overlap => ({ artists: 0, tracks: 0, channels: 0, musicMost: 0, musicShared: 0, videoMost: 0, videoShared: 0 })

/** What one shared thing adds to the overlap, before the lengths of the two are divided out. */
const sharedAmount = (oneMass: number, otherMass: number, rarity: number): number => Math.sqrt(oneMass * otherMass) * rarity * rarity

function addShared(overlap: Overlap, kind: number, amount: number): void {
  if (kind === CHANNEL) {
    overlap.channels += amount
    overlap.videoMost = Math.max(overlap.videoMost, amount)
    overlap.videoShared++
    return
  }
  if (kind === ARTIST) overlap.artists += amount
  else overlap.tracks += amount
  overlap.musicMost = Math.max(overlap.musicMost, amount)
  overlap.musicShared++
}

/** `listeners`: how near the two stand among listeners. It is in no raw score, in neither side, and names nothing. */
export type PartName = 'artists' | 'tracks' | 'genres' | 'channels' | 'topics' | 'listeners'
type Part = {
  /** What it adds to the score. */
  amount: number
  /** How alike the two are in this alone, 0 to 1, as measured. */
  similarity: number
}

export type Score = {
  /** Of what they share, before it is asked how much there is to believe it, 0 to 1. */
  raw: number
  /** 0 to 1: what people are ranked by and the per cent is read from. The amounts of the parts add up to it. */
  score: number
  music: number
  video: number
  parts: Record<PartName, Part>
}

/** Joins what two people share into one score. Every step is the same with the two exchanged. */
function scoreOf(overlap: Overlap, one: Measure, other: Measure): Score {
  const musicBars = alikeBars(one, other, 0, MUSIC_BARS, OTHER_MUSIC)
  const videoBars = alikeBars(one, other, MUSIC_BARS, PRINT_BARS.length, OTHER_VIDEO)
  const music = sideOf(
    { all: overlap.artists + overlap.tracks, most: overlap.musicMost, lengths: length(one, ARTIST, TRACK) * length(other, ARTIST, TRACK) },
    { shared: overlap.musicShared, things: Math.min(one.music, other.music) },
    musicBars,
  )
  const video = sideOf(
    { all: overlap.channels, most: overlap.videoMost, lengths: length(one, CHANNEL) * length(other, CHANNEL) },
    { shared: overlap.videoShared, things: Math.min(one.video, other.video) },
    videoBars,
  )
  // What two people do not share on one side takes nothing from what they share on the other. The product in
  // m + v - m x v belongs to both sides in halves.
  const musicPart = music.items * (1 - video.score / 2)
  const videoPart = video.items * (1 - music.score / 2)
  const explained = music.score + video.score - music.score * video.score
  const listeners = listenersOf(one, other, explained)
  const alike = (amount: number, kind: number): number => cosine(amount, length(one, kind) * length(other, kind))
  return {
    raw: music.raw + video.raw - music.raw * video.raw,
    score: explained + listeners.amount,
    music: music.score,
    video: video.score,
    parts: {
      artists: { amount: share(overlap.artists, overlap.artists + overlap.tracks) * musicPart, similarity: alike(overlap.artists, ARTIST) },
      tracks: { amount: share(overlap.tracks, overlap.artists + overlap.tracks) * musicPart, similarity: alike(overlap.tracks, TRACK) },
      genres: { amount: music.bars * (1 - video.score / 2), similarity: similarityOf(musicBars) },
      channels: { amount: videoPart, similarity: alike(overlap.channels, CHANNEL) },
      topics: { amount: video.bars * (1 - music.score / 2), similarity: similarityOf(videoBars) },
      listeners,
    },
  }
}

/** What two people's places among listeners add to what they share: the less, the more they share. */
function listenersOf(one: Measure, other: Measure, explained: number): Part {
  const similarity = one.standing && other.standing ? nearness(one.standing, other.standing) : 0
  const things = Math.min(one.music + one.video, other.music + other.video)
  return { similarity, amount: LISTENERS_WORTH * similarity * thingsEnough(things) * (1 - explained) }
}

/** One side: its raw score, the believed one, and how much of that comes from shared things and how much from bars. */
type Side = { raw: number; score: number; items: number; bars: number }

function sideOf(
  { all, most, lengths }: { all: number; most: number; lengths: number },
  evidence: { shared: number; things: number },
  bars: AlikeBars,
): Side {
  const scale = (1 + BARS_WEIGHT * (bars.known + bars.unknown)) / (1 + BARS_WEIGHT)
  const raw = cosine(all, lengths) * scale
  const score = believed({ all: raw, most: Math.min(raw, cosine(most, lengths) * scale) }, evidence)
  const fromBars = (score * BARS_WEIGHT * bars.known) / (scale * (1 + BARS_WEIGHT))
  return { raw, score, items: score - fromBars, bars: fromBars }
}

/**
 * How far two people's genres or topics overlap, 0 to 1 together. The unknown ones count in the sum, or else identical
 * people would not be identical, but they are no part of the explanation.
 */
type AlikeBars = { known: number; unknown: number }

function alikeBars(one: Measure, other: Measure, from: number, to: number, otherBar: number): AlikeBars {
  let known = 0
  for (let bar = from; bar < to; bar++) if (bar !== otherBar) known += (one.bars[bar] ?? 0) * (other.bars[bar] ?? 0)
  const unknown = Math.min(1, (one.bars[otherBar] ?? 0) * (other.bars[otherBar] ?? 0))
  return { known: Math.min(1 - unknown, known), unknown }
}

/** Of what is known. */
const similarityOf = ({ known, unknown }: AlikeBars): number => (unknown < 1 ? Math.min(1, known / (1 - unknown)) : 0)

const length = (of: Measure, ...kinds: number[]): number => Math.sqrt(kinds.reduce((sum, kind) => sum + (of.lengths[kind] ?? 0) ** 2, 0))
/** Rounding must not make anybody more than alike. */
const cosine = (amount: number, lengths: number): number => (lengths > 0 ? Math.min(1, amount / lengths) : 0)
const share = (part: number, whole: number): number => (whole > 0 ? part / whole : 0)

/** One thing both hold; `amount` is what it adds to the score. */
type SharedThing = { item: number; kind: number; amount: number }

export type Comparison = Score & {
  /** In ascending order of the items. */
  shared: SharedThing[]
}

/**
 * Compares two people thing by thing. The order in which their things were told does not matter.
 * @param ofOne their measures, where they are known already
 */
export function compare(
  one: Taste,
  other: Taste,
  rarity: Rarity,
  ofOne: Measure = measure(one, rarity),
  ofOther: Measure = measure(other, rarity),
): Comparison {
  const overlap = noOverlap()
  const found: SharedThing[] = []
  for (let mine = 0, theirs = 0; mine < one.items.length && theirs < other.items.length;) {
    const item = one.items[mine] ?? 0
    const difference = item - (other.items[theirs] ?? 0)
    if (difference === 0) {
      const kind = one.kinds[mine] ?? 0
      const amount = sharedAmount(one.masses[mine] ?? 0, other.masses[theirs] ?? 0, rarity(item))
      addShared(overlap, kind, amount)
      found.push({ item, kind, amount })
    }
    if (difference <= 0) mine++
    if (difference >= 0) theirs++
  }
  const score = scoreOf(overlap, ofOne, ofOther)
  const scale = [score.parts.artists.amount, score.parts.tracks.amount, score.parts.channels.amount]
  const sums = [overlap.artists, overlap.tracks, overlap.channels]
  const shared = found.map((thing) => ({ ...thing, amount: share(thing.amount, sums[thing.kind] ?? 0) * (scale[thing.kind] ?? 0) }))
  return { ...score, shared }
}

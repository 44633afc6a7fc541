import type { ItemKind } from '#contract/media.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'

// A user's taste as arrays for fast comparison.

/** An item that a user loves. `bars` are indexes into PRINT_BARS. */
export type TasteItem = { item: number; kind: ItemKind; weight: number; bars: readonly number[] }

/** How rare an item is, above 0; see match.rarity.ts. */
export type Rarity = (item: number) => number

/** A user's items in ascending order, each once. Plain arrays: a ranking makes hundreds of these, and typed ones take longer to make. */
export type Taste = {
  readonly items: readonly number[]
  /** Indexes into COMPARED. */
  readonly kinds: readonly number[]
  /** The squared length of each item's entry before rarity: weight^(2 x LOVE_EXPONENT) x the kind's weight. */
  readonly masses: readonly number[]
  readonly bars: readonly (readonly number[])[]
  readonly counts: { artists: number; tracks: number; channels: number }
}

/**
 * Compared kinds with their weights. A track repeats its artist in more detail, so it counts half. Liked videos are
 * left out: they change often, and their channel says more.
 */
export const COMPARED = ['artist', 'track', 'channel'] as const
export const KIND_WEIGHTS = [1, 0.5, 1]
/** Damps how much more a user loves one item than another. Found by cross-validation, see docs/decisions/0006. */
export const LOVE_EXPONENT = 0.57
export const ARTIST = 0
export const TRACK = 1
export const CHANNEL = 2

/** @param loved of duplicates from several sources the highest weight counts */
export function tasteOf(loved: readonly TasteItem[]): Taste {
  const strongest = new Map<number, { item: TasteItem; kind: number }>()
  for (const entry of loved) {
    const kind = COMPARED.findIndex((compared) => compared === entry.kind)
    if (kind >= 0 && entry.weight > (strongest.get(entry.item)?.item.weight ?? 0)) strongest.set(entry.item, { item: entry, kind })
  }
  const sorted = [...strongest.values()].toSorted((a, b) => a.item.item - b.item.item)
  const byItem = new Map(sorted.map(({ item, kind }) => [item.item, { item, kind }]))
  return createTaste(
    sorted.map(({ item }) => item.item),
    sorted.map(({ item }) => item.weight ** LOVE_EXPONENT),
    (id) => byItem.get(id)?.kind ?? 0,
    (id) => byItem.get(id)?.item.bars ?? [],
  )
}

/** @param items in ascending order, each once, of the compared kinds @param damped weight^LOVE_EXPONENT of each */
export function createTaste(
  items: readonly number[],
  damped: readonly number[],
  kindOf: (item: number) => number,
  barsOf: (item: number) => readonly number[],
): Taste {
  const counts = [0, 0, 0]
  const kinds: number[] = []
  const masses: number[] = []
  const bars: (readonly number[])[] = []
  for (let index = 0; index < items.length; index++) {
    const kind = kindOf(items[index]!)
    kinds.push(kind)
    bars.push(barsOf(items[index]!))
    counts[kind] = (counts[kind] ?? 0) + 1
    masses.push(damped[index]! ** 2 * (KIND_WEIGHTS[kind] ?? 0))
  }
  const [artists = 0, tracks = 0, channels = 0] = counts
  return { items, kinds, masses, bars, counts: { artists, tracks, channels } }
}

/** A user's position in the latent space (latent-factors.ts) as a direction in byte steps; empty when unknown. */
export type Embedding = Int8Array

/** The part of a comparison that does not depend on the other user's items. Depends on rarity. */
export type Measure = {
  /** Vector length of each kind, as in COMPARED. */
  readonly lengths: readonly number[]
  /** Root of each bar's share of its side. Items without bars count in the side's `other`. */
  readonly bars: Float64Array
  /** Number of items of each side. */
  readonly music: number
  readonly video: number
  /** Null without trained embeddings. */
  readonly embedding: Embedding | null
}

export const OTHER_MUSIC = PRINT_BARS.indexOf('other-music')
export const OTHER_VIDEO = PRINT_BARS.indexOf('other-video')

export function measure(taste: Taste, rarity: Rarity, embedding: Embedding | null = null): Measure {
  const bars = new Float64Array(PRINT_BARS.length)
  const lengths = [0, 0, 0]
  for (let index = 0; index < taste.items.length; index++) {
    const rare = rarity(taste.items[index] ?? 0)
    const mass = (taste.masses[index] ?? 0) * rare * rare
    const kind = taste.kinds[index] ?? 0
    lengths[kind] = (lengths[kind] ?? 0) + mass
    const itemBars = taste.bars[index] ?? []
    if (itemBars.length === 0) {
      const other = kind === CHANNEL ? OTHER_VIDEO : OTHER_MUSIC
      bars[other] = (bars[other] ?? 0) + mass
    }
    for (const bar of itemBars) bars[bar] = (bars[bar] ?? 0) + mass / itemBars.length
  }
  toRootsOfShares(bars, 0, MUSIC_BARS)
  toRootsOfShares(bars, MUSIC_BARS, bars.length)
  const { artists, tracks, channels } = taste.counts
  return { lengths: lengths.map(Math.sqrt), bars, music: artists + tracks, video: channels, embedding }
}

function toRootsOfShares(masses: Float64Array, from: number, to: number): void {
  let sum = 0
  for (let index = from; index < to; index++) sum += masses[index]!
  if (sum > 0) for (let index = from; index < to; index++) masses[index] = Math.sqrt(masses[index]! / sum)
}

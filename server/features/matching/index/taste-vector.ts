import type { ItemKind } from '#contract/media.ts'
import { MUSIC_BARS, PRINT_BARS } from '#contract/taste/print.ts'

// A user's taste as arrays for fast comparison.

/** An item that a user loves. `bars` are indexes into PRINT_BARS. */
export type TasteItem = { item: number; kind: ItemKind; weight: number; bars: readonly number[] }

/** How rare an item is, above 0; see match.rarity.ts. */
export type Rarity = (item: number) => number

/** A user's items in ascending order, each once. */
export type Taste = {
  readonly items: Int32Array
  /** Indexes into COMPARED. */
  readonly kinds: Uint8Array
  /** The squared length of each item's entry before rarity: weight^(2 x LOVE_EXPONENT) x the kind's weight. */
  readonly masses: Float64Array
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
  const strongest = new Map<number, { one: TasteItem; kind: number }>()
  for (const one of loved) {
    const kind = COMPARED.findIndex((compared) => compared === one.kind)
    if (kind >= 0 && one.weight > (strongest.get(one.item)?.one.weight ?? 0)) strongest.set(one.item, { one, kind })
  }
  const sorted = [...strongest.values()].toSorted((first, second) => first.one.item - second.one.item)
  const byItem = new Map(sorted.map(({ one, kind }) => [one.item, { one, kind }]))
  return createTaste(
    Int32Array.from(sorted, ({ one }) => one.item),
    Float64Array.from(sorted, ({ one }) => one.weight ** LOVE_EXPONENT),
    (item) => byItem.get(item)?.kind ?? 0,
    (item) => byItem.get(item)?.one.bars ?? [],
  )
}

/**
 * @param items in ascending order, each once, of the compared kinds
 * @param damped weight^LOVE_EXPONENT of each
 */
export function createTaste(
  items: Int32Array,
  damped: Float64Array,
  kindOf: (item: number) => number,
  barsOf: (item: number) => readonly number[],
): Taste {
  const counts = [0, 0, 0]
  const kinds = new Uint8Array(items.length)
  const masses = new Float64Array(items.length)
  const bars: (readonly number[])[] = []
  for (let at = 0; at < items.length; at++) {
    const kind = kindOf(items[at] ?? 0)
    kinds[at] = kind
    bars.push(barsOf(items[at] ?? 0))
    counts[kind] = (counts[kind] ?? 0) + 1
    masses[at] = (damped[at] ?? 0) ** 2 * (KIND_WEIGHTS[kind] ?? 0)
  }
  const [artists = 0, tracks = 0, channels = 0] = counts
  return { items, kinds, masses, bars, counts: { artists, tracks, channels } }
}

/** A user's position in the latent space (latent-factors.ts) as a direction in byte steps; empty when unknown. */
export type Embedding = Int8Array

/** The part of a comparison that does not depend on the other user's items. Depends on rarity. */
export type Measure = {
  /** Vector length of each kind, as in COMPARED. */
  readonly lengths: Float64Array
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
  const lengths = new Float64Array(COMPARED.length)
  for (let at = 0; at < taste.items.length; at++) {
    const rare = rarity(taste.items[at] ?? 0)
    const mass = (taste.masses[at] ?? 0) * rare * rare
    const kind = taste.kinds[at] ?? 0
    lengths[kind] = (lengths[kind] ?? 0) + mass
    const itemBars = taste.bars[at] ?? []
    const all = itemBars.length > 0 ? itemBars : [kind === CHANNEL ? OTHER_VIDEO : OTHER_MUSIC]
    for (const bar of all) bars[bar] = (bars[bar] ?? 0) + mass / all.length
  }
  toRootsOfShares(bars.subarray(0, MUSIC_BARS))
  toRootsOfShares(bars.subarray(MUSIC_BARS))
  const { artists, tracks, channels } = taste.counts
  return { lengths: lengths.map(Math.sqrt), bars, music: artists + tracks, video: channels, embedding: embedding }
}

function toRootsOfShares(masses: Float64Array): void {
  const sum = masses.reduce((one, two) => one + two, 0)
  if (sum > 0) for (let at = 0; at < masses.length; at++) masses[at] = Math.sqrt((masses[at] ?? 0) / sum)
}

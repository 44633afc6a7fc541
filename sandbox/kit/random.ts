import { createHash } from 'node:crypto'

/** Random numbers from 0 to 1 that are the same for the same `seed` on every machine. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The same for a text. */
export const seededRandom = (seed: string): (() => number) => mulberry32(createHash('sha256').update(seed).digest().readUInt32LE(0))

/**
 * Up to `count` of `items`. Heavier items are likelier and earlier; weight 0 is never drawn.
 * Efraimidis and Spirakis: the largest values of random^(1/weight).
 */
export function drawWeighted<T>(items: readonly T[], weightOf: (item: T) => number, count: number, random: () => number): T[] {
  return items
    .map((item) => ({ item, weight: weightOf(item), luck: random() }))
    .filter(({ weight }) => weight > 0)
    .map(({ item, weight, luck }) => ({ item, key: luck ** (1 / weight) }))
    .toSorted((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ item }) => item)
}

/** A cache: a first start needs the same ids for each listener of an item. */
const fakeIds = new Map<string, string>()

/** An id of `length` characters of `alphabet` that looks like the provider's, the same for the same seed. */
export function fakeId(seed: string, length: number, alphabet: string): string {
  const key = `${length} ${alphabet.length} ${seed}`
  const existing = fakeIds.get(key)
  if (existing !== undefined) return existing
  const random = seededRandom(seed)
  const id = Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('')
  fakeIds.set(key, id)
  return id
}

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const base64url = `${base62}-_`

import { CHANNEL, type Measure, type Rarity, type Taste } from './taste-vector.ts'

/**
 * The mean overlap of two users of a crowd on each side, 0 to 1, before `trustedOverlap`. Exact without comparing
 * pairs: the length of a sum of unit vectors gives the mean of their products.
 */
export function meanOverlaps(
  people: Iterable<{ taste: Taste; measure: Measure }>,
  rarity: Rarity,
  itemCount: number,
): { music: number; video: number } {
  const sums = new Float64Array(itemCount)
  const sides = [0, 0]
  const ofChannels = new Uint8Array(itemCount)
  for (const { taste, measure } of people) {
    const [artists = 0, tracks = 0, channels = 0] = measure.lengths
    const music = Math.hypot(artists, tracks)
    if (music > 0) sides[0] = (sides[0] ?? 0) + 1
    if (channels > 0) sides[1] = (sides[1] ?? 0) + 1
    for (let index = 0; index < taste.items.length; index++) {
      const item = taste.items[index] ?? 0
      const isVideo = taste.kinds[index] === CHANNEL
      ofChannels[item] = isVideo ? 1 : 0
      sums[item] = (sums[item] ?? 0) + (Math.sqrt(taste.masses[index] ?? 0) * rarity(item)) / (isVideo ? channels : music)
    }
  }
  const squares = [0, 0]
  for (let item = 0; item < itemCount; item++)
    squares[ofChannels[item] ?? 0] = (squares[ofChannels[item] ?? 0] ?? 0) + (sums[item] ?? 0) ** 2
  return { music: meanProduct(squares[0] ?? 0, sides[0] ?? 0), video: meanProduct(squares[1] ?? 0, sides[1] ?? 0) }
}

/** Mean product of `vectors` unit vectors whose sum has this squared length. Rounding must not make it negative. */
function meanProduct(squaredLength: number, vectors: number): number {
  return vectors < 2 ? 0 : Math.max(0, (squaredLength - vectors) / (vectors * (vectors - 1)))
}

import { nearness } from './latent-factors.ts'
import { CHANNEL, type Measure, type Rarity, type Taste } from './taste-vector.ts'

/**
 * How much two people of a crowd have in common on average, 0 to 1, before it is asked how far that is believed.
 * Exact without looking at pairs: the length of a sum of unit vectors tells the mean of their products.
 */
export function meanOverlap(people: Iterable<{ taste: Taste; measure: Measure }>, rarity: Rarity, things: number): number {
  const sums = new Float64Array(things)
  const sides = [0, 0]
  const ofChannels = new Uint8Array(things)
  for (const { taste, measure } of people) {
    const [artists = 0, tracks = 0, channels = 0] = measure.lengths
    const music = Math.hypot(artists, tracks)
    if (music > 0) sides[0] = (sides[0] ?? 0) + 1
    if (channels > 0) sides[1] = (sides[1] ?? 0) + 1
    for (let at = 0; at < taste.items.length; at++) {
      const item = taste.items[at] ?? 0
      const isVideo = taste.kinds[at] === CHANNEL
      ofChannels[item] = isVideo ? 1 : 0
      sums[item] = (sums[item] ?? 0) + (Math.sqrt(taste.masses[at] ?? 0) * rarity(item)) / (isVideo ? channels : music)
    }
  }
  const squares = [0, 0]
  for (let item = 0; item < things; item++) squares[ofChannels[item] ?? 0] = (squares[ofChannels[item] ?? 0] ?? 0) + (sums[item] ?? 0) ** 2
  const [music, video] = [meanProduct(squares[0] ?? 0, sides[0] ?? 0), meanProduct(squares[1] ?? 0, sides[1] ?? 0)]
  return music + video - music * video
}

/** How near two of them stand among listeners on average, as far as each and the next one tell. */
export function meanNearness(people: readonly { measure: Pick<Measure, 'standing'> }[]): number {
  const near = people.slice(1).map(({ measure: { standing } }, at) => {
    const before = people[at]?.measure.standing
    return standing && before ? nearness(standing, before) : 0
  })
  return near.length > 0 ? near.reduce((one, two) => one + two, 0) / near.length : 0
}

/** Of `vectors` unit vectors whose sum has this squared length. Rounding must not make it negative. */
function meanProduct(squaredLength: number, vectors: number): number {
  return vectors < 2 ? 0 : Math.max(0, (squaredLength - vectors) / (vectors * (vectors - 1)))
}

import { mulberry32 } from '#sandbox/kit/random.ts'
import type { Random } from './eval.random.ts'
import { normal } from './eval.synthetic.ts'

// Listeners that are more realistic than the included ones, and harder to distinguish. Items are points in a space of a few dimensions,
// and genres are clouds of different size in it. Users are in up to three clouds, and an eighth of their plays are unique. Hits are loved
// by distant users too. So many pairs share nothing, including friends. Friendships come from nearness, from friends of friends and by
// chance.

export type HarderSize = { people: number; perPerson: number; items: number; genres: number; friendships: number; seed: number }
export const HARDER_SIZE: HarderSize = { people: 900, perPerson: 50, items: 8_000, genres: 30, friendships: 5_500, seed: 5 }

const DIMENSIONS = 6
const MAX_GENRES = 3
/** The share of plays of items that few other users play. */
const UNIQUE = 0.12
/** How fast love decreases with distance, and the minimum for hits. */
const FALL = 1.2
const ANYWHERE = 0.01
/** The shares of friendships through friends of friends, and through similar taste. */
const BY_FRIENDS = 0.25
const BY_NEARNESS = 0.65
/** Candidates per friendship. */
const MET = 80

type Point = Float64Array
type Person = { points: Point[]; sociable: number }

export function harderListeners(size: HarderSize): { plays: string; friends: string } {
  const random = mulberry32(size.seed)
  const centres = Array.from({ length: size.genres }, () => cloud(new Float64Array(DIMENSIONS), 1, random))
  const genre = drawing(centres.map((_, index) => 1 / (index + 2) ** 0.7))
  const items = Array.from({ length: size.items }, (_, index) => ({
    point: cloud(centres[genre(random)]!, 0.35, random),
    fame: 1 / (index + 8) ** 0.9,
  }))
  const people = Array.from({ length: size.people }, (): Person => {
    const points = Array.from({ length: 1 + Math.floor(random() * MAX_GENRES) }, () => cloud(centres[genre(random)]!, 0.3, random))
    return { points, sociable: Math.exp(1.1 * normal(random)) }
  })
  const plays = people.flatMap((entry, person) =>
    [...playsOf(entry, items, size, random)].map(([item, count]) => `u${person}\ti${item}\t${count}`),
  )
  const friends = befriend(people, size.friendships, random).map(([one, two]) => `u${one}\tu${two}`)
  return { plays: `${plays.join('\n')}\n`, friends: `${friends.join('\n')}\n` }
}

function playsOf(
  { points }: Person,
  items: readonly { point: Point; fame: number }[],
  { perPerson, items: known }: HarderSize,
  random: Random,
): Map<number, number> {
  const mainstream = Math.exp(0.9 * normal(random)) * ANYWHERE
  const near = Float64Array.from(items, ({ point }) => Math.exp(-FALL * nearest([point], points)))
  const draw = drawing(Array.from(items, ({ fame }, item) => fame * (near[item]! + mainstream) * Math.exp(0.5 * normal(random))))
  const activity = 0.6 * normal(random)
  const holderCounts = new Map<number, number>()
  while (holderCounts.size < perPerson) {
    // Indexes beyond the shared items are items that hardly any user has.
    const item = random() < UNIQUE ? Math.floor(known * (1 + 2 * random())) : draw(random)
    if (!holderCounts.has(item))
      holderCounts.set(item, Math.ceil(Math.exp(3.5 + activity + 2.2 * (near[item] ?? 0.4) + 0.8 * normal(random))))
  }
  return holderCounts
}

function befriend(people: readonly Person[], friendships: number, random: Random): [number, number][] {
  const someone = drawing(people.map(({ sociable }) => sociable))
  const friendsOf = people.map((): number[] => [])
  const made: [number, number][] = []
  const seenPairs = new Set<string>()
  while (made.length < friendships) {
    const first = someone(random)
    const how = random()
    const second =
      how < BY_FRIENDS
        ? friendOfFriend(first, friendsOf, random)
        : how < BY_FRIENDS + BY_NEARNESS
          ? closestOf(first, people, () => someone(random))
          : someone(random)
    const key = `${Math.min(first, second)} ${Math.max(first, second)}`
    if (first === second || seenPairs.has(key)) continue
    seenPairs.add(key)
    made.push([first, second])
    friendsOf[first]?.push(second)
    friendsOf[second]?.push(first)
  }
  return made
}

/** The user, if they have no friends yet. */
function friendOfFriend(person: number, friendsOf: readonly number[][], random: Random): number {
  const pickAny = (list: readonly number[]): number => list[Math.floor(random() * list.length)] ?? person
  return pickAny(friendsOf[pickAny(friendsOf[person] ?? [])] ?? [])
}

function closestOf(person: number, people: readonly Person[], someone: () => number): number {
  const met = Array.from({ length: MET }, someone).filter((other) => other !== person)
  const distance = (other: number): number => nearest(people[person]!.points, people[other]!.points)
  return met.map((other) => [other, distance(other)] as const).reduce((best, next) => (next[1] < best[1] ? next : best))[0]
}

/** Squared distance of the two closest points. */
function nearest(some: readonly Point[], others: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY
  for (const person of some) {
    for (const other of others) {
      let sum = 0
      for (let index = 0; index < DIMENSIONS; index++) sum += (person[index]! - other[index]!) ** 2
      least = Math.min(least, sum)
    }
  }
  return least
}

const cloud = (centre: Point, width: number, random: Random): Point => centre.map((index) => index + width * normal(random))

/** Draws indices by their weights. */
function drawing(weights: readonly number[]): (random: Random) => number {
  let sum = 0
  const sums = Float64Array.from(weights, (weight) => (sum += weight))
  return (random) => {
    const drawn = random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < drawn) low = middle + 1
      else high = middle
    }
    return low
  }
}

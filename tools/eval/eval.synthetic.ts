import { mulberry32 } from '#sandbox/kit/random.ts'
import type { Random } from './eval.random.ts'

// Invented listeners with the structure of real ones: a few hits and a long tail, scenes that belong together, counts that differ by orders
// of magnitude, and friends who are alike and recommended rare items to each other.

export type SyntheticSize = { people: number; items: number; perPerson: number; scenes: number; friendsEach: number; seed: number }
export const SHIPPED_SIZE: SyntheticSize = { people: 240, items: 6_000, perPerson: 30, scenes: 40, friendsEach: 5, seed: 8 }

/** The number of most played items that users recommend to friends, and the share that friends adopt. */
const MAX_RECOMMENDED_ITEMS = 8
const ADOPTION_SHARE = 0.12
/** The share of friendships with a common scene, beside those by chance. */
const SAME_SCENE = 0.8
/** The share of played items from neither of a user’s two scenes. */
const STRAY_SHARE = 0.55
/** The logarithm of the number of plays. */
const LOVE = { stray: 3, first: 5, second: 4.2 }

export function syntheticListeners(size: SyntheticSize): { plays: string; friends: string } {
  const random = mulberry32(size.seed)
  const scenes = Array.from({ length: size.people }, () => [drawScene(size, random), drawScene(size, random)] as const)
  const friends = befriend(size, scenes, random)
  const itemsByPerson = scenes.map((own) => drawItems(size, own, random))
  for (const [first, second] of friends) {
    recommend(itemsByPerson[first], itemsByPerson[second], random)
    recommend(itemsByPerson[second], itemsByPerson[first], random)
  }
  const plays = itemsByPerson.flatMap((items, person) => [...items].map(([item, count]) => `u${person}\ti${item}\t${count}`))
  return { plays: `${plays.join('\n')}\n`, friends: `${friends.map(([one, two]) => `u${one}\tu${two}`).join('\n')}\n` }
}

/** Some scenes are much larger than others. */
const drawScene = ({ scenes }: SyntheticSize, random: Random): number => Math.floor(scenes * random() ** 1.6)

function drawItems({ items, perPerson, scenes }: SyntheticSize, own: readonly number[], random: Random): Map<number, number> {
  const holderCounts = new Map<number, number>()
  const perScene = Math.floor(items / (scenes + 1))
  while (holderCounts.size < perPerson) {
    // Hits and random items get few plays; items of the listener's own scenes get many.
    const kind = random() < STRAY_SHARE ? 'stray' : random() < 0.65 ? 'first' : 'second'
    const scene = kind === 'stray' ? scenes : (own[kind === 'first' ? 0 : 1] ?? 0)
    const item = scene * perScene + zipf(perScene, random)
    if (!holderCounts.has(item)) holderCounts.set(item, Math.ceil(Math.exp(LOVE[kind] + 1.1 * normal(random))))
  }
  return holderCounts
}

/** An index from 0; low ones are much more likely. */
const zipf = (length: number, random: Random): number => Math.min(length - 1, Math.floor(length ** random()) - 1)

/** A normally distributed number with mean 0 and deviation 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

function befriend({ people, friendsEach }: SyntheticSize, scenes: readonly (readonly number[])[], random: Random): [number, number][] {
  const pairs = new Map<string, [number, number]>()
  const shareScene = (a: number, b: number): boolean => (scenes[a] ?? []).some((scene) => scenes[b]?.includes(scene))
  while (pairs.size < (people * friendsEach) / 2) {
    const [low, high] = [Math.floor(random() * people), Math.floor(random() * people)].toSorted((first, second) => first - second)
    if (low === undefined || high === undefined || low === high) continue
    if (shareScene(low, high) || random() > SAME_SCENE) pairs.set(`${low} ${high}`, [low, high])
  }
  return [...pairs.values()]
}

/** Users recommend their most played items; adopted items are played about as much. */
function recommend(giver: Map<number, number> | undefined, listener: Map<number, number> | undefined, random: Random): void {
  const loved = [...(giver ?? [])].toSorted((a, b) => b[1] - a[1]).slice(0, MAX_RECOMMENDED_ITEMS)
  for (const [item, count] of loved) {
    if (random() < ADOPTION_SHARE && !listener?.has(item)) listener?.set(item, Math.ceil(count * (0.3 + random())))
  }
}

import { MUTUAL_BUDDIES_WEIGHT } from '#server/features/matching/match.rank.ts'
import { mulberry32 } from '#sandbox/kit/random.ts'
import { qualityOf, type Quality, type Scores } from './eval.ranks.ts'

/** How well suggestions find friends: a share of the friendships is known, the rest is held out. */
export type SuggestionQuality = { known: number; taste: Quality; mutual_buddies: Quality; with_mutual_buddies: Quality }

const SPLIT_SEED = 7

/** @param share of the friendships that are known, 0 to 1 */
export function suggestionQuality(friends: readonly ReadonlySet<number>[], taste: Scores, share: number): SuggestionQuality {
  const random = mulberry32(SPLIT_SEED)
  const [training, heldOut] = [friends.map(() => new Set<number>()), friends.map(() => new Set<number>())]
  friends.forEach((own, person) => {
    for (const other of own) {
      if (other < person) continue
      const side = random() < share ? training : heldOut
      side[person]?.add(other)
      side[other]?.add(person)
    }
  })
  /** Known friends are not suggested. */
  const without = (person: number, scores: Float64Array): Float64Array => {
    for (const other of training[person] ?? []) scores[other] = -1
    return scores
  }
  /** Adamic-Adar over the known friendships only. */
  const withMutual = (person: number, scores: Float64Array): Float64Array => {
    for (const mutual of training[person] ?? []) {
      const strength = 1 / Math.log(1 + (training[mutual]?.size ?? 0))
      for (const other of training[mutual] ?? []) scores[other] = (scores[other] ?? 0) + MUTUAL_BUDDIES_WEIGHT * strength
    }
    return without(person, scores)
  }
  return {
    known: share,
    taste: qualityOf((person) => without(person, Float64Array.from(taste(person))), heldOut),
    mutual_buddies: qualityOf((person) => withMutual(person, new Float64Array(friends.length)), heldOut),
    with_mutual_buddies: qualityOf((person) => withMutual(person, Float64Array.from(taste(person))), heldOut),
  }
}
